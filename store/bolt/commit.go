package bolt

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"

	"ppamaild/store"
	"ppamaild/store/bolt/committer"
)

// Update implements store.Store.
func (s *Store) Update(ctx context.Context, fn func(store.Tx) error) error {
	return s.committer.Update(ctx, fn)
}

// Batched returns s with bbolt's own batching of commits, which waits for more callers.
// Benchmarks compare ours with it.
func Batched(s *Store) store.Store { return batched{s} }

type batched struct{ *Store }

// Update implements store.Store.
func (s batched) Update(_ context.Context, fn func(store.Tx) error) error {
	return s.db.Batch(func(b *bbolt.Tx) error { return fn(s.tx(b)) })
}

// run commits the changes of fn. A panic of fn reaches the caller.
func (s *Store) run(fn committer.Change) error {
	var failed error
	err := s.db.Update(func(b *bbolt.Tx) error {
		limitFreeList(b.DB())
		failed = fn(s.tx(b))
		return failed
	})
	if failed == nil && err != nil {
		return uncommitted(err)
	}
	return err
}

// uncommitted explains why a commit failed. A full disk, an exhausted quota or limit, and a
// read-only disk are not damage: bbolt has undone the transaction. For some errors bbolt keeps
// only the text.
func uncommitted(err error) error {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS} {
		if errors.Is(err, full) || strings.HasSuffix(err.Error(), full.Error()) {
			return fmt.Errorf("committing: %w: %w", store.ErrDisk, err)
		}
	}
	return fmt.Errorf("committing: %w", err)
}

// attempt runs changes in one transaction. It returns the index of the first function that
// failed, or -1 and the result of the commit.
func (s *Store) attempt(changes []committer.Change) (failed int, err error) {
	failed = -1
	err = s.db.Update(func(b *bbolt.Tx) error {
		limitFreeList(b.DB())
		for i, fn := range changes {
			if !try(fn, s.tx(b)) {
				failed = i
				return errFailed
			}
		}
		return nil
	})
	if failed < 0 && err != nil {
		err = uncommitted(err)
	}
	return failed, err
}

// errFailed undoes a shared transaction.
var errFailed = errors.New("a change failed")

// try reports whether fn returned nil. It swallows a panic, because fn runs again alone, in the
// goroutine of its caller.
func try(fn func(store.Tx) error, t *tx) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return fn(t) == nil
}

// maxFreeList is the number of free pages up to which each commit stores their list. The list has
// 8 bytes for a page. In a large store it would be most of the bytes that a commit writes.
const maxFreeList = 1024

// limitFreeList decides for the present write transaction whether the commit stores the list of
// free pages. After a crash without the list, the next Open finds the free pages by reading all
// pages.
func limitFreeList(db *bbolt.DB) {
	stats := db.Stats()
	db.NoFreelistSync = stats.FreePageN+stats.PendingPageN > maxFreeList
}

// saveFreeList stores the list of free pages if the last commit did not, so that the next Open
// need not read all pages.
func saveFreeList(db *bbolt.DB) error {
	if db.IsReadOnly() {
		return nil
	}
	b, err := db.Begin(true)
	if err != nil {
		return err
	}
	if !db.NoFreelistSync {
		return b.Rollback()
	}
	db.NoFreelistSync = false
	return b.Commit()
}
