package bolt

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"testing/iotest"

	"go.etcd.io/bbolt"

	"ppamaild/store"
)

func mustOpen(t testing.TB) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "ppamaild.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(s.Check(context.Background()), s.Close()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// hold keeps the turn until release, so that other callers wait.
func hold(t *testing.T, s *Store) (release func()) {
	t.Helper()
	running, resume, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		ended <- s.Update(t.Context(), func(store.Tx) error {
			close(running)
			<-resume
			return nil
		})
	}()
	<-running
	return func() {
		close(resume)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// waitFor waits until n calls of Update wait.
func (s *Store) waitFor(n int) {
	for {
		waiting := s.committer.Waiting()
		if waiting == n {
			return
		}
		runtime.Gosched()
	}
}

// transactions returns the number of commits so far.
func (s *Store) transactions(t *testing.T) (n int) {
	t.Helper()
	err := s.db.View(func(b *bbolt.Tx) error { n = b.ID(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Waiting callers share one transaction. Failed functions take no part and run again alone, on
// committed data.
func TestWaitingUpdatesShareATransaction(t *testing.T) {
	const writers = 20
	for _, failing := range []int{0, 1, 5} {
		t.Run(fmt.Sprint(failing, " failing"), func(t *testing.T) {
			s := mustOpen(t)
			before := s.transactions(t)
			release := hold(t, s)
			var wg sync.WaitGroup
			for i := range writers {
				wg.Go(func() {
					err := s.Update(t.Context(), func(tx store.Tx) error {
						_, err := tx.Append(store.Entry{Thread: "Q-1"}, nil)
						if i < failing {
							return errors.ErrUnsupported
						}
						return err
					})
					if errors.Is(err, errors.ErrUnsupported) != (i < failing) {
						t.Errorf("writer %d: %v", i, err)
					}
				})
			}
			s.waitFor(writers)
			release()
			wg.Wait()
			if n := s.transactions(t) - before; n != 2 {
				t.Errorf("%d transactions, not 2", n)
			}
			err := s.View(t.Context(), func(stx store.Tx) error {
				end, err := stx.(*tx).tail("Q-1")
				if end.Seq != uint64(writers-failing) {
					t.Errorf("%d entries, not %d", end.Seq, writers-failing)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLoneFailureRunsOnce(t *testing.T) {
	s := mustOpen(t)
	runs := 0
	err := s.Update(t.Context(), func(store.Tx) error { runs++; return errors.ErrUnsupported })
	if !errors.Is(err, errors.ErrUnsupported) || runs != 1 {
		t.Errorf("%d runs, %v", runs, err)
	}
}

// A caller must not get a result that depends on a rolled-back group.
func TestOutcomeRestsOnWhatIsCommitted(t *testing.T) {
	s := mustOpen(t)
	release := hold(t, s)
	outcomes := make([]error, 2)
	var wg sync.WaitGroup
	runs := 0
	wg.Go(func() { // puts the head only inside a group
		outcomes[0] = s.Update(t.Context(), func(tx store.Tx) error {
			if runs++; runs > 1 {
				return errors.ErrUnsupported
			}
			_, err := tx.PutHead(store.Head{Thread: "Q-1", Status: store.ThreadRunning})
			return err
		})
	})
	s.waitFor(1)
	wg.Go(func() {
		outcomes[1] = s.Update(t.Context(), func(tx store.Tx) error {
			_, err := tx.PutHead(store.Head{Thread: "Q-1", Status: store.ThreadRunning})
			return err
		})
	})
	s.waitFor(2)
	release()
	wg.Wait()
	if !errors.Is(outcomes[0], errors.ErrUnsupported) || outcomes[1] != nil {
		t.Errorf("outcomes: %v", outcomes)
	}
}

// A waiting caller that gives up returns immediately, and its function does not run.
func TestCancelledWhileWaiting(t *testing.T) {
	s := mustOpen(t)
	release := hold(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	outcome := make(chan error)
	go func() {
		outcome <- s.Update(ctx, func(store.Tx) error {
			t.Error("a function that was given up was run")
			return nil
		})
	}()
	s.waitFor(1)
	cancel()
	if err := <-outcome; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	s.waitFor(0)
	release()
}

// A function that ends its goroutine, like t.FailNow, does not affect other callers.
func TestGoexitInCompany(t *testing.T) {
	s := mustOpen(t)
	release := hold(t, s)
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			err := s.Update(t.Context(), func(tx store.Tx) error {
				if i == 5 {
					runtime.Goexit()
				}
				return tx.PutSecret(fmt.Sprint(i), nil)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	s.waitFor(10)
	release()
	wg.Wait()
}

func TestNoSaltNoEntry(t *testing.T) {
	s := mustOpen(t)
	s.rand = iotest.ErrReader(iotest.ErrTimeout)
	err := s.Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.Append(store.Entry{Thread: "Q-1"}, nil)
		return err
	})
	if !errors.Is(err, iotest.ErrTimeout) {
		t.Error(err)
	}
}

// TestBatched: bbolt's batching keeps successful changes and drops those of a failed function
// in the same batch.
func TestBatched(t *testing.T) {
	s := mustOpen(t)
	batched, broken := Batched(s), errors.New("broken")
	var group sync.WaitGroup
	for k := range 8 {
		name := fmt.Sprint("secret ", k)
		group.Go(func() {
			err := batched.Update(t.Context(), func(tx store.Tx) error {
				if err := tx.PutSecret(name, []byte(name)); err != nil || k != 3 {
					return err
				}
				return broken
			})
			if failed := errors.Is(err, broken); failed != (k == 3) || err != nil && !failed {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	group.Wait()
	for k := range 8 {
		err := s.View(t.Context(), func(tx store.Tx) error {
			_, err := tx.Secret(fmt.Sprint("secret ", k))
			return err
		})
		if missing := errors.Is(err, store.ErrNotFound); missing != (k == 3) || err != nil && !missing {
			t.Errorf("secret %d: %v", k, err)
		}
	}
}
