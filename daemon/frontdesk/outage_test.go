package frontdesk

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/console"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// fallible is a store that does not answer once, after the next change.
type fallible struct {
	store.Store
	down atomic.Bool
}

func (s *fallible) View(ctx context.Context, fn func(store.Tx) error) error {
	if s.down.CompareAndSwap(true, false) {
		return store.ErrUnavailable
	}
	return s.Store.View(ctx, fn)
}

func (*figures) Load(context.Context) error { return nil }
func (*figures) Ready() bool                { return false }

// A thread that changed during an outage of the database is in the list after the outage.
func TestListAfterAnOutage(t *testing.T) {
	t.Parallel()
	s := &fallible{Store: bolttest.MustOpen(t)}
	signals := queue.NewSignals()
	signals.Changed = queue.NewChanged()
	d := New(Options{
		Deps: &deps.Deps{
			Store: s, Signals: signals, Writer: &notify.Writer{Agency: &agency.Agency{
				Log: slog.New(slog.DiscardHandler), Now: time.Now,
			}},
		},
		Count: &figures{}, Feed: console.NewFeed(),
	})
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { d.Run(ctx) })
	defer running.Wait()
	defer stop()
	list := func(is func(console.List) bool) {
		for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			if _, l := d.index.find(console.Query{Tab: console.TabCustomer}); is(l) {
				return
			} else if time.Since(begun) > time.Minute {
				t.Fatalf("the list stays %+v", l)
			}
		}
	}
	list(func(l console.List) bool { return !l.Loading })
	err := s.Update(ctx, func(tx store.Tx) error {
		_, err := tx.PutHead(store.Head{
			Thread: "Q-1", Status: store.ThreadAwaitingCustomer,
			UpdatedAt: day, State: []byte(`{"schema_version":1}`),
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.down.Store(true)
	signals.Changed.Add("Q-1")
	list(func(l console.List) bool { return l.Counts[console.TabCustomer] == 1 })
}
