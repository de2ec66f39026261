package daemon

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"log/slog"
	"net"
	"slices"

	"ppamaild/agent/quoting"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/changelog"
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
	"ppamaild/store"
)

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
	monitor  net.Listener // for metrics; nil: none
	door     *consoleDoor // nil: no console
	front    *Front
	ownFront Front            // closed with the daemon
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

// New opens the store and prepares everything that can fail, without a network except the one to a
// database. The caller must Close the daemon.
func New(ctx context.Context, o Options) (*Daemon, error) {
	d := newDaemon(o)
	if err := d.open(ctx, o); err != nil {
		d.ownFront.Close()
		return nil, err
	}
	return d, nil
}

// open listens for the console first, so that browsers get an answer during the start. Perhaps
// another process has the address and the store. The error of the store names this process.
func (d *Daemon) open(ctx context.Context, o Options) (err error) {
	if d.Templates, err = LoadTemplates(d.Config); err != nil {
		return err
	}
	busy := d.front.listen(ctx, d.Config.Console, d.Log)
	o.AwaitDatabase = o.AwaitDatabase && busy == nil
	if err := d.openStore(ctx, o); err != nil {
		return errors.Join(err, busy)
	}
	if err := errors.Join(busy, d.loadKeys(ctx), d.makeAgent(o), d.makeMailboxes()); err != nil {
		return errors.Join(err, d.Store.Close())
	}
	d.makeRooms()
	d.makeWebhooks()
	if err := errors.Join(d.listenForMonitor(ctx), d.openConsole(o)); err != nil {
		return errors.Join(err, d.Close())
	}
	return nil
}

// openStore opens the store, or waits for a database that is down.
func (d *Daemon) openStore(ctx context.Context, o Options) error {
	opened, err := d.tryStore(o)
	if o.AwaitDatabase && errors.Is(err, store.ErrUnavailable) {
		opened, err = d.awaitStore(ctx, o, err)
	}
	if err != nil {
		return err
	}
	d.sharing = newSharing(opened)
	d.Claims = d.sharing.held
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
	d.tokens = configured.NewTokens(admin.NewKeptTokens(d.Store), d.Log).TakeTurns(d.inTurn)
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
	if d.front = o.Front; d.front == nil {
		d.front = &d.ownFront
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
	d.ownFront.Close()
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
