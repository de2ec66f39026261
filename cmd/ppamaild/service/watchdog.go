package service

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	sd "github.com/coreos/go-systemd/v22/daemon"

	"ppamaild/daemon"
	"ppamaild/store"
)

// Watchdog asks whether the store of a daemon answers. A reload closes the store for a moment.
type Watchdog struct {
	mu     sync.Mutex
	served *daemon.Daemon // nil: none
	closed time.Time      // since when a reload has the store closed; zero: the store is open
}

// reloadLimit is how long a reload may have the store closed. Then the program hangs.
const reloadLimit = 2 * time.Minute

// Watch asks a daemon from now on; nil: none.
func (w *Watchdog) Watch(d *daemon.Daemon) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.served, w.closed = d, time.Time{}
}

// Reloading lets no daemon be asked until Watch.
func (w *Watchdog) Reloading() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = time.Now()
}

func (w *Watchdog) state() (served *daemon.Daemon, closed time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.served, w.closed
}

var errReloadHangs = errors.New("a reload does not end")

// Alive reports whether the store answers, or a reload is in progress.
func (w *Watchdog) Alive(ctx context.Context) error {
	d, closed := w.state()
	if !closed.IsZero() {
		if time.Since(closed) > reloadLimit {
			return errReloadHangs
		}
		return nil
	}
	if d == nil {
		return nil
	}
	err := d.Alive(ctx)
	if errors.Is(err, store.ErrUnavailable) {
		return nil // a restart would not help: the daemon waits for its database
	}
	if now, closed := w.state(); closed.IsZero() && now == d {
		return err
	}
	return nil // a reload closed the store during the question
}

// Keep tells systemd at intervals that the stores answer, until ctx is done, if the unit has
// WatchdogSec. Without the message, systemd restarts the program.
func Keep(ctx context.Context, log *slog.Logger, alive func(context.Context) error) {
	limit, err := sd.SdWatchdogEnabled(false)
	if err != nil {
		log.Warn("reading the watchdog's interval", "error", err)
	}
	if limit == 0 || err != nil {
		return
	}
	tick := time.NewTicker(limit / 4)
	defer tick.Stop()
	for {
		if err := alive(ctx); err == nil {
			Notify(log, sd.SdNotifyWatchdog)
		} else if ctx.Err() == nil {
			log.Error("the store does not answer; systemd restarts the program", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
