package storefile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/control"
	"ppamaild/daemon/internal/clock"
	"ppamaild/failpoint"
	"ppamaild/progress"
	"ppamaild/store"
	"ppamaild/store/bolt/boltfile"
)

// Upkeep has the operations of an admin on the store as a whole.
type Upkeep struct {
	Config *config.Config
	// Check is the function Check in another process with the same configuration, because
	// damaged pages may crash the reader.
	Check func(ctx context.Context, path string) error
}

// Backup writes a copy of the store to a new file, even while a daemon runs. Backup returns
// fs.ErrExist if the file exists. The file gets its name after a check.
func (u Upkeep) Backup(ctx context.Context, file string) error {
	if inDatabase(u.Config) {
		return errDump
	}
	err := boltfile.Create(file, func(part string) error {
		err := u.copyTo(ctx, part)
		failpoint.Before(failpoint.Backup)
		return err
	})
	failpoint.After(failpoint.Backup)
	return err
}

func (u Upkeep) copyTo(ctx context.Context, part string) error {
	f, err := os.OpenFile(part, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	size := func() int64 { return sizeOf(u.Config.Store.Path) }
	progress.Begin(ctx, "copying", progress.Bytes, size)
	if err := errors.Join(u.writeTo(ctx, progress.Writer(ctx, f)), f.Close()); err != nil {
		return err
	}
	return u.Check(ctx, part)
}

// sizeOf returns the size of a file in bytes; 0 if it is unknown.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// changingHands is the longest time that a process may hold the store without answering. A
// starting daemon opens the store before it listens. A stopping daemon closes the store after
// it stops listening.
const changingHands = 10 * time.Second

// writeTo writes a copy of the store to w.
func (u Upkeep) writeTo(ctx context.Context, w io.Writer) error {
	for end := time.Now().Add(changingHands); ; {
		err := u.writeNow(ctx, w)
		if !errors.Is(err, store.ErrLocked) || time.Now().After(end) {
			return err
		}
		if !clock.Sleep(ctx, changingHands/50) {
			return ctx.Err()
		}
	}
}

// writeNow is writeTo without waiting. writeNow never changes the store, and works on a read-only
// disk, which a disk error may cause, because a backup is most important then.
func (u Upkeep) writeNow(ctx context.Context, w io.Writer) error {
	if running := control.At(control.Path(u.Config)); running.Alive(ctx) {
		return errors.Join(fetch(ctx, running, w), running.Close())
	}
	if err := missing(u.Config.Store.Path); err != nil {
		return err
	}
	s, err := open(u.Config, u.Config.Store.Path, true)
	if err != nil {
		return unanswered(u.Config, err)
	}
	return errors.Join(Copy(ctx, s, w), s.Close())
}

// CheckAll checks the configured store. While a daemon runs, CheckAll checks a copy.
func (u Upkeep) CheckAll(ctx context.Context) error {
	if inDatabase(u.Config) {
		return checkDatabase(ctx, u.Config)
	}
	if err := missing(u.Config.Store.Path); err != nil {
		return err
	}
	err := u.Check(ctx, u.Config.Store.Path)
	if errors.Is(err, store.ErrLocked) {
		return u.copied(ctx, func(string) error { return nil })
	}
	return err
}

// copied calls do with a checked copy of the running daemon's store. The copy is a temporary
// file next to the store.
func (u Upkeep) copied(ctx context.Context, do func(part string) error) error {
	path := u.Config.Store.Path
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	err = errors.Join(f.Close(), u.copyTo(ctx, f.Name()))
	if err == nil {
		err = do(f.Name())
	}
	return errors.Join(err, os.Remove(f.Name()))
}

// Compact replaces the store with a checked, compacted copy. With to, Compact writes the copy
// to the new file to instead, even while a daemon runs. Compact returns the sizes before and
// after, in bytes.
func (u Upkeep) Compact(ctx context.Context, to string) (before, after int64, err error) {
	if inDatabase(u.Config) {
		return 0, 0, errVacuum
	}
	path := u.Config.Store.Path
	if err := missing(path); err != nil {
		return 0, 0, err
	}
	was, err := os.Stat(path)
	if err != nil {
		return 0, 0, err
	}
	if to == "" {
		to, err = path, u.compact(ctx, path, "")
	} else if err = u.compact(ctx, path, to); errors.Is(err, store.ErrLocked) {
		err = u.copied(ctx, func(part string) error { return u.compact(ctx, part, to) })
	}
	if err != nil {
		return 0, 0, err
	}
	is, err := os.Stat(to)
	if err != nil {
		return 0, 0, err
	}
	return was.Size(), is.Size(), nil
}

// compact writes a compacted copy of the store from to the new file to, or replaces from if
// to is empty. It keeps from locked until the copy has its name.
func (u Upkeep) compact(ctx context.Context, from, to string) error {
	s, err := open(u.Config, from, false)
	if err != nil {
		return err
	}
	place := s.ReplaceFile
	if to != "" {
		place = func(fill func(string) error) error { return boltfile.Create(to, fill) }
	}
	err = place(func(part string) error {
		progress.Begin(ctx, "compacting", progress.Bytes, s.Used)
		done := progress.Watch(ctx, part)
		err := s.CompactTo(part)
		if done(); err != nil {
			return err
		}
		err = u.Check(ctx, part)
		if err == nil && to == "" {
			err = boltfile.KeepOwner(part, from)
		}
		failpoint.Before(failpoint.Compact)
		return err
	})
	failpoint.After(failpoint.Compact)
	if err != nil {
		err = fmt.Errorf("compacting: %w", err)
	}
	return errors.Join(err, s.Close())
}
