package daemon

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/agent/quoting"
	"ppamaild/agent/task/tasktools"
	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/changelog"
	"ppamaild/daemon/control"
	"ppamaild/daemon/copies"
	"ppamaild/daemon/decision"
	"ppamaild/daemon/fair"
	"ppamaild/daemon/intake"
	"ppamaild/daemon/internal/clock"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/metrics"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/outbox"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/recovery"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/storefile"
	"ppamaild/daemon/traces"
	"ppamaild/daemon/upkeep"
	"ppamaild/daemon/webhook"
	"ppamaild/mailbox"
	"ppamaild/reading"
	"ppamaild/store"
)

// CheckResult is the result of the check of a server or a file.
type CheckResult struct {
	What, Says string
	Failed     bool
}

// Options are what a daemon works with. Only Config is needed.
type Options struct {
	Config  *config.Config
	Logger  *slog.Logger         // nil: nothing is logged
	Now     func() time.Time     // nil: time.Now
	Uptime  func() time.Duration // never set back; nil: the uptime of the machine
	Rand    io.Reader            // nil: crypto/rand
	OnReady func()               // called once, when both mailboxes are watched
	// WorkLimit is the time limit for reading a message, an event of a thread, or a mail to send;
	// 0: guard.Limit.
	WorkLimit time.Duration
	// LookupTXT looks up TXT records in DNS. nil: the resolver of the system.
	LookupTXT func(ctx context.Context, name string) ([]string, error)

	Version string // of the program, for the metrics

	// Tenant is the name of this agency among several in one process; "": the only one. Share is
	// its share of the resources of the process, and Shelf serves metrics of several tenants.
	Tenant string
	Share  *fair.Tenant
	Shelf  *metrics.Shelf

	// Check tries the servers and files of the configuration for the console; nil: it can't.
	Check func(context.Context, *config.Config) iter.Seq[CheckResult]

	// UndoTime is how long a mail that is approved in the console waits for an undo; 0: 10 seconds.
	UndoTime time.Duration

	// The other fields replace the configured parts in tests.
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

// Daemon serves one agency. Its fields do not change after New.
type Daemon struct {
	*deps.Deps
	onReady  func()
	version  string
	name     string // of the tenant
	tenant   *fair.Tenant
	shelf    *metrics.Shelf
	disk     storefile.RetryOnDiskFull // the store
	sharing  sharing
	monitor  net.Listener     // for metrics; nil: none
	door     *consoleDoor     // nil: no console
	changes  *changelog.Store // nil: no console and no webhooks
	traces   *traces.Store    // nil: no traces
	webhooks *webhook.Webhooks

	toolbox quoting.Toolbox
	quote   runner.Workflow
	tasks   crew
	tests   crew // for test tasks

	tokens      *configured.Tokens
	watchers    []watcher
	senders     map[string]*mailbox.Sender // by role
	sentFolders map[string]*mailbox.Sent   // by role
	copies      *copies.Filer
	twins       *copies.Twins

	intake   *intake.Intake
	runner   *runner.Runner
	decision *decision.Handler
	outbox   *outbox.Outbox
	upkeep   *upkeep.Upkeep
	recovery *recovery.Recovery
	admin    *admin.Admin
}

// New opens the store and prepares everything that can fail, without a network. The caller must
// Close the daemon.
func New(ctx context.Context, o Options) (*Daemon, error) {
	d := newDaemon(o)
	var err error
	if d.Templates, err = LoadTemplates(d.Config); err != nil {
		return nil, err
	}
	if err := d.openStore(); err != nil {
		return nil, err
	}
	if err := errors.Join(d.loadKeys(ctx), d.makeAgent(o), d.makeMailboxes()); err != nil {
		return nil, errors.Join(err, d.Store.Close())
	}
	d.makeRooms()
	d.makeWebhooks()
	if err := errors.Join(d.listenForMonitor(ctx), d.openConsole(ctx, o)); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// openStore opens the store. The log records a new store: a mistyped path, or a disk that is not
// mounted yet, would otherwise look like a store without any past.
func (d *Daemon) openStore() error {
	missing := storefile.Missing(d.Config)
	opened, err := storefile.OpenShared(d.Config)
	if err != nil {
		return err
	}
	if missing {
		d.Log.Info("created a new store", "store", storefile.Name(d.Config))
	}
	d.sharing = newSharing(opened)
	d.Claims = d.sharing.claims()
	d.disk = storefile.NewRetryOnDiskFull(opened, d.Log)
	backend := traces.Backend(d.disk)
	if c := d.Config.Console; c.Listen != "" || len(c.Webhooks) > 0 {
		d.changes = changelog.New(d.disk, d.Now)
		backend = d.changes
	}
	d.Store = backend
	if c := d.Config; c.Tracing.Endpoint != "" {
		d.traces = traces.New(backend, traces.Options{
			Endpoint: c.Tracing.Endpoint, Agency: c.Mailbox.Customer.Address,
			Version: d.version, Now: d.Now, Log: d.Log,
		})
		d.Store = d.traces
	}
	d.tokens = configured.NewTokens(admin.NewKeptTokens(d.Store), d.Log)
	return nil
}

// newDaemon fills in what needs nothing from outside.
func newDaemon(o Options) *Daemon {
	a := &agency.Agency{
		Config:   o.Config,
		Log:      o.Logger,
		Rand:     o.Rand,
		Location: o.Config.Agency.Location,
		Staff:    configured.NewStaff(o.Config.Review),
	}
	d := &Daemon{
		Deps: &deps.Deps{
			Writer:  &notify.Writer{Agency: a},
			Clock:   clock.New(o.Now, o.Uptime),
			Signals: queue.NewSignals(agency.Roles()...),
			Tally:   metrics.NewTally(func(from string) bool { _, is := a.Staff.Find(from); return is }),
		},
		onReady: o.OnReady,
		version: o.Version,
		name:    o.Tenant,
		tenant:  o.Share,
		shelf:   o.Shelf,
		quote:   runner.Workflow{Planner: o.Planner, Tools: o.Tools},
	}
	d.Now = d.Clock.Now
	d.Staff.Choices = configured.NewChoices(d.Now)
	d.defaults()
	d.Watch = guard.NewWatchdog(o.WorkLimit, d.Log)
	d.intake = intake.New(d.Deps, o.LookupTXT)
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

// gcPercent lets garbage grow to several times the live data, which is small (about 10 MB), while
// each message makes 2 MB of garbage. With Go's default, collection takes a fifth of the CPU time.
// GOGC and GOMEMLIMIT still apply.
const gcPercent = 400

// TuneGC sets the target of the garbage collection, until the caller calls undo.
func TuneGC() (undo func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	was := debug.SetGCPercent(gcPercent)
	return func() { debug.SetGCPercent(was) }
}

// Run serves until ctx ends, and then finishes the work in progress.
func (d *Daemon) Run(ctx context.Context) error {
	err := errors.Join(
		d.warnOfNewMailboxes(ctx),
		d.upkeep.KeepAgencyThread(ctx),
		d.upkeep.FindClock(ctx),
		d.webhooks.Begin(ctx), // before any station makes an event
		d.wakeQueued(ctx),
		d.sharing.try(ctx),
	)
	if err != nil {
		return fmt.Errorf("finding what is left to do: %w", err)
	}
	defer TuneGC()()
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
		start("watching a mailbox", d.sharing.in(w.Run))
	}
	start("reconciling", func(ctx context.Context) error { return d.reconcile(ctx, reconciled) })
	start("routing", d.sharing.in(after(d.intake.Loop)))
	start("timers", d.sharing.in(after(d.upkeep.Loop)))
	start("asking others", d.sharing.in(after(infallible(d.decision.Reassign))))
	start("filing copies", infallible(d.copies.Run))
	start("control socket", func(ctx context.Context) error { return d.admin.Serve(ctx, on) })
	start("metrics", d.serveMetrics)
	if d.traces != nil {
		start("traces", infallible(d.traces.Run))
	}
	start("console", d.serveConsole)
	start("front desk", infallible(d.runFrontdesk))
	start("webhooks", d.sharing.in(infallible(d.webhooks.Run)))
	start("mailbox alarms", d.sharing.in(infallible(d.upkeep.Alarms)))
	start("retention", d.sharing.in(after(infallible(d.upkeep.Retention))))
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

// Close releases what New took. Run must have returned.
func (d *Daemon) Close() error {
	for _, s := range d.senders {
		s.Close()
	}
	for _, f := range d.sentFolders {
		f.Close()
	}
	err := errors.Join(d.tasks.close(), d.tests.close())
	if d.monitor != nil {
		d.monitor.Close() // usually closed already
	}
	if d.door != nil {
		d.door.on.Close() // usually closed already
	}
	return errors.Join(err, d.Store.Close())
}

// HasOpenThreads reports whether a thread has not ended.
func (d *Daemon) HasOpenThreads(ctx context.Context) (open bool, err error) {
	err = d.Store.View(ctx, func(tx store.Tx) error {
		for _, status := range store.ThreadStatuses() {
			if status.Ended() {
				continue
			}
			found, err := tx.LatestHeads(status, "", 2) // one may be the thread of the agency
			if err != nil {
				return err
			}
			open = open || slices.ContainsFunc(found, func(h store.Head) bool {
				return h.Thread != journal.AgencyThread
			})
		}
		return nil
	})
	return open, err
}

// StoreID tells stores apart. A copy of a store has the id of the store.
type StoreID [sha256.Size]byte

// StoreID returns the id of the daemon's store.
func (d *Daemon) StoreID() StoreID { return sha256.Sum256(d.Minter.Key) }

// Alive reports whether the store answers.
func (d *Daemon) Alive(ctx context.Context) error {
	return d.Store.View(ctx, func(store.Tx) error { return nil })
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

// watching returns the watchers that run: none unless this daemon holds the office.
func (d *Daemon) watching() []watcher {
	if d.sharing.held() {
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
	d.Log.Info("ready", "mailboxes", len(d.watching()))
	d.onReady()
}
