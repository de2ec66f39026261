package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

// Backup writes a copy of the store to w: all of it, as of one moment. Others go on
// meanwhile, but while they write much the file may grow for it.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	defer s.readers.begin()()
	to := &cancellable{ctx: ctx, w: w}
	err := s.db.View(func(b *bbolt.Tx) error {
		_, err := b.WriteTo(to)
		return err
	})
	if to.err != nil {
		err = to.err
	}
	if err != nil {
		return fmt.Errorf("copying the store: %w", err)
	}
	return nil
}

// cancellable writes until ctx is done.
type cancellable struct {
	ctx context.Context
	w   io.Writer
	err error // the first there was, of which bbolt keeps only the text
}

func (c *cancellable) Write(p []byte) (n int, err error) {
	if c.err == nil {
		c.err = c.ctx.Err()
	}
	if c.err == nil {
		n, c.err = c.w.Write(p)
	}
	return n, c.err
}

// compactStep is how much of a store is copied in one transaction.
const compactStep = 4 << 20

// Compact writes a copy of the store to the empty file at path, without the room
// that deleted records have left, and with nothing of what was erased.
func (s *Store) Compact(path string) error {
	defer s.readers.begin()()
	to, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: openTimeout, FreelistType: bbolt.FreelistMapType})
	if err == nil {
		// The file has two metas, of which the older counts where the newer is damaged. What
		// is copied last changes nothing, so that both have all of it.
		err = errors.Join(bbolt.Compact(to, s.db, compactStep), to.Update(func(*bbolt.Tx) error { return nil }), to.Close())
	}
	if err != nil {
		return fmt.Errorf("compacting the store: %w", err)
	}
	return nil
}

// Replace has fill write a new file and then gives it the name path, in place of the
// one that has it, if any: path is the one or the other at any time, also after a
// power cut. The file is readable by its owner only. What fill returns an error for
// is removed.
func Replace(path string, fill func(part string) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil { // which names a file that nobody knows of
		return fmt.Errorf("no file can be made in %s: %w", filepath.Dir(path), errors.Unwrap(err))
	}
	part := f.Name()
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part))
		}
	}()
	if err := errors.Join(f.Close(), fill(part), syncFile(part)); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// Create is Replace for a file that must not be there yet; fs.ErrExist if it is.
func Create(path string, fill func(part string) error) error {
	free := func() error {
		_, err := os.Lstat(path)
		if err == nil {
			return fmt.Errorf("%s: %w", path, os.ErrExist)
		}
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		return err
	}
	if err := free(); err != nil {
		return err
	}
	return Replace(path, func(part string) error { return errors.Join(fill(part), free()) })
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
