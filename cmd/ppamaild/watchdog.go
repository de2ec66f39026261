package main

import (
	"context"
	"errors"
	"sync"
	"time"

	sd "github.com/coreos/go-systemd/v22/daemon"
)

// watchdog tells systemd at intervals that the store answers, if the unit has WatchdogSec.
// Without the message, systemd restarts the program. A reload closes the store for a moment.
type watchdog struct {
	mu     sync.Mutex
	served service
	closed time.Time // since when a reload has the store closed; zero: the store is open
}

// reloadLimit is how long a reload may have the store closed. Then the program hangs.
const reloadLimit = 2 * time.Minute

func newWatchdog(s service) *watchdog { return &watchdog{served: s} }

// watch asks another daemon from now on.
func (w *watchdog) watch(s service) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.served, w.closed = s, time.Time{}
}

// reloading lets no daemon be asked until watch.
func (w *watchdog) reloading() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = time.Now()
}

func (w *watchdog) state() (served service, closed time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.served, w.closed
}

// keep notifies systemd until ctx is done.
func (w *watchdog) keep(ctx context.Context) {
	s, _ := w.state()
	limit, err := sd.SdWatchdogEnabled(false)
	if err != nil {
		s.log.Warn("reading the watchdog's interval", "error", err)
	}
	if limit == 0 || err != nil {
		return
	}
	tick := time.NewTicker(limit / 4)
	defer tick.Stop()
	for {
		err := w.alive(ctx)
		s, _ = w.state()
		if err == nil {
			notify(s.log, sd.SdNotifyWatchdog)
		} else if ctx.Err() == nil {
			s.log.Error("the store does not answer; systemd restarts the program", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

var errReloadHangs = errors.New("a reload does not end")

// alive reports whether the store answers, or a reload is in progress.
func (w *watchdog) alive(ctx context.Context) error {
	s, closed := w.state()
	if !closed.IsZero() {
		if time.Since(closed) > reloadLimit {
			return errReloadHangs
		}
		return nil
	}
	err := s.Alive(ctx)
	now, closed := w.state()
	if closed.IsZero() && now.Daemon == s.Daemon {
		return err
	}
	return nil // a reload closed the store during the question
}
