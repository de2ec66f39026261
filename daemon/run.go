package daemon

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"ppamaild/config"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/control"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// Run serves until ctx ends, and then finishes the work in progress.
func (d *Daemon) Run(ctx context.Context) error {
	err := errors.Join(
		d.warnOfNewMailboxes(ctx),
		d.upkeep.KeepAgencyThread(ctx),
		d.upkeep.FindClock(ctx),
		d.webhooks.Begin(ctx), // before any station makes an event
		d.wakeQueued(ctx),
		d.sharing.tryToLead(ctx),
	)
	if err != nil {
		return fmt.Errorf("finding what is left to do: %w", err)
	}
	if d.name == "" { // otherwise the process of all tenants does
		defer TuneGC()()
	}
	ctx = d.tenant.In(ctx)
	on, err := control.Listen(control.Path(d.Config)) // commands work as soon as the daemon is ready
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx) // the first error ends all
	stop := context.AfterFunc(ctx, d.disk.GiveUp)
	defer stop()
	d.startAll(on, func(name string, work func(context.Context) error) {
		group.Go(func() error {
			err := guard.Run(func() error { return work(ctx) })
			if err == nil || ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("%s: %w", name, err)
		})
	})
	d.Signals.Routing.Notify()
	return group.Wait()
}

// startAll starts every station. The stations behind the mailboxes wait until a restored store
// was compared with the mailboxes.
func (d *Daemon) startAll(
	on net.Listener, start func(name string, work func(context.Context) error),
) {
	reconciled := make(chan struct{})
	after := func(work func(context.Context) error) func(context.Context) error {
		return func(ctx context.Context) error {
			select {
			case <-ctx.Done():
				return nil
			case <-reconciled:
				return work(ctx)
			}
		}
	}
	d.startSharing(start)
	for _, w := range d.watchers {
		start("watching a mailbox", d.sharing.ofLeader(w.Run))
	}
	start("reconciling", func(ctx context.Context) error { return d.reconcile(ctx, reconciled) })
	start("routing", d.sharing.ofLeader(after(d.intake.Loop)))
	start("timers", d.sharing.ofLeader(after(d.upkeep.Loop)))
	start("asking others", d.sharing.ofLeader(after(infallible(d.decision.Reassign))))
	start("filing copies", infallible(d.copies.Run))
	if d.sharing.shared != nil {
		start("watching the database", infallible(d.disk.Watch))
	}
	start("control socket", func(ctx context.Context) error { return d.admin.Serve(ctx, on) })
	start("metrics", d.serveMetrics)
	if d.traces != nil {
		start("traces", infallible(d.traces.Run))
	}
	start("console", d.serveConsole)
	start("front desk", infallible(d.runFrontdesk))
	start("webhooks", d.sharing.ofLeader(infallible(d.webhooks.Run)))
	start("mailbox alarms", d.sharing.ofLeader(infallible(d.upkeep.Alarms)))
	start("retention", d.sharing.ofLeader(after(infallible(d.upkeep.Retention))))
	start("readiness", infallible(d.announce))
	for i := range d.runners() {
		last := queue.Behind
		if i < d.runners()/keptShare {
			last = queue.Ahead
		}
		run := func(ctx context.Context) { d.runner.Loop(ctx, last) }
		start("running threads", after(infallible(run)))
	}
	for _, role := range agency.Roles() { // a server that hangs delays only its own mail
		start("sending", after(func(ctx context.Context) error { return d.outbox.Loop(ctx, role) }))
		for range max(senderConnections, runtime.GOMAXPROCS(0)) {
			start("sending", infallible(func(ctx context.Context) { d.outbox.Work(ctx, role) }))
		}
	}
}

// infallible adapts work that never fails.
func infallible(work func(context.Context)) func(context.Context) error {
	return func(ctx context.Context) error { work(ctx); return nil }
}

// runners is how many threads run at the same time. Threads wait for the disk, so there are more
// runners than cores. With a language model, there are as many as the model serves at a time.
// One in keptShare is kept for threads of high priority, so that a decision of staff does not
// wait behind slow requests to the model.
const (
	runners   = 32
	keptShare = 4
)

func (d *Daemon) runners() int {
	if d.Config.Planner.Kind == config.PlannerLLM {
		return d.Config.Planner.Concurrency
	}
	return runners
}

// wakeQueued wakes the threads that have events, unless they are awake.
func (d *Daemon) wakeQueued(ctx context.Context) error {
	return d.Store.View(ctx, func(tx store.Tx) error {
		threads, err := tx.Queued()
		if err != nil {
			return err
		}
		for _, t := range threads {
			if d.Signals.Threads.Has(t) {
				continue
			}
			events, err := tx.Events(t)
			if err != nil {
				return err
			}
			for _, e := range events {
				in, err := queue.PriorityIn(tx, t, e.Kind)
				if err != nil {
					return err
				}
				d.Signals.Threads.Wake(t, in)
			}
		}
		return nil
	})
}

// watching returns the watchers that run: none unless this daemon is the leader.
func (d *Daemon) watching() []watcher {
	if d.sharing.isLeader() {
		return d.watchers
	}
	return nil
}

// announce reports once that every mailbox is watched, or that another daemon watches them.
func (d *Daemon) announce(ctx context.Context) {
	for _, w := range d.watching() {
		select {
		case <-ctx.Done():
			return
		case <-w.Ready():
		}
	}
	if d.Observing() {
		d.Log.Warn("observing: nothing is sent to customers (agency.mode)")
	}
	if d.sharing.isLeader() {
		d.Log.Info("ready", "mailboxes", len(d.watching()))
	} else {
		d.Log.Info("ready", "mailboxes", 0, "read_by", "another daemon on the store")
	}
	d.onReady()
}

const (
	// gcPercent lets garbage grow to several times the live data, which is small (about 25 MB),
	// while each message makes 2 MB of garbage. With Go's default, collection takes a fifth of the
	// CPU time. GOGC and GOMEMLIMIT still apply.
	gcPercent = 400
	// startPercent applies for startTime after a start. A start reads the mails of a week, which
	// may be 60 MB of garbage, and no person waits for the result.
	startPercent = 50
	startTime    = 10 * time.Second
)

// TuneGC sets the target of the garbage collection, for the start and then for the work. The caller
// calls undo once.
func TuneGC() (undo func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(startPercent)
	work := time.AfterFunc(startTime, func() { debug.SetGCPercent(gcPercent) })
	return func() {
		work.Stop()
		debug.SetGCPercent(before)
	}
}
