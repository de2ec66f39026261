package mailbox

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Who waits for a connection that another uses gives up when told to.
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
