package boltfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// PartSuffix ends the name of an incomplete file.
const PartSuffix = ".part"

// Replace lets fill write a new file and then gives the file the name path. path is the old
// file or the new one at any time, even after a power cut. Only the owner can read the file. If
// fill fails, Replace removes the file.
func Replace(path string, fill func(part string) error) error {
	return ReplaceAs(path, ".*"+PartSuffix, fill)
}

// ReplaceAs is Replace. The incomplete file has the name path plus pattern.
func ReplaceAs(path, pattern string, fill func(part string) error) (err error) {
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
	return SyncFolder(filepath.Dir(path))
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

// SyncFolder makes the name of a new file durable. Syncing the file does not.
func SyncFolder(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// KeepOwner changes the owner of a file created by root: to the owner of path, or of its folder if
// path does not exist. The daemon usually runs as another user and must read the file.
func KeepOwner(part, path string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Stat(filepath.Dir(path))
	}
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	return os.Lchown(part, int(owner.Uid), int(owner.Gid))
}
