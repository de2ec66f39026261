package storefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/control"
	"ppamaild/daemon/refusal"
	"ppamaild/store"
	"ppamaild/store/bolt/boltfile"
	"ppamaild/store/postgres"
	"ppamaild/store/postgres/confirmed"
	"ppamaild/store/postgres/schema"
	"ppamaild/store/postgres/server"
)

// The refusals of work that PostgreSQL's own tools do.
const (
	errDump refusal.Error = "the store is in a PostgreSQL database: " +
		"back up with pg_dump or an archive of the server"
	errVacuum refusal.Error = "the store is in a PostgreSQL database: " +
		"run VACUUM FULL in the database while no daemon runs"
)

func inDatabase(cfg *config.Config) bool { return cfg.Store.Backend == config.BackendPostgres }

// CanCopy reports whether Copy can copy the configured store.
func CanCopy(cfg *config.Config) bool { return !inDatabase(cfg) }

// Name returns the name of the configured store for people.
func Name(cfg *config.Config) string {
	switch {
	case inDatabase(cfg) && cfg.Store.Schema != "":
		return "the schema " + cfg.Store.Schema + " of the PostgreSQL database"
	case inDatabase(cfg):
		return "the PostgreSQL database"
	}
	return cfg.Store.Path
}

// openDatabase opens the store in the configured database.
func openDatabase(
	ctx context.Context, cfg *config.Config, o postgres.Options,
) (*postgres.Store, error) {
	name, err := address(cfg)
	if err != nil {
		return nil, err
	}
	o.Keys, o.Schema = cfg.Store.Keys, name
	s, err := postgres.Open(ctx, cfg.Store.DSN.Reveal(), o)
	return s, keyAdvised(cfg, err)
}

// openConfirmed is openDatabase, but refuses a store that lacks commits. A file next to the control
// socket has the last commit that a daemon with this socket made. The daemon locks the file, so a
// second daemon can't take the socket.
func openConfirmed(
	ctx context.Context, cfg *config.Config, o postgres.Options,
) (_ *postgres.Store, err error) {
	path := strings.TrimSuffix(control.Path(cfg), ".sock") + ".confirmed"
	open := confirmed.Read
	if o.Shared {
		open = confirmed.Lock
	}
	o.Confirmed, err = open(path)
	switch {
	case errors.Is(err, store.ErrLocked):
		return nil, fmt.Errorf("%w\nAnother daemon runs with store.path = %q. "+
			"Give each daemon on a database a store.path of its own", err, cfg.Store.Path)
	case err != nil:
		return nil, advised(err, path)
	}
	o.Confirmed.Restored = o.Moved
	s, err := openDatabase(ctx, cfg, o)
	if err != nil {
		err = errors.Join(err, o.Confirmed.Close())
	}
	return s, err
}

// address returns the schema of the store. It refuses a configuration without a connection string.
func address(cfg *config.Config) (name schema.Name, err error) {
	s := cfg.Store
	switch {
	case s.DSN.Reveal() != "" && s.Schema != "":
		if name, err = schema.New(s.Schema); err != nil {
			return name, fmt.Errorf("store.schema: %w", err)
		}
		return name, nil
	case s.DSN.Reveal() != "":
		return name, nil
	case s.DSNEnv != "":
		return name, refusal.Errorf("store.dsn_env: the environment variable %s is not set; "+
			"it must hold the connection string", s.DSNEnv)
	case s.DSNFile != "":
		return name, refusal.Errorf("store.dsn_file: no connection string can be read from %s here",
			s.DSNFile)
	}
	return name, refusal.Errorf("the configuration has no connection string; " +
		"set store.backend to postgres, and store.dsn, dsn_file or dsn_env")
}

// readDatabase calls fn with the store, even while a daemon runs.
func readDatabase(
	ctx context.Context, cfg *config.Config, fn func(*postgres.Store) error,
) error {
	s, err := openDatabase(ctx, cfg, postgres.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	return errors.Join(fn(s), s.Close())
}

// existsInDatabase returns fs.ErrNotExist if the database has no store yet, and confirmed.ErrLost
// if the store is gone.
func existsInDatabase(ctx context.Context, cfg *config.Config) error {
	s, err := openConfirmed(ctx, cfg, postgres.Options{ReadOnly: true, Moved: true})
	if err == nil {
		return s.Close()
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w\n"+
			"Check store.dsn and store.schema. ppamaild run creates the store", err)
	}
	return err
}

// sizeTime is the longest time to ask for the size of a database.
const sizeTime = 10 * time.Second

func databaseSize(cfg *config.Config) (octets int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), sizeTime)
	defer cancel()
	err = readDatabase(ctx, cfg, func(s *postgres.Store) (err error) {
		octets, err = s.Size(ctx)
		return err
	})
	return octets, err
}

func checkDatabase(ctx context.Context, cfg *config.Config) error {
	return readDatabase(ctx, cfg, func(s *postgres.Store) error { return checkStore(ctx, s) })
}

func probeDatabase(ctx context.Context, cfg *config.Config) (says string, err error) {
	name, err := address(cfg)
	if err != nil {
		return "", err
	}
	s, err := openConfirmed(ctx, cfg, postgres.Options{ReadOnly: true})
	if err == nil {
		err = errors.Join(finished(s), checkOwner(ctx, s, cfg), s.Close())
	}
	isNew := errors.Is(err, fs.ErrNotExist)
	if isNew {
		err = RefuseNew(cfg, false)
	}
	if err == nil {
		err = server.Probe(ctx, cfg.Store.DSN.Reveal(), name)
	}
	switch {
	case err != nil:
		return "", err
	case isNew:
		return "the database has no store yet; ppamaild run creates it", nil
	case control.At(control.Path(cfg)).Alive(ctx):
		return "the running daemon uses the database", nil
	}
	return "the database can be read and written", nil
}

// markDatabase marks a database as restored, perhaps in another cluster.
func (r Restore) markDatabase(ctx context.Context, cfg *config.Config) error {
	if h, _ := boltfile.Inspect(r.File); h != (boltfile.Header{}) { // perhaps damaged
		return refusal.Errorf("%s is a store file, but the store is in a PostgreSQL database; "+
			"load the dump of the database first, and name the dump here", r.File)
	}
	if err := existsInDatabase(ctx, cfg); err != nil {
		return err
	}
	s, err := openAs(cfg, postgres.Options{Moved: true})
	if err != nil {
		return unanswered(cfg, err)
	}
	return errors.Join(r.markStore(ctx, s), s.Close())
}
