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

// Backup writes a complete copy of the store, as of one moment, to w. Others can read and
// write meanwhile. Many writes during a backup make the file grow.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	to := &cancellable{ctx: ctx, w: w}
	err := s.read(func(b *bbolt.Tx) error {
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
	err error // the first error; bbolt keeps only its text
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

// Replace lets fill write a new file and then gives the file the name path. path is the old
// file or the new one at any time, even after a power cut. Only the owner can read the file. If
// fill fails, Replace removes the file.
func Replace(path string, fill func(part string) error) error {
	return replaceBy(path, ".*"+partSuffix, fill)
}

// replaceBy is Replace. The incomplete file has the name path plus pattern.
func replaceBy(path, pattern string, fill func(part string) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+pattern)
	if err != nil { // the error names a temporary file that no user knows
		return fmt.Errorf("can't create a file in %s: %w", filepath.Dir(path), errors.Unwrap(err))
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

// Create is Replace for a file that must not exist yet. It returns fs.ErrExist otherwise.
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
