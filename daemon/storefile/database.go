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
	"ppamaild/store/postgres"
	"ppamaild/store/postgres/confirmed"
	"ppamaild/store/postgres/schema"
)

// errDatabase refuses the work of PostgreSQL's own tools.
const errDatabase refusal.Error = "the store is in a PostgreSQL database: " +
	"use the tools of PostgreSQL, such as pg_dump"

func inDatabase(cfg *config.Config) bool { return cfg.Store.Backend == config.BackendPostgres }

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
	dsn := cfg.Store.DSN.Reveal()
	if dsn == "" {
		return nil, errors.New("store.dsn: the connection string can't be read here")
	}
	o.Keys = cfg.Store.Keys
	if name := cfg.Store.Schema; name != "" {
		var err error
		if o.Schema, err = schema.New(name); err != nil {
			return nil, fmt.Errorf("store.schema: %w", err)
		}
	}
	s, err := postgres.Open(ctx, dsn, o)
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

// existsInDatabase returns fs.ErrNotExist if the database has no store yet.
func existsInDatabase(ctx context.Context, cfg *config.Config) error {
	return readDatabase(ctx, cfg, func(*postgres.Store) error { return nil })
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
	return readDatabase(ctx, cfg, func(s *postgres.Store) error {
		if err := s.Check(ctx); err != nil {
			return err
		}
		return checkReferences(ctx, s)
	})
}

func probeDatabase(ctx context.Context, cfg *config.Config) (says string, err error) {
	s, err := openConfirmed(ctx, cfg, postgres.Options{ReadOnly: true})
	if err == nil {
		err = errors.Join(checkOwner(ctx, s, cfg), s.Close())
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "the database has no store yet; ppamaild run creates it", RefuseNew(cfg, false)
	case err != nil:
		return "", err
	case control.At(control.Path(cfg)).Alive(ctx):
		return "the running daemon uses the database", nil
	}
	return "the database can be read", nil
}

// markDatabase marks a database as restored, perhaps in another cluster.
func (r Restore) markDatabase(ctx context.Context, cfg *config.Config) error {
	if err := existsInDatabase(ctx, cfg); err != nil {
		return err
	}
	s, err := openAs(cfg, postgres.Options{Moved: true})
	if err != nil {
		return unanswered(cfg, err)
	}
	return errors.Join(r.markStore(ctx, s), s.Close())
}
