package daemon

import (
	"context"
	"maps"
	"slices"
	"sync"
	"testing"

	"ppamaild/store"
)

// reads is a store that counts the records of threads that are read, by method.
type reads struct {
	store.Store
	mu  sync.Mutex
	all map[string]int // protected by mu
}

func (r *reads) View(ctx context.Context, fn func(store.Tx) error) error {
	return r.Store.View(ctx, func(tx store.Tx) error { return fn(countedTx{tx, r}) })
}

func (r *reads) Update(ctx context.Context, fn func(store.Tx) error) error {
	return r.Store.Update(ctx, func(tx store.Tx) error { return fn(countedTx{tx, r}) })
}

func (r *reads) add(method string, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all[method] += n
}

// take returns the counts since the last take.
func (r *reads) take() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.all
	r.all = make(map[string]int)
	return taken
}

// countedTx counts the records that the methods about one thread return.
type countedTx struct {
	store.Tx
	reads *reads
}

// returned adds the records of a list.
func returned[T any](r *reads, method string, all []T, err error) ([]T, error) {
	r.add(method, len(all))
	return all, err
}

// counting adds each call of fn.
func counting[T any](r *reads, method string, fn func(T) bool) func(T) bool {
	return func(v T) bool { r.add(method, 1); return fn(v) }
}

func (t countedTx) Review(thread string, number int) (store.Review, error) {
	t.reads.add("Review", 1)
	return t.Tx.Review(thread, number)
}

func (t countedTx) Reviews(thread string) ([]store.Review, error) {
	all, err := t.Tx.Reviews(thread)
	return returned(t.reads, "Reviews", all, err)
}

func (t countedTx) OpenReviews(thread string) ([]store.Review, error) {
	all, err := t.Tx.OpenReviews(thread)
	return returned(t.reads, "OpenReviews", all, err)
}

func (t countedTx) Journal(thread string, from uint64, fn func(store.Entry, []byte) bool) error {
	return t.Tx.Journal(thread, from, func(e store.Entry, payload []byte) bool {
		t.reads.add("Journal", 1)
		return fn(e, payload)
	})
}

func (t countedTx) LatestEntries(thread string, fn func(store.Entry) bool) error {
	return t.Tx.LatestEntries(thread, counting(t.reads, "LatestEntries", fn))
}

func (t countedTx) Payload(e store.Entry) ([]byte, error) {
	t.reads.add("Payload", 1)
	return t.Tx.Payload(e)
}

func (t countedTx) Events(thread string) ([]store.Event, error) {
	all, err := t.Tx.Events(thread)
	return returned(t.reads, "Events", all, err)
}

func (t countedTx) EffectsOf(thread string, fn func(store.Effect) bool) error {
	return t.Tx.EffectsOf(thread, counting(t.reads, "EffectsOf", fn))
}

func (t countedTx) InboundOf(thread string, fn func(store.Inbound) bool) error {
	return t.Tx.InboundOf(thread, counting(t.reads, "InboundOf", fn))
}

func (t countedTx) InboundFrom(author string, fn func(store.Inbound) bool) error {
	return t.Tx.InboundFrom(author, counting(t.reads, "InboundFrom", fn))
}

func (t countedTx) InboundRaw(id uint64) ([]byte, error) {
	t.reads.add("InboundRaw", 1)
	return t.Tx.InboundRaw(id)
}

func (t countedTx) MessageIDsOf(thread string, fn func(string, store.MessageRef) bool) error {
	return t.Tx.MessageIDsOf(thread, func(id string, ref store.MessageRef) bool {
		t.reads.add("MessageIDsOf", 1)
		return fn(id, ref)
	})
}

func (t countedTx) ThreadMail(thread string) ([]store.Mail, error) {
	all, err := t.Tx.ThreadMail(thread)
	return returned(t.reads, "ThreadMail", all, err)
}

func (t countedTx) WaitingMail(thread string) ([]store.Mail, error) {
	all, err := t.Tx.WaitingMail(thread)
	return returned(t.reads, "WaitingMail", all, err)
}

func (t countedTx) LatestMail(thread string, fn func(store.Mail) bool) error {
	return t.Tx.LatestMail(thread, counting(t.reads, "LatestMail", fn))
}

func (t countedTx) Timers(thread string) ([]store.Timer, error) {
	all, err := t.Tx.Timers(thread)
	return returned(t.reads, "Timers", all, err)
}

// A turn of a long thread reads as many records as a turn of a short thread.
func TestATurnReadsNoMoreInALongThread(t *testing.T) {
	const long = 60
	for name, file := range map[string]string{
		"without files": "", "with files": "--edge\nContent-Type: image/jpeg; name=car.jpg\n\n\xff\xd8\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			talk := newTalk(t)
			talk.file = file
			counts := &reads{Store: talk.d.Store, all: make(map[string]int)}
			talk.d.Store = counts
			at := func(turn uint32) map[string]int {
				talk.upTo(turn)
				counts.take()
				talk.turn()
				return counts.take()
			}
			was, is := at(shortThread), at(long)
			for _, method := range slices.Sorted(maps.Keys(is)) {
				if is[method] > was[method] {
					t.Errorf("%s: %d records in turn %d, %d in turn %d", method, was[method], shortThread, is[method], long)
				}
			}
			if hasFiles := was["InboundRaw"] > 1; hasFiles != (file != "") { // intake reads the new message
				t.Errorf("turn %d reads %d messages", shortThread, was["InboundRaw"])
			}
		})
	}
}
