package storefile

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"ppamaild/config"
	"ppamaild/daemon/control"
	"ppamaild/daemon/refusal"
	"ppamaild/store"
	"ppamaild/store/bolt/boltfile"
	"ppamaild/store/postgres"
	"ppamaild/store/transfer"
)

// Transfer has the parameters of a copy of the store to another backend.
type Transfer struct {
	From, To config.Backend
	Report   func(part string, records int) // called for each complete part
}

// Transfer copies the store to another backend, or goes on with an interrupted copy. It returns the
// digest of the contents. Transfer refuses while a daemon runs, and a target with other data.
func (u Upkeep) Transfer(ctx context.Context, o Transfer) (digest string, err error) {
	if o.From == o.To {
		return "", refusal.Errorf("a copy needs two different backends, not %s twice", o.From)
	}
	if _, err := address(u.Config); err != nil {
		return "", err
	}
	if control.At(control.Path(u.Config)).Alive(ctx) {
		return "", refusal.Errorf("a daemon runs; stop it before you copy the store")
	}
	from, err := u.openEnd(ctx, o.From, true)
	if err != nil {
		return "", fmt.Errorf("the source: %w", err)
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := u.openEnd(ctx, o.To, false)
	if err != nil {
		return "", fmt.Errorf("the target: %w", err)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	digest, err = transfer.Copy(ctx, from, to, o.Report)
	switch {
	case err != nil && ctx.Err() != nil:
		err = fmt.Errorf("interrupted: %w\nRun the same command again: the copy goes on where it "+
			"stopped", ctx.Err())
	case errors.Is(err, transfer.ErrOccupied) || errors.Is(err, transfer.ErrChanged):
		err = fmt.Errorf("%w\n%s", err, emptyTarget(u.Config, o.To))
	}
	return digest, err
}

// emptyTarget is the advice about a target with other data.
func emptyTarget(cfg *config.Config, to config.Backend) string {
	if to == config.BackendPostgres {
		return "Name an empty schema with store.schema, or with search_path in store.dsn"
	}
	return fmt.Sprintf("Rename %s first", cfg.Store.Path)
}

// openEnd opens the store of a backend, which need not be the configured backend. A source must
// exist.
func (u Upkeep) openEnd(
	ctx context.Context, backend config.Backend, isSource bool,
) (transfer.Backend, error) {
	cfg := *u.Config
	cfg.Store.Backend = backend
	if isSource {
		if err := exists(ctx, &cfg); err != nil {
			return nil, err
		}
	}
	if inDatabase(&cfg) {
		s, err := openConfirmed(ctx, &cfg, postgres.Options{})
		return s, unanswered(&cfg, err)
	}
	s, err := open(&cfg, cfg.Store.Path, false)
	if err != nil || isSource {
		return s, unanswered(&cfg, err)
	}
	if err := boltfile.KeepOwner(cfg.Store.Path, filepath.Dir(cfg.Store.Path)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// exists returns fs.ErrNotExist if there is no configured store.
func exists(ctx context.Context, cfg *config.Config) error {
	if inDatabase(cfg) {
		return existsInDatabase(ctx, cfg)
	}
	return missing(cfg.Store.Path)
}

// finished refuses an unfinished copy of another store.
func finished(s store.Store) error {
	err := transfer.Unfinished(context.Background(), s)
	if errors.Is(err, transfer.ErrUnfinished) {
		err = fmt.Errorf("%w\nRun ppamaild store copy again to complete the copy", err)
	}
	return err
}
