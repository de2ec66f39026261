package bolt

import (
	"context"

	"go.etcd.io/bbolt"

	"ppamaild/store"
	"ppamaild/store/bolt/boltfile"
	"ppamaild/store/committer"
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
		boltfile.LimitFreeList(b.DB())
		failed = fn(s.tx(b))
		return failed
	})
	if failed == nil && err != nil {
		return boltfile.Uncommitted(err)
	}
	return err
}

// attempt runs changes in one transaction. It returns the index of the first function that
// failed, or -1 and the result of the commit.
func (s *Store) attempt(changes []committer.Change) (failed int, err error) {
	failed = -1
	err = s.db.Update(func(b *bbolt.Tx) error {
		boltfile.LimitFreeList(b.DB())
		for i, fn := range changes {
			if !committer.Succeeds(fn, s.tx(b)) {
				failed = i
				return committer.ErrFailed
			}
		}
		return nil
	})
	if failed < 0 && err != nil {
		err = boltfile.Uncommitted(err)
	}
	return failed, err
}
