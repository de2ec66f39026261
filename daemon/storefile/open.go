// Package storefile handles the configured store: a file, or a schema of a PostgreSQL database. Of
// a file: opening, copying while in use, backup, check, compaction and restore. A backup, a
// compacted store or a restored store gets its name only after a check. Until then an existing
// file stays. While the disk is full, callers of a RetryOnDiskFull store wait.
//
// The store contains the keys for references and Message-IDs. A restored store gets a new key
// for references, so that references made since the backup are invalid.
//
// Only this package knows which backend stores the data.
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
	"ppamaild/store/bolt/boltfile"
	"ppamaild/store/postgres"
)

// Open opens the configured store, or creates the store if there is none. Open refuses an
// unfinished copy.
func Open(cfg *config.Config) (store.Store, error) { return openAs(cfg, postgres.Options{}) }

// OpenShared opens the configured store for a daemon. Other daemons may have a store.Shared open.
func OpenShared(cfg *config.Config) (store.Store, error) {
	return openAs(cfg, postgres.Options{Shared: true})
}

// openAs opens the configured store, unless the store belongs to another agency. The options are
// for a database.
func openAs(cfg *config.Config, o postgres.Options) (store.Store, error) {
	ctx := context.Background()
	s, err := openAny(ctx, cfg, o)
	if err != nil {
		return nil, err
	}
	if err := own(ctx, s, cfg); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// openAny opens the configured store, of any agency.
func openAny(
	ctx context.Context, cfg *config.Config, o postgres.Options,
) (s store.Store, err error) {
	if inDatabase(cfg) {
		s, err = openConfirmed(ctx, cfg, o)
	} else {
		s, err = open(cfg, cfg.Store.Path, false)
	}
	if err != nil { // s is an interface with a nil pointer
		return nil, err
	}
	if err := finished(s); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Missing reports whether there is no store yet. It returns store.ErrUnavailable while the database
// does not answer.
func Missing(cfg *config.Config) (bool, error) {
	if !inDatabase(cfg) {
		_, err := os.Stat(cfg.Store.Path)
		return errors.Is(err, fs.ErrNotExist), nil
	}
	err := existsInDatabase(context.Background(), cfg)
	if errors.Is(err, store.ErrUnavailable) {
		return false, err
	}
	return errors.Is(err, fs.ErrNotExist), nil
}

// Size returns the size of the configured store, in bytes.
func Size(cfg *config.Config) (int64, error) {
	if inDatabase(cfg) {
		return databaseSize(cfg)
	}
	info, err := os.Stat(cfg.Store.Path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Make creates the configured store, owned by the owner of its folder.
func Make(cfg *config.Config) (store.Store, error) {
	s, err := Open(cfg)
	if err != nil || inDatabase(cfg) {
		return s, err
	}
	if err := boltfile.KeepOwner(cfg.Store.Path, filepath.Dir(cfg.Store.Path)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// OpenExisting opens the configured store while no daemon runs. OpenExisting returns
// fs.ErrNotExist if there is no store.
func OpenExisting(cfg *config.Config) (store.Store, error) {
	if err := exists(context.Background(), cfg); err != nil {
		return nil, err
	}
	s, err := Open(cfg)
	return s, unanswered(cfg, err)
}

// missing returns the error for a missing store.
func missing(path string) error {
	_, err := os.Stat(path)
	if err == nil {
		return nil
	}
	return fmt.Errorf("opening the store: %w\n"+
		"Check store.path. ppamaild run creates the store", advised(err, path))
}

// open opens the store in a file, which may be a copy, with the configured keys.
func open(cfg *config.Config, path string, readOnly bool) (*bolt.Store, error) {
	s, err := bolt.Open(path, bolt.Options{Keys: cfg.Store.Keys, ReadOnly: readOnly})
	switch {
	case errors.Is(err, syscall.EROFS):
		return nil, fmt.Errorf("%w\n"+
			"A disk error may make a disk read-only; see dmesg. store check and backup still work", err)
	case !errors.Is(err, store.ErrKey):
		return s, advised(err, path)
	}
	return nil, keyAdvised(cfg, err)
}

// keyAdvised adds advice to an error about a missing key.
func keyAdvised(cfg *config.Config, err error) error {
	switch {
	case !errors.Is(err, store.ErrKey):
		return err
	case cfg.Store.Keyless != "":
		return fmt.Errorf("%w\n%s", err, cfg.Store.Keyless)
	}
	const advice = "Set the key with store.encryption_key_file or store.encryption_key_env"
	return fmt.Errorf("%w\n%s", err, advice)
}

// Probe reports in words whether the store can be used or created by the current user. Probe
// asks a running daemon. Without a daemon, Probe opens the store read-only.
func Probe(ctx context.Context, cfg *config.Config) (says string, err error) {
	if inDatabase(cfg) {
		return probeDatabase(ctx, cfg)
	}
	path := cfg.Store.Path
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist) && control.At(control.Path(cfg)).Alive(ctx):
		return "", fmt.Errorf("%s was moved or removed while a daemon uses it. All data is lost when the daemon stops: run ppamaild backup first", path)
	case errors.Is(err, fs.ErrNotExist):
		return probeMaking(path)
	case err != nil:
		return "", advised(err, path)
	}
	if err := errors.Join(f.Close(), checkRoom(path)); err != nil {
		return "", err
	}
	if control.At(control.Path(cfg)).Alive(ctx) {
		return "the running daemon uses " + path, nil
	}
	s, err := open(cfg, path, true)
	if err != nil {
		return "", unanswered(cfg, err)
	}
	return path + " can be read and written",
		errors.Join(finished(s), checkOwner(ctx, s, cfg), s.Close())
}

func probeMaking(path string) (says string, err error) {
	part, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return "", advised(fmt.Errorf("creating the store: %w", err), path)
	}
	return path + " does not exist yet; ppamaild run creates it", errors.Join(part.Close(), os.Remove(part.Name()), checkRoom(filepath.Dir(path)))
}

// minRoom is the minimum of free space on the store's disk, in bytes.
const minRoom = 1 << 20

// Free returns the free space on the disk of a file, in bytes. known is false for a file system
// without a size.
func Free(path string) (left uint64, known bool, err error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(path, &disk); err != nil {
		return 0, false, fmt.Errorf("checking the free space for %s: %w", path, err)
	}
	return disk.Bavail * uint64(disk.Bsize), disk.Blocks > 0, nil
}

// checkRoom returns an error if the file's disk is nearly full. A daemon would wait for space.
func checkRoom(path string) error {
	left, known, err := Free(path)
	if err != nil {
		return err
	}
	if known && left < minRoom {
		return fmt.Errorf("the disk of %s is full: %d bytes are left; free some space, because a daemon would wait", path, left)
	}
	return nil
}

// unanswered returns the error for a store that another process has open without answering.
func unanswered(cfg *config.Config, err error) error {
	if !errors.Is(err, store.ErrLocked) {
		return err
	}
	if inDatabase(cfg) {
		return fmt.Errorf("%w\nA process on this machine or another one uses the database; "+
			"client_addr in pg_stat_activity names its machine. "+
			"Run the command where a daemon runs, or stop all daemons", err)
	}
	socket := control.Path(cfg)
	if _, gone := os.Stat(socket); errors.Is(gone, fs.ErrNotExist) {
		return fmt.Errorf("%w\nThe socket %s is missing: the daemon is starting or stopping, or the file was removed. SIGHUP creates it again", err, socket)
	}
	return fmt.Errorf("%w\n"+
		"The daemon does not answer on %s: it is starting, stopping or hanging", err, socket)
}

// advised adds advice to an error of opening or creating a file, for a missing folder or
// missing permissions.
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
		return fmt.Errorf("%w\n"+
			"store.path must name a file, such as %s", err, filepath.Join(path, "ppamaild.db"))
	case !errors.Is(err, fs.ErrPermission) || missing != nil:
		return err
	}
	info, none := os.Stat(path)
	if none != nil {
		info, path = in, folder
	}
	owner := int(info.Sys().(*syscall.Stat_t).Uid)
	if owner == os.Geteuid() {
		return fmt.Errorf("%w\n"+
			"%s must be readable and writable, but its mode is %s", err, path, info.Mode().Perm())
	}
	return fmt.Errorf("%w\n%s belongs to %s, but you are %s. Run the command as %[3]s, or change the owner to %[4]s", err, path, login(owner), login(os.Geteuid()))
}

// login returns the name of a user, or the number of a user without a name.
func login(uid int) string {
	number := strconv.Itoa(uid)
	who, err := user.LookupId(number)
	if err != nil {
		return number
	}
	return who.Username
}
