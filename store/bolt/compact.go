package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"

	"ppamaild/failpoint"
	"ppamaild/store/bolt/boltfile"
)

// CompactTo writes a copy of the store to the empty file at path. The copy has no free
// pages, so it holds no erased data.
func (s *Store) CompactTo(path string) error {
	if err := boltfile.CopyTo(path, s.current()); err != nil {
		return fmt.Errorf("compacting the store: %w", err)
	}
	return nil
}

// Used returns the size of the pages in use, in bytes.
func (s *Store) Used() (size int64) {
	_ = s.read(func(b *bbolt.Tx) error { size = boltfile.Used(b); return nil })
	return size
}

// Compact replaces the file with a copy that holds no free pages, so that no erased data
// stays in it. Reads go on meanwhile and keep their snapshot. Writes wait for the copy. If
// the store is damaged or the disk is full, Compact fails and the file stays as it was.
func (s *Store) Compact(ctx context.Context) error {
	pass, err := s.committer.Turn(ctx)
	if err != nil {
		return fmt.Errorf("compacting the store: %w", err)
	}
	defer pass()
	err = boltfile.CheckPages(s.current())
	if err == nil {
		err = s.replace()
	}
	if err != nil {
		return fmt.Errorf("compacting the store: %w", err)
	}
	return nil
}

// replace gives the path of the store to a copy. The copy is locked before it gets the
// path, so that no other process can open it in between. The caller has the turn.
func (s *Store) replace() error {
	var to *bbolt.DB
	var file *os.File
	err := s.ReplaceFile(func(part string) (err error) {
		if to, err = boltfile.Open(part, 0, false, &file); err != nil {
			return err
		}
		err = errors.Join(boltfile.Copy(to, s.current()), boltfile.KeepOwner(part, s.path))
		failpoint.Pass(failpoint.Wiping)
		return err
	})
	if to == nil {
		return err
	}
	// Replace may fail after the copy got the path. Then only the copy may be written to.
	if err != nil && !boltfile.IsAt(s.path, file) {
		return errors.Join(err, to.Close())
	}
	s.swap(to)
	return err
}

// ReplaceFile is Replace for the file of the store. A crash may leave the copy behind, with
// data from before an erasure. Only the process that holds the lock of the store makes these
// copies, so the next ReplaceFile and the next Open remove them.
func (s *Store) ReplaceFile(fill func(part string) error) error {
	if err := boltfile.RemoveCopies(s.path); err != nil {
		return err
	}
	return boltfile.ReplaceAs(s.path, boltfile.CopyInfix+"*"+boltfile.PartSuffix, fill)
}

// swap makes to the current file. The old file has no name any more and disappears once
// its last reader is done.
func (s *Store) swap(to *bbolt.DB) {
	s.mu.Lock()
	old := s.db
	s.db = to
	s.mu.Unlock()
	s.old.Go(func() { _ = old.Close() }) // the new file has all of its data
}
