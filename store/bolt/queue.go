package bolt

import (
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bolt/bkey"
)

// queueTx implements store.Queue.
type queueTx struct{ *records }

func (t queueTx) Enqueue(e store.Event) (seq uint64, err error) {
	if err := bkey.CheckName("thread of event", e.Thread); err != nil {
		return 0, err
	}
	seq, key, err := t.next(queue, func(seq uint64) []byte { return bkey.Number(e.Thread, seq) })
	if err != nil {
		return 0, err
	}
	data := e.Data
	e.Seq, e.Data = seq, nil
	return seq, put(t.records, queue, key, e, data)
}

func (t queueTx) NextEvent(thread string) (store.Event, error) {
	for r, err := range t.scan(queue, bkey.Name(thread), nil) {
		if err != nil {
			return store.Event{}, err
		}
		return decodeEvent(r)
	}
	return store.Event{}, fmt.Errorf("next event of %s: %w", thread, store.ErrNotFound)
}

func (t queueTx) Events(thread string) ([]store.Event, error) {
	return list(t.records, queue, bkey.Name(thread), decodeEvent)
}

func decodeEvent(r record) (store.Event, error) {
	e, raw, err := decode[store.Event](r, 1)
	if err != nil {
		return e, err
	}
	e.Data = raw[0]
	return e, nil
}

func (t queueTx) Dequeue(thread string, seq uint64) error {
	key := bkey.Number(thread, seq)
	if !t.has(queue, key) {
		return fmt.Errorf("event %d of %s: %w", seq, thread, store.ErrNotFound)
	}
	return t.delete(queue, key)
}

// Queued jumps from thread to thread. No number begins with 0xff, so that byte sorts after all
// events of a thread.
func (t queueTx) Queued() (threads []string, err error) {
	c := t.bucket(queue).Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Seek(append(bkey.Name(threads[len(threads)-1]), 0xff)) {
		thread, is := bkey.FirstName(k)
		if !is {
			return nil, corrupt(queue, k, "malformed")
		}
		threads = append(threads, thread)
	}
	return threads, nil
}
