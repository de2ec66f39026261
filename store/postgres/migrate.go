package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"ppamaild/store"
	"ppamaild/store/postgres/wire"
)

//go:embed migrations/*.sql
var migrations embed.FS

// versionTable has a row for each migration. It tells a store from the tables of other programs.
const versionTable = "ppamaild_migrations"

// migration is a file of SQL that creates or upgrades tables.
type migration struct {
	version int64 // the number at the start of the file's name
	sql     string
}

// known returns the migrations of this program in order.
func known() (all []migration, err error) {
	const dir = "migrations"
	files, err := migrations.ReadDir(dir) // sorted by name
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		number, _, _ := strings.Cut(f.Name(), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, err
		}
		sql, err := migrations.ReadFile(dir + "/" + f.Name())
		if err != nil {
			return nil, err
		}
		all = append(all, migration{version, string(sql)})
	}
	return all, nil
}

// migrate creates or upgrades the tables. A read-only store must have the tables already.
func (s *Store) migrate(ctx context.Context) error {
	all, err := known()
	if err != nil {
		return err
	}
	newest := all[len(all)-1].version
	version, err := s.version(ctx)
	switch {
	case err != nil:
		return err
	case version > newest:
		return fmt.Errorf("the schema has version %d, but this program reads up to %d; "+
			"use a newer program: %w", version, newest, store.ErrVersion)
	case version == newest:
		return nil
	case s.writer != nil:
		return s.upgrade(ctx, all)
	case version == 0:
		return fmt.Errorf("the schema has no store: %w", fs.ErrNotExist)
	}
	return fmt.Errorf("the schema has version %d; ppamaild run upgrades it to %d: %w",
		version, newest, store.ErrVersion)
}

// version returns the version of the schema; 0 for an empty schema. It refuses the schema of
// another program.
func (s *Store) version(ctx context.Context) (int64, error) {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer s.pool.Release(conn)
	found, err := conn.Query(ctx, "SELECT count(*), count(*) FILTER (WHERE relname = $1)"+
		" FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"+
		" WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'f')", versionTable)
	if err != nil {
		return 0, fmt.Errorf("listing the tables: %w", err)
	}
	switch tables := found.Rows[0]; {
	case tables[1] != int64(0):
		return versionOn(ctx, conn)
	case tables[0] != int64(0):
		return 0, errors.New("the schema has tables of another program; " +
			"name an empty schema with search_path")
	}
	return 0, nil
}

func versionOn(ctx context.Context, conn *wire.Conn) (int64, error) {
	v, err := conn.Value(ctx, "SELECT coalesce(max(version), 0) FROM "+versionTable)
	if err != nil {
		return 0, fmt.Errorf("reading the version of the schema: %w", err)
	}
	return v.(int64), nil
}

// upgrade runs the missing migrations in one transaction.
func (s *Store) upgrade(ctx context.Context, all []migration) (err error) {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer s.pool.Release(conn)
	defer func() {
		if err != nil {
			err = fmt.Errorf("creating the tables: %w", errors.Join(err, rollback(conn)))
		}
	}()
	_, err = conn.Exec(ctx, "BEGIN; SELECT pg_advisory_xact_lock("+
		"hashtextextended('ppamaild migration ' || current_schema(), 0));"+
		"CREATE TABLE IF NOT EXISTS "+versionTable+" (version bigint PRIMARY KEY)").ReadAll()
	if err != nil {
		return err
	}
	version, err := versionOn(ctx, conn) // another process may have been faster
	for _, m := range all {
		if err == nil && m.version > version {
			_, err = conn.Exec(ctx, fmt.Sprintf("%s; INSERT INTO %s VALUES (%d)",
				m.sql, versionTable, m.version)).ReadAll()
		}
	}
	if err != nil {
		return err
	}
	_, err = conn.Query(ctx, "COMMIT")
	return err
}

// Size returns the size of the tables with their indexes, in bytes.
func (s *Store) Size(ctx context.Context) (octets int64, err error) {
	size, err := s.ask(ctx, "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint"+
		" FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"+
		" WHERE nspname = current_schema() AND relkind = 'r'")
	if err != nil {
		return 0, fmt.Errorf("measuring the tables: %w", err)
	}
	return size.(int64), nil
}
