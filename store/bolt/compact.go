package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"

	"ppamaild/failpoint"
	"ppamaild/store/bolt/boltfile"
)

// compactStep is how many bytes one transaction of a copy holds.
const compactStep = 4 << 20

// CompactTo writes a copy of the store to the empty file at path. The copy has no free
// pages, so it holds no erased data.
func (s *Store) CompactTo(path string) error {
	o := bbolt.Options{Timeout: openTimeout, FreelistType: bbolt.FreelistMapType}
	to, err := bbolt.Open(path, 0o600, &o)
	if err == nil {
		err = errors.Join(s.copyInto(to), to.Close())
	}
	if err != nil {
		return fmt.Errorf("compacting the store: %w", err)
	}
	return nil
}

// copyInto copies all records. It syncs once, at the end: an incomplete copy is useless.
func (s *Store) copyInto(to *bbolt.DB) (err error) {
	defer func() { // bbolt panics on damaged pages, and faults on missing ones
		if p := recover(); p != nil {
			err = boltfile.Unfit(fmt.Sprintf("the pages are damaged (%v); restore a backup", p))
		}
	}()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	to.NoSync = true
	err = bbolt.Compact(to, s.current(), compactStep)
	to.NoSync = false
	// The file has two metas, and the older one counts if the newer one is damaged. One
	// more empty transaction makes both describe all records.
	return errors.Join(err, to.Update(func(*bbolt.Tx) error { return nil }))
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
	err = s.checkPages()
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
		if to, err = openFile(part, Options{}, &file); err != nil {
			return err
		}
		err = errors.Join(s.copyInto(to), keepOwner(part, s.path))
		failpoint.Pass(failpoint.Wiping)
		return err
	})
	if to == nil {
		return err
	}
	// Replace may fail after the copy got the path. Then only the copy may be written to.
	if err != nil && !isAt(s.path, file) {
		return errors.Join(err, to.Close())
	}
	s.swap(to)
	return err
}

// The copies that replace the store are named PATH.compact.NUMBER.part.
const compactInfix = ".compact."

// ReplaceFile is Replace for the file of the store. A crash may leave the copy behind, with
// data from before an erasure. Only the process that holds the lock of the store makes these
// copies, so the next ReplaceFile and the next Open remove them.
func (s *Store) ReplaceFile(fill func(part string) error) error {
	if err := removeCopies(s.path); err != nil {
		return err
	}
	return boltfile.ReplaceAs(s.path, compactInfix+"*"+boltfile.PartSuffix, fill)
}

// removeCopies removes the copies that crashes left of the store at path. The caller has
// locked the store.
func removeCopies(path string) error {
	folder, name := filepath.Split(path)
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), name+compactInfix) && strings.HasSuffix(e.Name(), boltfile.PartSuffix) {
			err = errors.Join(err, os.Remove(folder+e.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("removing an incomplete copy of the store: %w", err)
	}
	return nil
}

// isAt reports whether file has the path.
func isAt(path string, file *os.File) bool {
	there, err := os.Stat(path)
	have, haveErr := file.Stat()
	return err == nil && haveErr == nil && os.SameFile(there, have)
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

// keepOwner gives the file at part the owner of the one at path: an admin may run a
// command as root, and the daemon must still be able to open its store.
func keepOwner(part, path string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	return os.Lchown(part, int(owner.Uid), int(owner.Gid))
}
