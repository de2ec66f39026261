package daemon

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/mailbox"
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
func twoDaemons(t *testing.T, planners ...planner.Planner) (daemons []*Daemon) {
	from := inDatabase(postgres.Own(t))(t)
	for n := range 2 {
		o := Options{Config: quietConfig(t)}
		from.configure(o.Config)
		if len(planners) > 0 {
			o.Planner = planners[n]
		}
		daemons = append(daemons, quietDaemon(t, o))
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
		if name == "looking for work" || name == "hearing" {
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

// faulty loses the first release.
type faulty struct {
	queue.SharedClaims
	lost bool
}

func (f *faulty) Release(ctx context.Context, names ...string) error {
	if !f.lost {
		f.lost = true
		return errors.New("the database is down")
	}
	return f.SharedClaims.Release(ctx, names...)
}

// A daemon without other work releases a claim again, because another daemon may need the claim.
func TestLostReleaseIsRepeated(t *testing.T) {
	t.Parallel()
	daemons := twoDaemons(t)
	idle := &daemons[0].sharing
	releases := queue.NewReleases(&faulty{SharedClaims: idle.shared})
	idle.held, idle.again = releases, releases.Flush
	daemons[0].startSharing(func(name string, work func(context.Context) error) {
		if name == "looking for work" {
			go func() { _ = work(t.Context()) }() // only reports the end of ctx
		}
	})
	if err := queue.Holding(t.Context(), releases, "token", func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := daemons[1].inTurn(ctx, "token", func() error { return nil }); err != nil {
		t.Errorf("the other daemon: %v", err)
	}
}

// together is a planner that first waits until planners of all daemons work.
type together struct {
	planner.Planner
	t     *testing.T
	begin func() // counts this daemon once
	all   <-chan struct{}
	ran   *sync.Map // thread to the daemon, by number
	as    int
}

func (p together) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	p.begin()
	select {
	case <-ctx.Done():
		return agent.Action{}, ctx.Err()
	case <-p.all:
	}
	if first, before := p.ran.LoadOrStore(s.ThreadID, p.as); before && first != p.as {
		p.t.Errorf("daemon %d runs a thread of daemon %d", p.as, first)
	}
	return p.Planner.Next(ctx, s)
}

// Two daemons run threads at the same time: the second takes those for which the first has no
// runner. Each thread runs in one daemon, until its review is open.
func TestDaemonsShareThreads(t *testing.T) {
	t.Parallel()
	const count = runners + 8
	var working sync.WaitGroup
	var ran sync.Map
	all := make(chan struct{})
	working.Add(2)
	go func() { working.Wait(); close(all) }()
	var planners []planner.Planner
	for n := range 2 {
		planners = append(planners, together{planner.Rules{Payments: 4}, t, sync.OnceFunc(working.Done), all, &ran, n})
	}
	daemons := twoDaemons(t, planners...)
	ctx, cancel := context.WithCancel(t.Context())
	var stations sync.WaitGroup
	defer stations.Wait()
	defer cancel()
	for _, d := range daemons {
		d.startSharing(func(_ string, work func(context.Context) error) {
			stations.Go(func() { _ = work(ctx) }) // only reports the end of ctx
		})
		for range runners {
			stations.Go(func() { d.runner.Loop(ctx, queue.Behind) })
		}
	}
	const name = "quotes@agency.test/INBOX"
	var mails []mailbox.Arrival
	for n := range uint32(count) {
		raw := fmt.Sprintf("From: Alice Moreno <alice%d@customer.test>\r\nTo: quotes@agency.test\r\nSubject: Quote for my car\r\n"+
			"Message-ID: <%d@customer.test>\r\n\r\nPlease quote my 2019 Honda Civic.\r\n", n, n)
		mails = append(mails, mailbox.Arrival{UID: n + 1, UIDValidity: 1, InternalDate: time.Now(), Size: int64(len(raw)), Raw: []byte(raw)})
	}
	err := daemons[0].intake.Sink(name).Accept(ctx, mails, store.Cursor{Mailbox: name, UIDValidity: 1, LastUID: count})
	if err := errors.Join(err, daemons[0].intake.RoutePending(ctx)); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var heads []store.Head
		err := daemons[0].Store.View(ctx, func(tx store.Tx) (err error) {
			heads, err = tx.LatestHeads(store.ThreadAwaitingReview, "", count+1)
			return err
		})
		if err == nil && len(heads) == count {
			break
		}
		if err != nil || time.Now().After(end) {
			t.Fatalf("%d of %d threads have a review: %v", len(heads), count, err)
		}
	}
	by := map[any]int{}
	ran.Range(func(_, n any) bool { by[n]++; return true })
	if by[0]+by[1] != count || by[0] == 0 || by[1] == 0 {
		t.Errorf("threads by daemon: %v", by)
	}
}
