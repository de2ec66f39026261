package daemon

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/sandbox/postgres"
	"ppamaild/store"
)

// abreast is a store. Its first View returns after the first View of another daemon.
type abreast struct {
	store.Store
	both  *sync.WaitGroup
	first *sync.Once
}

func (s abreast) View(ctx context.Context, fn func(store.Tx) error) error {
	err := s.Store.View(ctx, fn)
	s.first.Do(func() { s.both.Done(); s.both.Wait() })
	return err
}

// twoDaemons are daemons on one database that do not run.
func twoDaemons(t *testing.T) (daemons []*Daemon) {
	from := inDatabase(postgres.Own(t))(t)
	for range 2 {
		cfg := quietConfig(t)
		from.configure(cfg)
		daemons = append(daemons, quietDaemon(t, Options{Config: cfg}))
	}
	return daemons
}

// Two daemons on a database see the same due timers before one of them fires a timer, as when
// the leader wakes late and another daemon has taken over. Each timer becomes one event.
func TestTimersFireOnceAmongDaemons(t *testing.T) {
	t.Parallel()
	const count = 40
	daemons := twoDaemons(t)
	var both, fired sync.WaitGroup
	thread := func(n int) string { return fmt.Sprint("Q-", n) }
	noError := func(err error) {
		if err != nil {
			t.Error(err)
		}
	}
	noError(daemons[0].Store.Update(t.Context(), func(tx store.Tx) (err error) {
		for n := range count {
			err = errors.Join(err, tx.PutTimer(timers.New(thread(n), timers.Remind+"1", time.Now().Add(-time.Hour))))
		}
		return err
	}))
	both.Add(len(daemons))
	for _, d := range daemons {
		d.Store = abreast{d.Store, &both, new(sync.Once)}
		fired.Go(func() {
			_, err := d.upkeep.FireDue(t.Context())
			noError(err)
		})
	}
	fired.Wait()
	noError(daemons[1].Store.View(t.Context(), func(tx store.Tx) error {
		due, _, err := tx.DueTimers(time.Now(), count)
		for n := range count {
			events, failed := tx.Events(thread(n))
			if err = errors.Join(err, failed); len(events) != 1 {
				t.Errorf("the timer of %s fired %d times", thread(n), len(events))
			}
		}
		if len(due) > 0 {
			t.Errorf("%d timers are left", len(due))
		}
		return err
	}))
}

// A daemon that does not listen, so that all news is lost, finds the work of others by looking.
func TestWorkIsFoundWithoutNews(t *testing.T) {
	t.Parallel()
	daemons, began := twoDaemons(t), time.Now()
	ctx, cancel := context.WithCancel(t.Context())
	var stations sync.WaitGroup
	defer stations.Wait()
	defer cancel()
	daemons[1].startSharing(func(name string, work func(context.Context) error) {
		if name == "looking for work" {
			stations.Go(func() { _ = work(ctx) }) // only reports the end of ctx
		}
	})
	if err := daemons[0].Store.Update(ctx, func(tx store.Tx) error {
		_, err := tx.Enqueue(store.Event{Thread: "Q-1", Kind: queue.KindTimer})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for !daemons[1].Signals.Threads.Has("Q-1") {
		if time.Since(began) > time.Minute {
			t.Fatal("the other daemon does not find the event")
		}
		time.Sleep(50 * time.Millisecond)
	}
}
