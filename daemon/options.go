package daemon

import (
	"context"
	"io"
	"iter"
	"log/slog"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/agent/task/tasktools"
	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/daemon/fair"
	"ppamaild/daemon/metrics"
	"ppamaild/mailbox"
	"ppamaild/reading"
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

	// AwaitDatabase lets New wait for a database that is down, until its context ends. Otherwise
	// New returns store.ErrUnavailable.
	AwaitDatabase bool

	Version string // of the program, for the metrics

	// Front listens for the console before New, and after Close. nil: the daemon has its own.
	Front *Front

	// Tenant is the name of this agency among several in one process; "": the only one. Share is
	// its share of the resources of the process, and Shelf serves metrics of several tenants.
	Tenant string
	Share  *fair.Tenant
	Shelf  *metrics.Shelf
	// HadThreads says that the tenant may have open threads, so its store must exist.
	HadThreads bool

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
