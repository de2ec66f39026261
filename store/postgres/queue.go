package postgres

import (
	"errors"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/rules"
)

// queueTx implements store.Queue.
type queueTx struct{ *records }

func (t queueTx) Enqueue(e store.Event) (seq uint64, err error) {
	if err := checkName("thread of event", e.Thread); err != nil {
		return 0, err
	}
	t.about().Event++
	data := e.Data
	e.Seq, e.Data = uint64(t.about().Event), nil
	t.tell(store.News{Kind: store.NewsEvent, Thread: e.Thread, Event: e.Kind})
	return e.Seq, t.addAs(queues, []any{[]byte(e.Thread), t.about().Event}, e, data)
}

func decodeEvent(r row) (e store.Event, err error) {
	err = decode(r, &e, &e.Data)
	return e, err
}

func eventsOf(thread string) span {
	return span{Where: "thread = $1", Args: []any{[]byte(thread)}, Order: []string{"seq"}}
}

func (t queueTx) NextEvent(thread string) (store.Event, bool, error) {
	t.prefetch(threads, []byte(thread)) // the event is for the head
	t.prefetch(settings, restorationName())
	return rules.NextEvent(thread, t.scan(queues, eventsOf(thread)), decodeEvent)
}

func (t queueTx) Events(thread string) ([]store.Event, error) {
	return list(t.records, queues, eventsOf(thread), decodeEvent)
}

func (t queueTx) Dequeue(thread string, seq uint64) error {
	_, err := t.one(queues, []byte(thread), int64(seq))
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("event %d of %s: %w", seq, thread, store.ErrNotFound)
	}
	if err != nil {
		return err
	}
	return t.delete(queues, []byte(thread), int64(seq))
}

func (t queueTx) Queued() (threads []string, err error) {
	found, err := t.flush("SELECT DISTINCT thread FROM queue ORDER BY thread")
	for _, row := range found.Rows {
		threads = append(threads, string(row[0].([]byte)))
	}
	return threads, err
}
