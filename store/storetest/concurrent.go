package storetest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"ppamaild/store"
)

var errOnPurpose = errors.New("on purpose")

func testUpdateIsWhole(t *testing.T, s store.Store) {
	put := func(tx store.Tx) error {
		_, err := tx.PutHead(head("Q-1"))
		_, mailErr := tx.AddMail(mail("Q-1", day(0)), nil)
		_, appendErr := tx.Append(entry("Q-1", 0), nil)
		return errors.Join(err, mailErr, appendErr, accept(tx, 1))
	}
	err := s.Update(t.Context(), func(tx store.Tx) error { return errors.Join(put(tx), errOnPurpose) })
	if !errors.Is(err, errOnPurpose) || errors.Is(err, store.ErrConflict) {
		t.Errorf("failing update: %v", err)
	}
	func() {
		defer func() {
			if got := recover(); got != "on purpose" {
				t.Errorf("panicking update: recovered %v", got)
			}
		}()
		err := s.Update(t.Context(), func(tx store.Tx) error {
			if err := put(tx); err != nil {
				t.Errorf("panicking update: %v", err)
			}
			panic("on purpose")
		})
		t.Errorf("panicking update: it returned %v", err)
	}()
	update(t, s, func(tx store.Tx) error {
		_, err := tx.Head("Q-1")
		_, mailErr := tx.Mail(1)
		_, cursorErr := tx.Cursor(inbox)
		return errors.Join(
			wantErr("head", store.ErrNotFound, err),
			wantErr("mail", store.ErrNotFound, mailErr),
			wantErr("cursor", store.ErrNotFound, cursorErr),
			put(tx),
		)
	})
}

func testViewIsASnapshot(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) error { return tx.PutSecret("key", []byte("old")) })
	view(t, s, func(tx store.Tx) error {
		if _, err := tx.Secret("none"); !errors.Is(err, store.ErrNotFound) {
			return err
		}
		done := make(chan error)
		go func() {
			done <- s.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret("key", []byte("new")) })
		}()
		if err := <-done; err != nil {
			return err
		}
		got, err := tx.Secret("key")
		return want("secret", []byte("old"), got, err)
	})
	view(t, s, func(tx store.Tx) error {
		got, err := tx.Secret("key")
		return want("secret", []byte("new"), got, err)
	})
}

func testViewCantWrite(t *testing.T, s store.Store) {
	view(t, s, func(tx store.Tx) error {
		_, err := tx.PutHead(head("Q-1"))
		return errors.Join(refused("a head", err), refused("a message", accept(tx, 1)), refused("a secret", tx.PutSecret("k", nil)))
	})
}

// together calls fn n times in parallel.
func together(n int, fn func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { fn(i) })
	}
	wg.Wait()
}

func testConcurrentUpdates(t *testing.T, s store.Store) {
	const writers, rounds = 16, 20
	together(writers, func(i int) {
		thread := fmt.Sprintf("Q-%d", i)
		for range rounds {
			err := s.Update(t.Context(), func(tx store.Tx) error {
				h, err := tx.Head(thread)
				if errors.Is(err, store.ErrNotFound) {
					h, err = head(thread), nil
				}
				_, putErr := tx.PutHead(h)
				_, appendErr := tx.Append(entry(thread, 0), []byte("payload"))
				return errors.Join(err, putErr, appendErr)
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
	view(t, s, func(tx store.Tx) error {
		heads, err := all(tx.Heads)
		err = want("number of heads", writers, len(heads), err)
		for _, h := range heads {
			err = errors.Join(err, want("version of "+h.Thread, rounds, h.Version, nil), tx.VerifyJournal(h.Thread))
		}
		return err
	})
}

// failInCompany runs parallel updates. Half of them fail after a write. Afterwards the store
// must have only the writes of the others.
func failInCompany(t *testing.T, s store.Store, fail func() error, failed func(call func() error) bool) {
	const writers, rounds = 16, 10
	var succeeded atomic.Uint64
	together(writers, func(i int) {
		for range rounds {
			call := func() error {
				return s.Update(t.Context(), func(tx store.Tx) error {
					if _, err := tx.Append(entry("Q-1", i), nil); err != nil {
						return err
					}
					if i%2 == 0 {
						return fail()
					}
					return nil
				})
			}
			if failed(call) != (i%2 == 0) {
				t.Errorf("writer %d did not get its own outcome", i)
			}
			if i%2 != 0 {
				succeeded.Add(1)
			}
		}
	})
	view(t, s, func(tx store.Tx) error {
		var odd uint64
		err := tx.Journal("Q-1", 0, func(e store.Entry, _ []byte) bool {
			if writer, err := strconv.Atoi(e.Ref); err != nil || writer%2 == 0 {
				t.Errorf("entry %d belongs to writer %s, which failed", e.Seq, e.Ref)
			}
			odd++
			return true
		})
		return errors.Join(want("number of entries", succeeded.Load(), odd, err), tx.VerifyJournal("Q-1"))
	})
}

func testFailuresInCompany(t *testing.T, s store.Store) {
	failInCompany(t, s, func() error { return errOnPurpose }, func(call func() error) bool {
		err := call()
		if err != nil && !errors.Is(err, errOnPurpose) {
			t.Error(err)
		}
		return err != nil
	})
}

func testPanicsInCompany(t *testing.T, s store.Store) {
	failInCompany(t, s, func() error { panic(errOnPurpose) }, func(call func() error) (failed bool) {
		defer func() {
			if v := recover(); v != nil {
				failed = v == errOnPurpose
			}
		}()
		if err := call(); err != nil {
			t.Error(err)
		}
		return false
	})
}

// If several callers put the same version of a head, one succeeds and the others get a
// conflict.
func testConflictsInCompany(t *testing.T, s store.Store) {
	for version := range uint64(10) {
		var won atomic.Int32
		together(16, func(i int) {
			err := s.Update(t.Context(), func(tx store.Tx) error {
				h := head("Q-1")
				h.Version = version
				_, err := tx.PutHead(h)
				return err
			})
			switch {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, store.ErrConflict):
				t.Error(err)
			}
		})
		if won.Load() != 1 {
			t.Fatalf("%d writers put version %d", won.Load(), version+1)
		}
	}
}

// An update with an ended context does not run and does not wait.
func testCancelled(t *testing.T, s store.Store) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	never := func(store.Tx) error {
		t.Error("a cancelled function was run")
		return nil
	}
	running, release, first := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		first <- s.Update(t.Context(), func(store.Tx) error {
			running <- struct{}{}
			<-release
			return nil
		})
	}()
	<-running
	_, err := s.AcceptLarge(ended, message(1), strings.NewReader("x"), cursor(1))
	err = errors.Join(
		wantErr("view", context.Canceled, s.View(ended, never)),
		wantErr("update", context.Canceled, s.Update(ended, never)),
		wantErr("large message", context.Canceled, err),
	)
	close(release)
	if err := errors.Join(err, <-first); err != nil {
		t.Error(err)
	}
}
