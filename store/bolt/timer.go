package bolt

import (
	"errors"
	"fmt"
	"time"

	"ppamaild/store"
)

// timerTx implements store.Timers.
type timerTx struct{ *records }

func timerKey(thread, name string) []byte {
	return append(nameKey(thread), name...)
}

// timerEntries returns the index entries of a timer. A zero Timer has none.
func timerEntries(v store.Timer) []entry {
	if v.Name == "" {
		return nil
	}
	return []entry{{timerDue, timeKey(v.Due, timerKey(v.Thread, v.Name)), nil}}
}

func decodeTimer(r record) (store.Timer, error) {
	v, raw, err := decode[store.Timer](r, 1)
	if err != nil {
		return v, err
	}
	v.Data = raw[0]
	return v, nil
}

// timer loads a timer by its key.
func (t timerTx) timer(key []byte) (store.Timer, error) {
	parts, err := t.get(timers, key)
	if err != nil {
		return store.Timer{}, err
	}
	return decodeTimer(record{timers, key, parts})
}

func (t timerTx) PutTimer(v store.Timer) error {
	if err := errors.Join(checkName("thread of timer", v.Thread), checkName("name of timer", v.Name)); err != nil {
		return err
	}
	key := timerKey(v.Thread, v.Name)
	old, err := t.timer(key)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("replacing timer: %w", err)
	}
	data := v.Data
	v.Data = nil
	if err := put(t.records, timers, key, v, data); err != nil {
		return err
	}
	return t.reindex(timerEntries(old), timerEntries(v))
}

func (t timerTx) DeleteTimer(thread, name string) error {
	key := timerKey(thread, name)
	old, err := t.timer(key)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("deleting timer: %w", err)
	}
	if err := t.delete(timers, key); err != nil {
		return err
	}
	return t.reindex(timerEntries(old), nil)
}

func (t timerTx) DueTimers(now time.Time, limit int) (list []store.Timer, next time.Time, err error) {
	return due(t.records, timerDue, nil, now, limit, t.timer)
}

func (t timerTx) Timers(thread string) ([]store.Timer, error) {
	return list(t.records, timers, nameKey(thread), decodeTimer)
}
