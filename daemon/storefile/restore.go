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
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// Restore says which backup is put back.
type Restore struct {
	File    string    // it stays as it is
	Replace bool      // put a store aside that is there
	By      string    // who does it
	Now     time.Time // when
}

// Restore puts a backup in place, marked as restored: the next daemon sends nothing
// before that is released. Whatever is wrong with the backup, what was there stays
// there. It returns the name that a store which was there has now. It fails with
// a refusal where a daemon runs, or a store is there and is not to be replaced.
func (u Upkeep) Restore(ctx context.Context, r Restore) (aside string, err error) {
	path := u.Config.Store.Path
	if control.At(control.Path(u.Config)).Alive(ctx) {
		return "", refusal.Errorf("a daemon runs on %s; stop it before you restore", path)
	}
	unlock, err := r.lock(u.Config)
	if err != nil {
		return "", err
	}
	defer unlock()
	place := bolt.Create
	if _, err := os.Lstat(path); err == nil {
		place = bolt.Replace
		aside = fmt.Sprintf("%s.before-restore-%s", path, r.Now.UTC().Format("20060102T150405Z"))
	}
	err = place(path, func(part string) error {
		if err := copyFile(part, r.File); err != nil {
			return err
		}
		if err := u.Check(ctx, part); err != nil {
			return err
		}
		if err := errors.Join(r.mark(ctx, u.Config, part), belongAs(part, path)); err != nil {
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

// Replace has fill write a new file and gives it the name path: see bolt.Replace. It
// belongs to whom the one before did.
func Replace(path string, fill func(part string) error) error {
	return bolt.Replace(path, func(part string) error {
		if err := fill(part); err != nil {
			return err
		}
		return belongAs(part, path)
	})
}

// belongAs gives a file that root made to whom the one at path belongs or, where there
// is none, its folder: the daemon mostly runs as somebody else, and could not read it.
func belongAs(part, path string) error {
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

// putAside gives the store a second name, so that there is one of its own at any time:
// aside, or with a number behind it where another store has that name since the same
// second. It may have one already, from a restore that was cut off.
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

// lock keeps everybody else from a store that is to be replaced, as bbolt would: it
// may be damaged so that it can't be opened.
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
		return nil, errors.Join(unanswered(cfg, fmt.Errorf("locking %s: %w", path, bolt.Locked(path))), f.Close())
	}
	return func() { f.Close() }, nil
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() // only read from
	out, err := os.OpenFile(to, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// mark has the store know that it was restored. The key of references is a new one:
// reviews that were made since the backup may have the numbers of those that will
// be, and an answer to the one must not decide the other.
func (r Restore) mark(ctx context.Context, cfg *config.Config, path string) error {
	s, err := open(cfg, path, false)
	if err != nil {
		return err
	}
	err = s.Update(ctx, func(tx store.Tx) error {
		return errors.Join(
			tx.PutSecret(keyReference, newKey()),
			tx.PutRestoration(store.Restoration{At: r.Now, By: r.By, File: filepath.Base(r.File)}),
		)
	})
	return errors.Join(err, s.Close())
}
