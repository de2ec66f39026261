package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"ppamaild/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// versionTable is the table that goose keeps. It tells a store from the tables of other programs.
const versionTable = "ppamaild_migrations"

// migrate creates or upgrades the tables. A read-only store must have the tables already.
func (s *Store) migrate(ctx context.Context) (err error) {
	exists, err := s.inspect(ctx)
	if err != nil {
		return err
	}
	if !exists && s.writer == nil {
		return fmt.Errorf("the schema has no store: %w", fs.ErrNotExist)
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	db := stdlib.OpenDBFromPool(s.pool)
	defer func() { err = errors.Join(err, db.Close()) }()
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files,
		goose.WithTableName(versionTable), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	known := provider.ListSources()
	newest := known[len(known)-1].Version
	var version int64
	if exists {
		if version, err = provider.GetDBVersion(ctx); err != nil {
			return fmt.Errorf("reading the version of the schema: %w", err)
		}
	}
	switch {
	case version > newest:
		return fmt.Errorf("the schema has version %d, but this program reads up to %d; "+
			"use a newer program: %w", version, newest, store.ErrVersion)
	case version == newest:
		return nil
	case s.writer == nil:
		return fmt.Errorf("the schema has version %d; ppamaild run upgrades it to %d: %w",
			version, newest, store.ErrVersion)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("creating the tables: %w", err)
	}
	return nil
}

// inspect reports whether the schema has a store. It refuses the schema of another program.
func (s *Store) inspect(ctx context.Context) (exists bool, err error) {
	var tables int
	row := s.pool.QueryRow(ctx, "SELECT count(*), count(*) FILTER (WHERE relname = $1) > 0"+
		" FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"+
		" WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'f')", versionTable)
	if err := row.Scan(&tables, &exists); err != nil {
		return false, fmt.Errorf("listing the tables: %w", err)
	}
	if tables > 0 && !exists {
		return false, errors.New("the schema has tables of another program; " +
			"name an empty schema with search_path")
	}
	return exists, nil
}
