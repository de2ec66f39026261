package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"ppamaild/config"
	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// Upkeep is what an admin does with a store as a whole.
type Upkeep struct {
	Config *config.Config
	// Check is CheckStore, by the same configuration, in a process of its own: pages may be damaged so that whoever
	// reads them dies.
	Check func(ctx context.Context, path string) error
}

// CheckStore reads the store in a file, which it does not change, and lists what is
// wrong with it: pages, records, indexes, journals, and references that lead nowhere.
// store.ErrLocked where somebody has it open.
func CheckStore(ctx context.Context, cfg *config.Config, path string) error {
	s, err := openFile(cfg, path, true)
	if err != nil {
		return err
	}
	err = s.Check(ctx)
	if err == nil {
		err = checkReferences(ctx, s)
	}
	return errors.Join(err, s.Close())
}

// Backup writes a copy of the store, of the running daemon's too, to a file that must
// not be there yet: fs.ErrExist if it is. It is there only once it was checked.
func (u Upkeep) Backup(ctx context.Context, file string) error {
	err := bolt.Create(file, func(part string) error {
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
	if err := errors.Join(u.writeTo(ctx, f), f.Close()); err != nil {
		return err
	}
	return u.Check(ctx, part)
}

// writeTo writes what the store holds, also where its disk can only be read, as machines
// make it after an error of the disk: then a backup is wanted most.
func (u Upkeep) writeTo(ctx context.Context, w io.Writer) error {
	threads, err := Connect(ctx, u.Config)
	if err == nil {
		return errors.Join(threads.Backup(ctx, w), threads.Close())
	}
	if !errors.Is(err, syscall.EROFS) {
		return err
	}
	s, err := openFile(u.Config, u.Config.Store.Path, true)
	if err != nil {
		return err
	}
	return errors.Join(s.Backup(ctx, w), s.Close())
}

// CheckAll is CheckStore of the configured store; while a daemon runs on it, of a copy.
func (u Upkeep) CheckAll(ctx context.Context) error {
	err := u.Check(ctx, u.Config.Store.Path)
	if errors.Is(err, store.ErrLocked) {
		return u.copied(ctx, func(string) error { return nil })
	}
	return err
}

// copied has something done with a checked copy of the running daemon's store, which
// lies beside it for that long.
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

// Compact writes the store anew, as small as what it holds, and puts it in place once
// it was checked. With to it writes a copy there instead, which must not be there yet;
// that can be done while a daemon runs. It returns the size before and after.
func (u Upkeep) Compact(ctx context.Context, to string) (before, after int64, err error) {
	path := u.Config.Store.Path
	was, err := os.Stat(path)
	if err != nil {
		return 0, 0, err
	}
	if to == "" {
		to, err = path, u.compact(ctx, path, path, bolt.Replace)
	} else if err = u.compact(ctx, path, to, bolt.Create); errors.Is(err, store.ErrLocked) {
		err = u.copied(ctx, func(part string) error { return u.compact(ctx, part, to, bolt.Create) })
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

// compact keeps the lock on what may be replaced until it was.
func (u Upkeep) compact(ctx context.Context, from, to string, place func(string, func(string) error) error) error {
	s, err := openFile(u.Config, from, false)
	if err != nil {
		return err
	}
	err = place(to, func(part string) error {
		if err := s.Compact(part); err != nil {
			return err
		}
		err := u.Check(ctx, part)
		failpoint.Before(failpoint.Compact)
		return err
	})
	failpoint.After(failpoint.Compact)
	if err != nil {
		err = fmt.Errorf("compacting: %w", err)
	}
	return errors.Join(err, s.Close())
}
