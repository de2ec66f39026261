// Package storefile sees to the file that the configured store is kept in: it is
// opened, copied while it is used, backed up, checked, made small and put back from a
// backup. Nothing of that name is ever half written: a backup, a compacted store or a
// restored one is there once it was checked, and until then what was there stays. While
// the disk is full, whoever changes a patient store waits.
//
// The keys by which we know our own references and Message-IDs lie in the store; one
// that is restored gets a new key of references, and none made since its backup counts.
//
// It alone knows which backend keeps the store.
package storefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"

	"ppamaild/config"
	"ppamaild/daemon/control"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// Open opens the configured store, and makes it where there is none.
func Open(cfg *config.Config) (store.Store, error) {
	s, err := open(cfg, cfg.Store.Path, false)
	if err != nil { // not a store that holds nil
		return nil, err
	}
	return s, nil
}

// Make makes the configured store, for the user whose folder it is in.
func Make(cfg *config.Config) (store.Store, error) {
	s, err := Open(cfg)
	if err != nil {
		return nil, err
	}
	if err := belongAs(cfg.Store.Path, filepath.Dir(cfg.Store.Path)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// OpenExisting opens the configured store, where no daemon answers for it; fs.ErrNotExist
// where there is none.
func OpenExisting(cfg *config.Config) (store.Store, error) {
	if err := missing(cfg.Store.Path); err != nil {
		return nil, err
	}
	s, err := Open(cfg)
	return s, unanswered(cfg, err)
}

// missing is the error where there is no store to look at, change or copy.
func missing(path string) error {
	_, err := os.Stat(path)
	if err == nil {
		return nil
	}
	return fmt.Errorf("opening the store: %w\nstore.path names it; ppamaild run makes it", advised(err, path))
}

// open opens a store in a file as the configuration says, be it a copy.
func open(cfg *config.Config, path string, readOnly bool) (*bolt.Store, error) {
	s, err := bolt.Open(path, bolt.Options{Keys: cfg.Store.Keys, ReadOnly: readOnly})
	switch {
	case errors.Is(err, syscall.EROFS):
		return nil, fmt.Errorf("%w\nMachines make a disk so after an error of it, of which dmesg tells. store check and backup work all the same", err)
	case !errors.Is(err, store.ErrKey):
		return s, advised(err, path)
	case cfg.Store.Keyless != "":
		return nil, fmt.Errorf("%w\n%s", err, cfg.Store.Keyless)
	}
	return nil, fmt.Errorf("%w\nGive it by store.encryption_key_file or store.encryption_key_env", err)
}

// Probe says whether the store can be used, or made, by whoever asks: by the daemon that
// runs on it, if one does and answers, and else by opening it to be read.
func Probe(ctx context.Context, cfg *config.Config) (says string, err error) {
	path := cfg.Store.Path
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist) && control.At(control.Path(cfg)).Alive(ctx):
		return "", fmt.Errorf("%s was moved or removed while a daemon works with it, which loses all once it ends: have ppamaild backup save it first", path)
	case errors.Is(err, fs.ErrNotExist):
		return probeMaking(path)
	case err != nil:
		return "", advised(err, path)
	}
	if err := errors.Join(f.Close(), checkRoom(path)); err != nil {
		return "", err
	}
	if control.At(control.Path(cfg)).Alive(ctx) {
		return path + " is that of the daemon that runs", nil
	}
	s, err := open(cfg, path, true)
	if err != nil {
		return "", unanswered(cfg, err)
	}
	return path + " can be read and written", s.Close()
}

func probeMaking(path string) (says string, err error) {
	part, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return "", advised(fmt.Errorf("making it: %w", err), path)
	}
	return path + " is not there yet; run makes it", errors.Join(part.Close(), os.Remove(part.Name()), checkRoom(filepath.Dir(path)))
}

// leastRoom is below what any disk should have left that a store lies on.
const leastRoom = 1 << 20

// checkRoom fails where the disk of a file is about full, for which a daemon waits.
func checkRoom(path string) error {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(path, &disk); err != nil {
		return fmt.Errorf("looking how much room there is for %s: %w", path, err)
	}
	if left := disk.Bavail * uint64(disk.Bsize); disk.Blocks > 0 && left < leastRoom {
		return fmt.Errorf("the disk of %s is full: %d octets are left; make room, as a daemon waits for it", path, left)
	}
	return nil
}

// unanswered says of a store that somebody else has open that no daemon answers for it.
func unanswered(cfg *config.Config, err error) error {
	if !errors.Is(err, store.ErrLocked) {
		return err
	}
	socket := control.Path(cfg)
	if _, gone := os.Stat(socket); errors.Is(gone, fs.ErrNotExist) {
		return fmt.Errorf("%w\nThere is no socket %s to ask it by: it begins or ends just now, or somebody removed that, and SIGHUP has it made anew", err, socket)
	}
	return fmt.Errorf("%w\nIt does not answer on %s: it begins or ends just now, or hangs", err, socket)
}

// advised is an error of opening or making a file with what to do about it, where that is
// no matter of the store's: there is no such folder, or it is not for us to write there.
func advised(err error, path string) error {
	folder := filepath.Dir(path)
	if whole, unknown := filepath.Abs(folder); unknown == nil {
		folder = whole
	}
	in, missing := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist) && errors.Is(missing, fs.ErrNotExist):
		return fmt.Errorf("%w\nDirectory %s does not exist. Create it or fix store.path", err, folder)
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("%w\nstore.path has to name a file in it, such as %s", err, filepath.Join(path, "ppamaild.db"))
	case !errors.Is(err, fs.ErrPermission) || missing != nil:
		return err
	}
	info, none := os.Stat(path)
	if none != nil {
		info, path = in, folder
	}
	owner := int(info.Sys().(*syscall.Stat_t).Uid)
	if owner == os.Geteuid() {
		return fmt.Errorf("%w\n%s has to be read and written, and its mode is %s", err, path, info.Mode().Perm())
	}
	return fmt.Errorf("%w\n%s belongs to %s, and this runs as %s: run it as %[3]s, or have it belong to %[4]s", err, path, login(owner), login(os.Geteuid()))
}

// login is a user's name, or number where it has none.
func login(uid int) string {
	number := strconv.Itoa(uid)
	who, err := user.LookupId(number)
	if err != nil {
		return number
	}
	return who.Username
}
