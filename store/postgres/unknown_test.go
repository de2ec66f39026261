package postgres

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
)

// After a lost commit, the server stays away for too long. The commit fails with an unknown outcome.
// Afterwards the store reads the rows of the server, not the rows in memory.
func TestUnknownOutcome(t *testing.T) {
	t.Parallel()
	s, _, at := mustBreak(t, sandbox.Get(t))
	s.patience = 300 * time.Millisecond
	var away atomic.Bool
	dial := s.writer.config.DialFunc
	s.writer.config.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		if away.Load() {
			return nil, &net.OpError{Op: "dial", Net: network, Err: errors.New("the server is away")}
		}
		return dial(ctx, network, addr)
	}
	for want, place := range []cut{beforeWrite, afterWrite} { // the first commit never arrives
		change := func(lose bool) error {
			return s.Update(t.Context(), func(tx store.Tx) error {
				h, err := tx.Head("Q-1")
				if errors.Is(err, store.ErrNotFound) {
					h, err = store.Head{Thread: "Q-1", Status: store.ThreadRunning}, nil
				}
				if h.Version != uint64(want) && lose || err != nil {
					t.Errorf("cut %d: version %d (%v)", place, h.Version, err)
				}
				_, err = tx.PutHead(h)
				if lose {
					at.Store(int32(place))
					away.Store(true)
				}
				return err
			})
		}
		err := change(true)
		if err == nil || !strings.Contains(err.Error(), "the outcome of a commit is unknown") {
			t.Fatalf("cut %d: %v", place, err)
		}
		away.Store(false)
		if err := change(false); err != nil {
			t.Fatal(err)
		}
		if err := s.View(t.Context(), func(tx store.Tx) error {
			h, err := tx.Head("Q-1")
			if committed := map[cut]uint64{beforeWrite: 1, afterWrite: 3}[place]; h.Version != committed {
				t.Errorf("cut %d: version %d, not %d", place, h.Version, committed)
			}
			return err
		}); err != nil {
			t.Error(err)
		}
	}
}
