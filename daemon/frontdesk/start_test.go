package frontdesk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"ppamaild/console"
	"ppamaild/daemon/internal/deps"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// countedTx counts the heads of lists, and refuses to read all threads.
type countedTx struct {
	store.Tx
	heads *int
}

func (t countedTx) LatestHeads(
	status store.ThreadStatus, after string, limit int,
) ([]store.Head, error) {
	list, err := t.Tx.LatestHeads(status, after, limit)
	*t.heads += len(list)
	return list, err
}

func (t countedTx) Heads(func(store.Head) bool) error {
	return errors.New("the start reads all threads")
}

type countedStore struct {
	store.Store
	heads int
}

func (s *countedStore) View(ctx context.Context, fn func(store.Tx) error) error {
	return s.Store.View(ctx, func(tx store.Tx) error { return fn(countedTx{tx, &s.heads}) })
}

// figures is a Counter. It is behind for the threads that changed at a time or later.
type figures struct {
	Counter
	until   time.Time
	counted []string
}

func (f *figures) Behind(h store.Head) bool { return !h.UpdatedAt.Before(f.until) }
func (f *figures) CaughtUp()                {}
func (f *figures) Count(_ context.Context, thread string) error {
	f.counted = append(f.counted, thread)
	return nil
}

// A start reads the threads that go on, the latest ended threads, and the threads that changed
// since the figures were stored. The number of older ended threads does not matter.
func TestFinding6AStartReadsFewThreads(t *testing.T) {
	const ended, open = 3 * maxDone, 5
	s := &countedStore{Store: bolttest.MustOpen(t)}
	at := func(n int) time.Time { return day.Add(time.Duration(n) * time.Second) }
	err := s.Update(t.Context(), func(tx store.Tx) (err error) {
		for n := range ended + open {
			h := store.Head{
				Thread: fmt.Sprintf("Q-%d", n), Status: store.ThreadAwaitingCustomer,
				UpdatedAt: at(n), State: []byte(`{"schema_version":1}`),
			}
			if n >= open {
				h.Status = store.ThreadExpired
			}
			_, putErr := tx.PutHead(h)
			err = errors.Join(err, putErr)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	count := &figures{until: at(ended + open - 2)}
	d := New(Options{Deps: &deps.Deps{Store: s}, Count: count, Feed: console.NewFeed()})
	if err := d.load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if most := maxDone + 300; s.heads > most {
		t.Errorf("the start reads %d threads, more than %d", s.heads, most)
	}
	_, done := d.index.find(console.Query{Tab: console.TabDone})
	_, waits := d.index.find(console.Query{Tab: console.TabCustomer})
	if done.Counts[console.TabDone] != maxDone || waits.Counts[console.TabCustomer] != open {
		t.Errorf("the index has %v", done.Counts)
	}
	latest := []string{fmt.Sprintf("Q-%d", ended+open-1), fmt.Sprintf("Q-%d", ended+open-2)}
	if !slices.Equal(count.counted, latest) {
		t.Errorf("counted %q", count.counted)
	}
}
