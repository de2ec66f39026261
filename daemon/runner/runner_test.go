package runner

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
)

// broken are Claims of a database that is down.
type broken struct{ queue.Claims }

func (broken) Claim(context.Context, string) (bool, error) {
	return false, errors.New("the database is down")
}

// A decision of staff that failed is tried again before the mail of new customers.
func TestFailedThreadKeepsItsPriority(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		r := New(Options{Deps: &deps.Deps{
			Writer: &notify.Writer{Agency: &agency.Agency{Log: slog.New(slog.DiscardHandler)}},
			Claims: broken{}, Signals: queue.NewSignals(),
		}})
		threads := r.Signals.Threads
		threads.Wake("Q-1", queue.Ahead)
		go r.Loop(ctx, queue.Ahead)
		synctest.Wait()
		stop()
		next, end := context.WithTimeout(t.Context(), 2*queue.RetryDelay)
		defer end()
		if thread, _, found := threads.Next(next, queue.Ahead); !found {
			t.Errorf("the next thread is %q", thread)
		}
	})
}
