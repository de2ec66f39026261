package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/chain"
)

// mustLose makes claims, and crashes the server so that it loses them. The server writes its
// buffers from time to time, so a crash that loses no claim does not count.
func mustLose(t *testing.T, cluster *sandbox.Cluster, s *Store, names ...string) {
	t.Helper()
	for _, sql := range []string{
		"ALTER SYSTEM SET wal_writer_delay = '10s'", "SELECT pg_reload_conf()",
	} {
		if _, err := s.quickly(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		for _, name := range names {
			if held, err := s.Claim(t.Context(), name); !held || err != nil {
				t.Fatal(held, err)
			}
		}
		err := errors.Join(cluster.Kill(t.Context()), cluster.Restart(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		left := 0
		err = s.View(t.Context(), func(of store.Tx) error {
			found, err := of.(*tx).flush("SELECT name FROM claims")
			left = len(found.Rows)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if left == 0 {
			return
		}
		for _, name := range names {
			if err := s.Release(t.Context(), name); err != nil {
				t.Fatal(err)
			}
		}
		// Otherwise the next crash loses the releases, too, and an older claim comes back.
		if _, err := s.quickly(t.Context(), "CHECKPOINT"); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("no crash loses a claim")
}

func appendEntry(s *Store) error {
	return s.Update(context.Background(), func(tx store.Tx) error {
		_, err := tx.Append(store.Entry{Thread: "Q-1"}, nil)
		return err
	})
}

// A claim that a crash of the server loses comes back before the next change of its process.
func TestLostClaimComesBack(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Own(t)
	dsn := mustSchemaOf(t, cluster)
	one, two := mustShare(t, dsn, time.Hour), mustShare(t, dsn, time.Hour)
	mustLose(t, cluster, one, "thread Q-1", "mail 7")
	if err := appendEntry(one); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"thread Q-1", "mail 7"} {
		if held, err := two.Claim(t.Context(), name); held || err != nil {
			t.Errorf("the other claims %s: %t, %v", name, held, err)
		}
		if err := one.Release(t.Context(), name); err != nil {
			t.Error(err)
		}
		if held, err := two.Claim(t.Context(), name); !held || err != nil {
			t.Errorf("the other claims %s after the release: %t, %v", name, held, err)
		}
	}
}

// After another process took a lost claim, the process that lost the claim can change nothing more.
func TestLostClaimIsTaken(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Own(t)
	dsn := mustSchemaOf(t, cluster)
	one, two := mustShare(t, dsn, time.Hour), mustShare(t, dsn, time.Hour)
	mustLose(t, cluster, one, "thread Q-1")
	if held, err := two.Claim(t.Context(), "thread Q-1"); !held || err != nil {
		t.Fatal(held, err)
	}
	if err := appendEntry(one); !errors.Is(err, store.ErrLocked) {
		t.Errorf("the process without its claim writes: %v", err)
	}
	select {
	case <-one.Expelled():
	default:
		t.Error("the process goes on")
	}
	if err := appendEntry(two); err != nil {
		t.Error(err)
	}
	if held, err := two.Claim(t.Context(), "thread Q-1"); !held || err != nil {
		t.Errorf("the other loses the claim: %t, %v", held, err)
	}
}

// A release that a crash of the server loses happens before the next change of its process.
func TestLostRelease(t *testing.T) {
	t.Parallel()
	dsn := mustSchemaOf(t, sandbox.Get(t))
	one, two := mustShare(t, dsn, time.Hour), mustShare(t, dsn, time.Hour)
	if held, err := one.Claim(t.Context(), "mail 7"); !held || err != nil {
		t.Fatal(held, err)
	}
	one.claims.Put("mail 7", false) // as Release does; the crash loses the rest
	if err := one.writer.conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := appendEntry(one); err != nil {
		t.Fatal(err)
	}
	if held, err := two.Claim(t.Context(), "mail 7"); !held || err != nil {
		t.Errorf("the released claim stays: %t, %v", held, err)
	}
}

// A process that remembers a row reads the row again after another process has changed the store.
func TestRememberedRowsAreCurrent(t *testing.T) {
	t.Parallel()
	dsn := mustSchemaOf(t, sandbox.Get(t))
	one, two := mustShare(t, dsn, 0), mustShare(t, dsn, 0)
	for version := range uint64(6) {
		s := []*Store{one, one, two, one, two, two}[version]
		for _, refused := range []bool{true, false} {
			err := s.Update(t.Context(), func(tx store.Tx) error {
				_, err := tx.PutHead(store.Head{
					Thread: "Q-1", Version: version, Status: store.ThreadRunning,
				})
				if _, journalErr := tx.Append(store.Entry{Thread: "Q-1"}, nil); refused {
					return errors.Join(err, journalErr, errRefused)
				}
				return err
			})
			if refused != errors.Is(err, errRefused) || !refused && err != nil {
				t.Fatalf("version %d: %v", version, err)
			}
		}
	}
	if n := length(t, one); n != 6 {
		t.Errorf("the journal has %d entries", n)
	}
}

var errRefused = errors.New("refused")

// A row that the transaction writes after its prefetch stays as written.
func TestPrefetchedRowIsOlder(t *testing.T) {
	t.Parallel()
	s := mustShare(t, mustSchemaOf(t, sandbox.Get(t)), 0)
	thread := []byte("Q-1")
	err := s.Update(t.Context(), func(tx store.Tx) error {
		j := journalTx{recordsOf(tx)}
		j.prefetch(journalTails, thread)
		err := j.putTail("Q-1", chain.Tail{Seq: 7})
		_, secretErr := tx.Secret("none") // sends both
		if n, lengthErr := tx.JournalLength("Q-1"); n != 7 || lengthErr != nil {
			t.Errorf("the journal has %d entries, %v", n, lengthErr)
		}
		if !errors.Is(secretErr, store.ErrNotFound) {
			t.Error(secretErr)
		}
		return errors.Join(err, errRefused)
	})
	if !errors.Is(err, errRefused) {
		t.Error(err)
	}
}
