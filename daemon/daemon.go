package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/agent/quoting"
	"ppamaild/agent/task/tasktools"
	"ppamaild/agent/task/team"
	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/copies"
	"ppamaild/daemon/decision"
	"ppamaild/daemon/internal/clock"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/storefile"
	"ppamaild/mailbox"
	"ppamaild/mailbox/authres"
	"ppamaild/mailbox/origin"
	"ppamaild/reading"
	"ppamaild/store"
)

// Options are what a daemon works with. Only Config is needed.
type Options struct {
	Config    *config.Config
	Logger    *slog.Logger                                             // nil: nothing is logged
	Now       func() time.Time                                         // nil: time.Now
	Uptime    func() time.Duration                                     // never set back; nil: the machine's
	Rand      io.Reader                                                // nil: crypto/rand
	OnReady   func()                                                   // called once, when both mailboxes are watched
	LookupTXT func(ctx context.Context, name string) ([]string, error) // nil: the system's resolver
	// The others replace the configured ones in tests.
	Carrier carrier.Carrier
	Planner planner.Planner
	Tools   []agent.Tool
	Crew    tasktools.Team
	Reader  func(reading.Input) reading.Reading
}

// watcher reads a mailbox as messages arrive; see mailbox.Watcher.
type watcher interface {
	Run(ctx context.Context) error
	Ready() <-chan struct{}
	Status() mailbox.Status
}

// Daemon serves one agency. But for wiped, its fields do not change after New.
type Daemon struct {
	*deps.Deps
	onReady func()

	disk     storefile.RetryOnDiskFull // the store
	toolbox  quoting.Toolbox
	quote    runner.Workflow
	task     runner.Workflow
	runner   *runner.Runner
	decision *decision.Handler
	crew     *team.Crew // who does the work of tasks; nil in tests
	origins  origin.Classifier
	proof    authres.Checker

	tokens      *configured.Tokens
	watchers    []watcher
	senders     map[string]*mailbox.Sender // by role
	sentFolders map[string]*mailbox.Sent   // by role

	sending *queue.InFlight
	toSend  map[string]chan uint64 // by role
	copies  *copies.Filer
	monitor net.Listener // where it asks; nil: there is none
	wiped   bool         // what retention erased, as far as this run knows; retentionLoop's own
}

