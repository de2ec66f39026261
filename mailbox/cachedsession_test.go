package mailbox

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A caller that waits for a connection in use gives up when its context ends.
func TestKeptConnectionInUse(t *testing.T) {
	k := newCachedSession(Account{})
	k.turn <- struct{}{}
	ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	err := k.with(ctx, func(*session) error { t.Error("two use it at a time"); return nil })
	if !errors.Is(err, ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
