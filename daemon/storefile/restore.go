package storefile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/control"
	"ppamaild/daemon/refusal"
	"ppamaild/failpoint"
	"ppamaild/progress"
	"ppamaild/store"
	"ppamaild/store/bolt/boltfile"
)

// Restore has the parameters of a restore.
type Restore struct {
	File    string    // the backup; unchanged
	Replace bool      // rename an existing store first
	By      string    // person who restores, for the journal
	Now     time.Time // time of the restore
}

// Restore replaces the store with a backup and marks the store as restored. The next daemon
// then sends nothing before the release. If the backup has a problem, the existing store stays.
// aside is the new name of the previous store, if any. Restore refuses while a daemon runs, or
// if a store exists and Replace is false. A store in a database is only marked: PostgreSQL's tools
// restore the database first.
func (u Upkeep) Restore(ctx context.Context, r Restore) (aside string, err error) {
	path := u.Config.Store.Path
	if control.At(control.Path(u.Config)).Alive(ctx) {
		return "", refusal.Errorf("a daemon runs on %s; stop it before you restore", path)
	}
	if inDatabase(u.Config) {
		return "", r.markDatabase(ctx, u.Config)
	}
	unlock, err := r.lock(u.Config)
	if err != nil {
		return "", err
	}
	defer unlock()
	place := boltfile.Create
	if _, err := os.Lstat(path); err == nil {
		place = boltfile.Replace
		aside = fmt.Sprintf("%s.before-restore-%s", path, r.Now.UTC().Format("20060102T150405Z"))
	}
	err = place(path, func(part string) error {
		if err := copyFile(ctx, part, r.File); err != nil {
			return err
		}
		if err := u.Check(ctx, part); err != nil {
			return err
		}
		if err := errors.Join(r.mark(ctx, u.Config, part), boltfile.KeepOwner(part, path)); err != nil {
			return err
		}
		if aside != "" {
			aside, err = putAside(path, aside)
		}
		failpoint.Before(failpoint.Restore)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("restoring %s: %w", r.File, err)
	}
	failpoint.After(failpoint.Restore)
	return aside, nil
}

// Replace lets fill write a new file and then gives the file the name path; see boltfile.Replace.
// The file keeps the owner of the previous file.
func Replace(path string, fill func(part string) error) error {
	return boltfile.Replace(path, func(part string) error {
		if err := fill(part); err != nil {
			return err
		}
		return boltfile.KeepOwner(part, path)
	})
}

// putAside gives the store the second name aside, so that the store never loses its only name.
// If another store has the name, putAside appends a number. An interrupted restore may have
// given the name already.
func putAside(path, aside string) (string, error) {
	for n, name := 2, aside; ; n++ {
		err := os.Link(path, name)
		if !errors.Is(err, fs.ErrExist) {
			return name, err
		}
		now, nowErr := os.Stat(path)
		before, beforeErr := os.Stat(name)
		if nowErr != nil || beforeErr != nil {
			return name, errors.Join(nowErr, beforeErr)
		}
		if os.SameFile(now, before) {
			return name, nil
		}
		name = fmt.Sprintf("%s-%d", aside, n)
	}
}

// lock locks a store that will be replaced, like bbolt. The store may be too damaged to open.
func (r Restore) lock(cfg *config.Config) (unlock func(), err error) {
	path := cfg.Store.Path
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return func() {}, nil
	}
	if err != nil {
		return nil, advised(err, path)
	}
	if !r.Replace {
		return nil, errors.Join(refusal.Errorf("%s already exists; use --replace to rename it and restore", path), f.Close())
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(unanswered(cfg, fmt.Errorf("locking %s: %w", path, boltfile.Locked(path))), f.Close())
	}
	return func() { f.Close() }, nil // also unlocks; nothing was written
}

func copyFile(ctx context.Context, to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() // read-only
	progress.Begin(ctx, "copying", progress.Bytes, func() int64 { return sizeOf(from) })
	out, err := os.OpenFile(to, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(progress.Writer(ctx, out), in)
	return errors.Join(err, out.Close())
}

// mark records the restore in the store and replaces the key of references. Reviews since the
// backup may have the same numbers as later reviews, and an answer to an old review must not
// decide a new one.
func (r Restore) mark(ctx context.Context, cfg *config.Config, path string) error {
	s, err := open(cfg, path, false)
	if err != nil {
		return err
	}
	return errors.Join(r.markStore(ctx, s), s.Close())
}

func (r Restore) markStore(ctx context.Context, s store.Store) error {
	return s.Update(ctx, func(tx store.Tx) error {
		return errors.Join(
			tx.PutSecret(keyReference, newKey()),
			tx.PutRestoration(store.Restoration{At: r.Now, By: r.By, File: filepath.Base(r.File)}),
		)
	})
}