// New opens the store and prepares everything that can fail, without a network.
// The caller must Close the daemon.
func New(ctx context.Context, o Options) (*Daemon, error) {
	d := newDaemon(o)
	var err error
	if d.Templates, err = LoadTemplates(d.Config); err != nil {
		return nil, err
	}
	if err := d.openStore(); err != nil {
		return nil, err
	}
	if err := errors.Join(d.loadKeys(ctx), d.makeAgent(o), d.makeMailboxes(), d.makeRooms()); err != nil {
		return nil, errors.Join(err, d.Store.Close())
	}
	if err := d.listenForMonitor(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// openStore says so where it makes a store: at a path that was mistyped, or that another
// disk is to be mounted at, all that went on before would seem never to have been.
func (d *Daemon) openStore() error {
	_, missing := os.Stat(d.Config.Store.Path)
	opened, err := storefile.Open(d.Config)
	if err != nil {
		return err
	}
	if errors.Is(missing, fs.ErrNotExist) {
		d.Log.Warn("created a new store", "store", d.Config.Store.Path)
	}
	d.disk = storefile.NewRetryOnDiskFull(opened, d.Log)
	d.Store = d.disk
	d.tokens = configured.NewTokens(inStore{d.Store}, d.Log)
	return nil
}

// newDaemon fills in what needs nothing from outside.
func newDaemon(o Options) *Daemon {
	a := &agency.Agency{
		Config: o.Config, Log: o.Logger, Rand: o.Rand,
		Location: o.Config.Agency.Location, Staff: configured.NewStaff(o.Config.Review),
	}
	d := &Daemon{
		Deps: &deps.Deps{
			Writer: &notify.Writer{Agency: a}, Clock: clock.New(o.Now, o.Uptime),
			Signals: queue.NewSignals(agency.Roles()...),
		},
		onReady: o.OnReady, quote: runner.Workflow{Planner: o.Planner, Tools: o.Tools},
		sending: queue.NewInFlight(),
		toSend:  make(map[string]chan uint64),
	}
	for _, role := range agency.Roles() {
		d.toSend[role] = make(chan uint64)
	}
	d.Now = d.Clock.Now
	d.defaults()
	d.makeReaders(o)
	return d
}

func (d *Daemon) defaults() {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Rand == nil {
		d.Rand = rand.Reader
	}
	if d.onReady == nil {
		d.onReady = func() {}
	}
}

// How many threads are worked on at a time: more than there are cores, as they wait
// for the disk. Where a model is asked, it is as many as may ask it at once. One
// in four is kept for threads that wait ahead, so that a decision is dealt with while
// everyone else waits for a model, for minutes if it is busy.
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

// gcPercent lets garbage grow to several times what is in use, which is little
// (about 10 MB) while each message makes 2 MB of it: at Go's default, collecting
// takes a fifth of a daemon's processor time. GOGC and GOMEMLIMIT count as ever.
const gcPercent = 400

// Run serves until ctx is done, and then ends what is under way in order.
func (d *Daemon) Run(ctx context.Context) error {
	if err := errors.Join(d.tellNewMailboxes(ctx), d.keepAgencyThread(ctx), d.findClock(ctx),
		d.wakeQueued(ctx)); err != nil {
		return fmt.Errorf("finding what is left to do: %w", err)
	}
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	}
	group, ctx := errgroup.WithContext(ctx) // the first that fails ends all
	stop := context.AfterFunc(ctx, d.disk.GiveUp)
	defer stop()
	d.startAll(func(name string, work func(context.Context) error) {
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

// startAll starts every station; those that come behind the mailboxes wait until these
// were reconciled after a restore.
func (d *Daemon) startAll(start func(name string, work func(context.Context) error)) {
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
	for _, w := range d.watchers {
		start("watching a mailbox", w.Run)
	}
	start("reconciling", func(ctx context.Context) error { return d.reconcile(ctx, reconciled) })
	start("routing", after(d.routeLoop))
	start("timers", after(d.timerLoop))
	start("asking others", after(quietly(d.decision.Reassign)))
	start("filing copies", quietly(d.copies.Run))
	start("control socket", d.serveControl)
	start("metrics", d.serveMetrics)
	start("mailbox alarms", quietly(d.alarmLoop))
	start("retention", after(quietly(d.retentionLoop)))
	start("readiness", quietly(d.announce))
	for i := range d.runners() {
		last := queue.Behind
		if i < d.runners()/keptShare {
			last = queue.Ahead
		}
		start("running threads", after(quietly(func(ctx context.Context) { d.runner.Loop(ctx, last) })))
	}
	for _, role := range agency.Roles() { // a server that hangs holds up its own mail alone
		start("sending", after(func(ctx context.Context) error { return d.sendLoop(ctx, role) }))
		for range max(senderConnections, runtime.GOMAXPROCS(0)) {
			start("sending", quietly(func(ctx context.Context) { d.sendWorker(ctx, role) }))
		}
	}
}

// quietly makes work that never fails of the kind that may.
func quietly(work func(context.Context)) func(context.Context) error {
	return func(ctx context.Context) error { work(ctx); return nil }
}

// Close releases what New took. Run must have returned.
func (d *Daemon) Close() error {
	for _, s := range d.senders {
		s.Close()
	}
	for _, f := range d.sentFolders {
		f.Close()
	}
	var err error
	if d.crew != nil {
		err = d.crew.Close()
	}
	if d.monitor != nil {
		d.monitor.Close() // by now it mostly is
	}
	return errors.Join(err, d.Store.Close())
}

// wakeQueued wakes the threads that have events from before the last stop.
func (d *Daemon) wakeQueued(ctx context.Context) error {
	return d.Store.View(ctx, func(tx store.Tx) error {
		threads, err := tx.Queued()
		if err != nil {
			return err
		}
		for _, t := range threads {
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

// announce says once that every mailbox is watched.
func (d *Daemon) announce(ctx context.Context) {
	for _, w := range d.watchers {
		select {
		case <-ctx.Done():
			return
		case <-w.Ready():
		}
	}
	if d.Observing() {
		d.Log.Warn("observing: nothing is sent to customers (agency.mode)")
	}
	d.Log.Info("ready", "mailboxes", len(d.watchers))
	d.onReady()
}
