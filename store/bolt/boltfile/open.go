package boltfile

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"ppamaild/store"
)

// MapSize is the address space reserved for the file. Below this size, readers and writers never
// wait for each other. When the file outgrows it, bbolt maps the file again, and a writer waits
// until no reader runs.
const MapSize = 1 << 30

const openTimeout = time.Second

// IsEmpty reports whether a file has no buckets.
func IsEmpty(b *bbolt.Tx) bool {
	first, _ := b.Cursor().First()
	return first == nil
}

// HidesAll reports whether a file looks empty because its newer meta may be damaged.
func HidesAll(db *bbolt.DB) (empty bool) {
	err := db.View(func(b *bbolt.Tx) error { empty = IsEmpty(b); return nil })
	return empty || err != nil
}

// Begin creates an empty bbolt file, unless another process has just created it. The file gets
// its name only when it is complete, so a store is never an empty file.
func Begin(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*"+PartSuffix)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // renamed, if there are no links
	db, err := bbolt.Open(f.Name(), 0o600, nil)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	err = os.Link(f.Name(), path)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, os.ErrPermission) {
		// The file system has no links.
		return os.Rename(f.Name(), path)
	}
	return err
}

// Open opens and locks the file. It sets opened to the file. The holder of the lock may have given
// its name to another file, as a restore does. Then the file opened here is not the store.
func Open(
	path string, timeout time.Duration, readOnly bool, opened **os.File,
) (*bbolt.DB, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout:         cmp.Or(timeout, openTimeout),
		FreelistType:    bbolt.FreelistMapType, // finding free pages stays cheap in a large file
		InitialMmapSize: MapSize,
		ReadOnly:        readOnly,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			f, err := os.OpenFile(name, flag, mode)
			if *opened == nil {
				*opened = f
			}
			return f, err
		},
	})
	if errors.Is(err, berrors.ErrTimeout) {
		return nil, Locked(path)
	}
	if err != nil {
		return nil, err
	}
	there, err := os.Stat(path)
	have, haveErr := (*opened).Stat()
	if err = errors.Join(err, haveErr); err == nil && !os.SameFile(there, have) {
		err = fmt.Errorf("another process replaced the file during the opening; try again: %w",
			store.ErrLocked)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
