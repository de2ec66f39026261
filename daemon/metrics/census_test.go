package metrics

import (
	"context"
	"errors"
	"testing"
	"time"

	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// indexed is a store that reads no ended thread, and no list of all threads.
type indexed struct {
	store.Store
	t *testing.T
}

type indexedTx struct {
	store.Tx
	t *testing.T
}

func (s indexed) View(ctx context.Context, fn func(store.Tx) error) error {
	return s.Store.View(ctx, func(tx store.Tx) error { return fn(indexedTx{tx, s.t}) })
}

func (tx indexedTx) Heads(func(store.Head) bool) error {
	tx.t.Error("the count walks over all threads")
	return nil
}

func (tx indexedTx) Head(thread string) (store.Head, error) {
	h, err := tx.Tx.Head(thread)
	if h.Status.Ended() {
		tx.t.Errorf("the count reads the ended thread %s", thread)
	}
	return h, err
}

// A scrape of a store with a million ended threads must not read each of them.
func TestCensusReadsNoEndedThread(t *testing.T) {
	from, at := made(t).Store, time.Unix(1_700_000_000, 0)
	must(t, from.Update(t.Context(), func(tx store.Tx) (err error) {
		for thread, status := range map[string]store.ThreadStatus{
			"Q-1": store.ThreadCompleted, "Q-2": store.ThreadCompleted, "Q-3": store.ThreadAwaitingReview,
			journal.AgencyThread: store.ThreadAwaitingReview,
		} {
			_, failed := tx.PutHead(store.Head{Thread: thread, Status: status, UpdatedAt: at})
			err = errors.Join(err, failed)
		}
		return errors.Join(err,
			tx.PutReview(store.Review{Thread: "Q-3", Number: 1, Status: store.ReviewOpen, CreatedAt: at}),
			tx.PutReview(store.Review{Thread: "Q-1", Number: 1, Status: store.ReviewDecided, CreatedAt: at}))
	}))
	c := census{store: indexed{from, t}}
	p, err := c.get(t.Context())
	must(t, err)
	if p.threads[store.ThreadCompleted] != 2 || p.threads[store.ThreadAwaitingReview] != 1 ||
		p.open != 1 || !p.oldest.Equal(at) {
		t.Errorf("the count is %+v", p)
	}
}
