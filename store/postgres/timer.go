package postgres

import (
	"errors"
	"time"

	"ppamaild/store"
	"ppamaild/store/postgres/wire"
)

// timerTx implements store.Timers. Stored timers lack the offset about.timerOffset.
type timerTx struct{ *records }

// decodeTimer decodes a stored timer. Its Due lacks the offset.
func decodeTimer(r row) (v store.Timer, err error) {
	err = decode(r, &v, &v.Data)
	return v, err
}

// decodeDue decodes a timer, with the offset.
func (t timerTx) decodeDue(r row) (store.Timer, error) {
	v, err := decodeTimer(r)
	v.Due = v.Due.Add(t.about().TimerOffset)
	return v, err
}

func (t timerTx) PutTimer(v store.Timer) error {
	err := errors.Join(checkName("thread of timer", v.Thread), checkName("name of timer", v.Name))
	if err != nil {
		return err
	}
	data := v.Data
	v.Data, v.Due = nil, v.Due.Add(-t.about().TimerOffset)
	t.tell(store.News{Kind: store.NewsTimer})
	return t.putAs(timers, timerColumns(v), v, data)
}

func timerColumns(v store.Timer) []any {
	return []any{[]byte(v.Thread), []byte(v.Name), wire.Nanoseconds(v.Due)}
}

func (t timerTx) DeleteTimer(thread, name string) error {
	return t.delete(timers, []byte(thread), []byte(name))
}

func (t timerTx) DueTimers(
	now time.Time, limit int,
) (list []store.Timer, next time.Time, err error) {
	s := span{Order: []string{"due", "thread", "name"}}
	return due(t.records, timers, s, now, limit, t.decodeDue,
		func(v store.Timer) time.Time { return v.Due })
}

func (t timerTx) Timers(thread string) ([]store.Timer, error) {
	return list(t.records, timers, span{
		Where: "thread = $1", Args: []any{[]byte(thread)}, Order: []string{"name"},
	}, t.decodeDue)
}

func (t timerTx) ShiftTimers(by time.Duration) error {
	if !t.writable {
		return errors.New("the transaction can only read")
	}
	t.about().TimerOffset += by
	t.tell(store.News{Kind: store.NewsTimer})
	return nil
}
