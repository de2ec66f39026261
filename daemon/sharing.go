package daemon

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/hearing"
	"ppamaild/daemon/internal/clock"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// Several daemons may share a store. One of them is the leader: it reads the mailboxes, routes
// messages, fires timers and reports faults. Every daemon runs threads, sends mail, and answers
// commands. If the leader is gone, another daemon becomes the leader.

const (
	leaderPause = time.Second     // between two attempts to become the leader
	lookPause   = 5 * time.Second // between two looks for work that no news announced
)

// sharing is the part of a daemon that knows of the others on the store.
type sharing struct {
	shared store.Shared // nil: this daemon is alone
	held   queue.Claims
	again  func()        // releases claims again that could not be released
	leads  chan struct{} // closed when this daemon becomes the leader
	looks  queue.Notifier
	heard  *hearing.Hearing // nil: this daemon is alone
}

// newSharing returns the sharing of a store.
func newSharing(opened store.Store) sharing {
	s := sharing{leads: make(chan struct{}), looks: queue.NewNotifier(), held: queue.Alone{}}
	s.shared, _ = opened.(store.Shared)
	if s.shared == nil {
		close(s.leads)
	} else {
		releases := queue.NewReleases(s.shared)
		s.held, s.again = releases, releases.Flush
	}
	return s
}

// isLeader reports whether this daemon is the leader.
func (s sharing) isLeader() bool {
	select {
	case <-s.leads:
		return true
	default:
		return false
	}
}

// ofLeader adapts work that only the leader does.
func (s sharing) ofLeader(work func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return nil
		case <-s.leads:
			return work(ctx)
		}
	}
}

// tryToLead makes this daemon the leader if there is none.
func (s sharing) tryToLead(ctx context.Context) error {
	if s.isLeader() {
		return nil
	}
	held, err := s.shared.Claim(ctx, queue.LeaderClaim)
	if held {
		close(s.leads)
	}
	return err
}

// awaitLeadership makes this daemon the leader once there is none.
func (d *Daemon) awaitLeadership(ctx context.Context) error {
	for !d.sharing.isLeader() {
		if !clock.Sleep(ctx, leaderPause) {
			return nil
		}
		if err := d.sharing.tryToLead(ctx); err != nil && ctx.Err() == nil {
			d.Log.Error("trying to take over the mailboxes", "error", err)
		}
		if d.sharing.isLeader() {
			d.Log.Warn("this daemon reads the mailboxes from now on",
				"reason", "the daemon that read them ended, or did not answer for some seconds")
			d.copies.LookAgain()
		}
	}
	return nil
}

// inTurn calls work while no other daemon on the store does work of the name.
func (d *Daemon) inTurn(ctx context.Context, name string, work func() error) error {
	return queue.Await(ctx, d.Claims, name, work)
}

// reconcile closes done once a restored store was compared with the mailboxes. The leader
// compares.
func (d *Daemon) reconcile(ctx context.Context, done chan<- struct{}) error {
	for !d.sharing.isLeader() {
		due, err := d.recovery.Due(ctx)
		if err != nil {
			return err
		}
		if !due {
			close(done)
			return nil
		}
		if !clock.Sleep(ctx, leaderPause) {
			return nil
		}
	}
	return d.recovery.Reconcile(ctx, done)
}

// errExpelled ends a daemon. Its supervisor starts it again.
var errExpelled = errors.New("the other daemons on the store have taken over the work of this " +
	"daemon, because it or its connection hung")

// startSharing starts the stations that connect this daemon with the others on its store.
func (d *Daemon) startSharing(start func(name string, work func(context.Context) error)) {
	s := d.sharing.shared
	if s == nil {
		return
	}
	d.sharing.heard = hearing.New(hearing.Options{
		Store: s, Threads: d.Signals.Threads, Wake: d.wake, Log: d.Log,
		Runners: d.runners() - d.runners()/keptShare,
	})
	start("membership", func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return nil
		case <-s.Expelled():
			return errExpelled
		}
	})
	start("leadership", d.awaitLeadership)
	start("news", func(ctx context.Context) error {
		s.Listen(ctx, func(n store.News) {
			if n.Kind == store.NewsHead {
				d.Signals.Changed.Add(n.Thread)
			}
			d.sharing.heard.Add(n)
		})
		return nil
	})
	start("hearing", infallible(d.sharing.heard.Loop))
	start("looking for work", func(ctx context.Context) error {
		for d.sharing.looks.Wait(ctx, time.Now, time.Now().Add(lookPause)) {
			d.look(ctx)
		}
		return nil
	})
}

// wake wakes the stations that have work after a commit of another daemon. Hearing wakes the
// runners.
func (d *Daemon) wake(kind store.NewsKind) {
	switch kind {
	case store.NewsEvent:
	case store.NewsHead:
		d.wakeChanges()
	case store.NewsMail:
		d.Signals.Sending.Notify()
	case store.NewsTimer:
		d.Signals.Timers.Notify()
	case store.NewsInbound:
		d.Signals.NotifyArrival()
	default:
		d.sharing.looks.Notify()
		d.copies.LookAgain()
	}
}

func (d *Daemon) wakeChanges() {
	if d.changes != nil {
		d.changes.Wake()
	}
}

// look finds the work in the store, and recovers mails of daemons that are gone. News may have been
// lost. Claims that an outage kept from their release would stop the other daemons.
func (d *Daemon) look(ctx context.Context) {
	d.sharing.again()
	err := d.Store.View(ctx, func(tx store.Tx) error {
		queued, err := tx.Queued()
		if err == nil {
			err = d.sharing.heard.AddQueued(queued, func(t string) (kinds []string, err error) {
				events, err := tx.Events(t)
				for _, e := range events {
					kinds = append(kinds, e.Kind)
				}
				return kinds, err
			})
		}
		return errors.Join(err, agency.LoadChoices(tx, d.Staff.Choices))
	})
	for _, role := range agency.Roles() {
		if failed := d.outbox.Recover(ctx, role); failed != nil {
			err = errors.Join(err, fmt.Errorf("recovering the outbox: %w", failed))
		}
	}
	d.Signals.Routing.Notify()
	d.Signals.Sending.Notify()
	d.Signals.Timers.Notify()
	d.wakeChanges()
	if err != nil && ctx.Err() == nil {
		d.Log.Error("looking for work", "error", err)
	}
}
