package bolt

import (
	"bytes"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/rules"
	"ppamaild/store/transfer"
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

func (t queueTx) NextEvent(thread string) (store.Event, bool, error) {
	return rules.NextEvent(thread, t.scan(queue, bkey.Name(thread), nil), decodeEvent)
}

func (t queueTx) Events(thread string) ([]store.Event, error) {
	return list(t.records, queue, bkey.Name(thread), decodeEvent)
}

func decodeEvent(r record) (e store.Event, err error) {
	err = decode(r, &e, &e.Data)
	return e, err
}

func (t queueTx) Dequeue(thread string, seq uint64) error {
	key := bkey.Number(thread, seq)
	if !t.has(queue, key) {
		return fmt.Errorf("event %d of %s: %w", seq, thread, store.ErrNotFound)
	}
	return t.delete(queue, key)
}

func (t queueTx) Queued() (all []string, err error) {
	add := func(thread string) error { all = append(all, thread); return nil }
	err = t.Threads(transfer.List(queue), add)
	return all, err
}

// LastEvent implements transfer.Tx.
func (t queueTx) LastEvent() uint64 { return t.bucket(queue).Sequence() }

// SetLastEvent implements transfer.Tx.
func (t queueTx) SetLastEvent(seq uint64) error { return t.bucket(queue).SetSequence(seq) }

// Threads implements transfer.Tx. It jumps from thread to thread, behind all other keys of each.
func (t *records) Threads(of transfer.List, fn func(thread string) error) error {
	c := t.bucket(bucket(of)).Cursor()
	for k, _ := c.First(); k != nil; {
		thread, is := bkey.FirstName(k)
		if !is {
			return corrupt(bucket(of), k, "malformed")
		}
		if err := fn(thread); err != nil {
			return err
		}
		k, _ = c.Seek(append(bkey.Name(thread), bytes.Repeat([]byte{0xff}, 9)...))
	}
	return nil
}

// Each implements transfer.Tx.
func (t *records) Each(of transfer.List, fn func(key, value []byte) error) error {
	for r, err := range t.scan(bucket(of), nil, nil) {
		if err == nil {
			err = fn(r.key, r.parts[0])
		}
		if err != nil {
			return err
		}
	}
	return nil
}
