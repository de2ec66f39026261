package bolt

import (
	"errors"
	"fmt"
	"time"

	"ppamaild/store"
	"ppamaild/store/bkey"
)

// timerTx implements store.Timers.
type timerTx struct{ *records }

func timerKey(thread, name string) []byte {
	return append(bkey.Name(thread), name...)
}

// timerEntries returns the index entries of a timer. A zero Timer has none.
func timerEntries(v store.Timer) []entry {
	if v.Name == "" {
		return nil
	}
	return []entry{{timerDue, bkey.Time(v.Due, timerKey(v.Thread, v.Name)), nil}}
}

func decodeTimer(r record) (v store.Timer, err error) {
	err = decode(r, &v, &v.Data)
	return v, err
}

// timer loads a timer by its key. Its Due lacks the offset.
func (t timerTx) timer(key []byte) (store.Timer, error) {
	return load(t.records, timers, key, decodeTimer)
}

func (t timerTx) PutTimer(v store.Timer) error {
	if err := errors.Join(bkey.CheckName("thread of timer", v.Thread), bkey.CheckName("name of timer", v.Name)); err != nil {
		return err
	}
	key := timerKey(v.Thread, v.Name)
	old, err := t.timer(key)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("replacing timer: %w", err)
	}
	offset, err := t.timerOffset()
	if err != nil {
		return err
	}
	data := v.Data
	v.Data, v.Due = nil, v.Due.Add(-offset)
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

func (t timerTx) DueTimers(
	now time.Time, limit int,
) (list []store.Timer, next time.Time, err error) {
	offset, err := t.timerOffset()
	if err != nil {
		return nil, next, err
	}
	list, next, err = due(t.records, timerDue, nil, now.Add(-offset), limit, t.timer)
	if !next.IsZero() {
		next = next.Add(offset)
	}
	return withOffset(list, offset), next, err
}

func (t timerTx) Timers(thread string) ([]store.Timer, error) {
	offset, err := t.timerOffset()
	if err != nil {
		return nil, err
	}
	all, err := list(t.records, timers, bkey.Name(thread), decodeTimer)
	return withOffset(all, offset), err
}

// withOffset adds the offset to the due times.
func withOffset(list []store.Timer, offset time.Duration) []store.Timer {
	for i := range list {
		list[i].Due = list[i].Due.Add(offset)
	}
	return list
}

func timerOffsetKey() []byte { return []byte("timer_offset") }

// timerOffset returns the duration by which every stored timer is due later.
func (t timerTx) timerOffset() (time.Duration, error) {
	offset, err := get[time.Duration](t.records, about, timerOffsetKey())
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	return offset, err
}

func (t timerTx) ShiftTimers(by time.Duration) error {
	offset, err := t.timerOffset()
	if err != nil {
		return fmt.Errorf("moving the timers: %w", err)
	}
	return put(t.records, about, timerOffsetKey(), offset+by)
}

// runTimeTx implements store.RunTimes.
type runTimeTx struct{ *records }

func (t runTimeTx) RunTime(agent string) (store.RunTime, error) {
	p, err := get[store.RunTime](t.records, runTimes, []byte(agent))
	if err != nil {
		return p, fmt.Errorf("reading the run time of %s: %w", agent, err)
	}
	return p, nil
}

func (t runTimeTx) PutRunTime(p store.RunTime) error {
	if err := bkey.CheckName("agent of a run time", p.Agent); err != nil {
		return err
	}
	return put(t.records, runTimes, []byte(p.Agent), p)
}
