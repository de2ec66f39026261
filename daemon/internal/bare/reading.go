package bare

import (
	"context"

	"ppamaild/store"
)

// View implements store.Store. It records what the reader of messages, a turn and the sender of a
// mail read.
func (r *Recorder) View(ctx context.Context, fn func(store.Tx) error) error {
	var t *reading
	err := r.Store.View(ctx, func(tx store.Tx) error {
		t = &reading{Tx: tx}
		return fn(t)
	})
	if err == nil && len(t.reads) > 0 {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.commits = append(r.commits, Commit{reads: t.reads})
	}
	return err
}

// reading is a View that records reads of a message, of a thread and of its mails.
type reading struct {
	store.Tx
	reads []step
}

func (t *reading) saw(s step) { t.reads = append(t.reads, s) }

func (t *reading) InboundRaw(id uint64) ([]byte, error) {
	t.saw(func(tx store.Tx, r *Run) error { _, err := tx.InboundRaw(r.inbound); return err })
	return t.Tx.InboundRaw(id)
}

func (t *reading) NextEvent(thread string) (store.Event, bool, error) {
	t.saw(func(tx store.Tx, r *Run) error { _, _, _ = tx.NextEvent(r.thread); return nil })
	return t.Tx.NextEvent(thread)
}

func (t *reading) Head(thread string) (store.Head, error) {
	t.saw(func(tx store.Tx, r *Run) error { _, err := tx.Head(r.thread); return err })
	return t.Tx.Head(thread)
}

func (t *reading) HeadsOf(key string, fn func(store.Head) bool) error {
	t.saw(func(tx store.Tx, _ *Run) error { return tx.HeadsOf(key, first) })
	return t.Tx.HeadsOf(key, fn)
}

func (t *reading) LatestEntries(thread string, fn func(store.Entry) bool) error {
	t.saw(func(tx store.Tx, r *Run) error { return tx.LatestEntries(r.thread, first) })
	return t.Tx.LatestEntries(thread, fn)
}

func (t *reading) Restoration() (store.Restoration, error) {
	t.saw(func(tx store.Tx, _ *Run) error { _, _ = tx.Restoration(); return nil })
	return t.Tx.Restoration()
}

func (t *reading) Mail(id uint64) (store.Mail, error) {
	t.saw(func(tx store.Tx, r *Run) error { _, err := tx.Mail(r.mails[id]); return err })
	return t.Tx.Mail(id)
}

func (t *reading) MailRaw(id uint64) ([]byte, error) {
	t.saw(func(tx store.Tx, r *Run) error { _, err := tx.MailRaw(r.mails[id]); return err })
	return t.Tx.MailRaw(id)
}

// first stops after the first value.
func first[T any](T) bool { return false }

// Unread is a store that reads nothing: a loop on it only writes.
type Unread struct{ store.Store }

// View implements store.Store.
func (Unread) View(context.Context, func(store.Tx) error) error { return nil }
