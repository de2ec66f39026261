package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
)

// mustShare opens a store as another daemon.
func mustShare(t *testing.T, dsn string, silence time.Duration) *Store {
	t.Helper()
	s, err := Open(t.Context(), dsn, Options{Shared: true, Silence: silence})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// awaitClaim waits until a daemon gets a claim.
func awaitClaim(t *testing.T, s *Store, name string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(pause()) {
		held, err := s.Claim(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if held {
			return
		}
	}
	t.Fatalf("the claim on %s never ends", name)
}

// A daemon that sleeps, even within a transaction, is expelled: its claims end, and when it wakes
// it can change nothing.
func TestExpelled(t *testing.T) {
	t.Parallel()
	dsn := mustSchemaOf(t, sandbox.Get(t))
	const silence = 3 * time.Second // long enough for a busy machine
	sleeper, other := mustShare(t, dsn, silence), mustShare(t, dsn, silence)
	if held, err := sleeper.Claim(t.Context(), "office"); !held || err != nil {
		t.Fatal(held, err)
	}
	sleeper.stop() // as a stopped process, it has no beats
	asleep, wake := make(chan struct{}), make(chan struct{})
	written := make(chan error)
	go func() {
		written <- sleeper.Update(context.Background(), func(tx store.Tx) error {
			if _, err := tx.JournalLength("Q-1"); err != nil {
				return err
			}
			select {
			case <-asleep: // the second attempt
			default:
				close(asleep)
				<-wake
			}
			_, err := tx.Append(store.Entry{Thread: "Q-1"}, []byte("late"))
			return err
		})
	}()
	<-asleep // and holds the lock of all writers
	awaitClaim(t, other, "office")
	close(wake)
	if err := <-written; !errors.Is(err, store.ErrLocked) {
		t.Errorf("the sleeper writes: %v", err)
	}
	if n := length(t, other); n != 0 {
		t.Errorf("the journal has %d entries", n)
	}
	if held, err := sleeper.Claim(t.Context(), "new"); held || err != nil {
		t.Errorf("the sleeper claims: %t, %v", held, err)
	}
	select {
	case <-sleeper.Expelled():
	case <-time.After(time.Minute):
		t.Error("the sleeper does not notice")
	}
}

// A daemon that loses its connections stays a member, and keeps its claims.
func TestLostConnectionKeepsClaims(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Own(t)
	dsn := mustSchemaOf(t, cluster)
	one, two := mustShare(t, dsn, 0), mustShare(t, dsn, 0)
	if held, err := one.Claim(t.Context(), "office"); !held || err != nil {
		t.Fatal(held, err)
	}
	if err := cluster.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Store{one, two} {
		s.patience = time.Minute
		if err := s.Update(t.Context(), func(tx store.Tx) error {
			_, err := tx.Append(store.Entry{Thread: "Q-1"}, nil)
			return err
		}); err != nil {
			t.Error(err)
		}
	}
	if held, err := two.Claim(t.Context(), "office"); held || err != nil {
		t.Errorf("the other holds the claim: %t, %v", held, err)
	}
	if held, err := one.Claim(t.Context(), "office"); !held || err != nil {
		t.Errorf("the claim is lost: %t, %v", held, err)
	}
}

// A process that shares no store is alone, in either order.
func TestSharesNot(t *testing.T) {
	t.Parallel()
	dsn := mustSchemaOf(t, sandbox.Get(t))
	shared := mustShare(t, dsn, 0)
	if _, err := Open(t.Context(), dsn, Options{}); !errors.Is(err, store.ErrLocked) {
		t.Errorf("alone, next to a daemon: %v", err)
	}
	if err := shared.Close(); err != nil {
		t.Fatal(err)
	}
	alone, err := Open(t.Context(), dsn, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dsn, Options{Shared: true}); !errors.Is(err, store.ErrLocked) {
		t.Errorf("a daemon next to a process that is alone: %v", err)
	}
	if err := alone.Close(); err != nil {
		t.Error(err)
	}
}
