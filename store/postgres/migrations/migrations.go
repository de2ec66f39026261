// Package migrations creates and upgrades the tables of a store on PostgreSQL. golang-migrate
// runs the missing files of SQL in order. A file is named version_title.up.sql.
package migrations

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/golang-migrate/migrate/v4"
	"github.com/golang-migrate/migrate/v4/source/iofs"

	"ppamaild/store"
	"ppamaild/store/postgres/wire"
)

//go:embed *.sql
var files embed.FS

// Version is the version of the newest migration.
const Version = 7

// versionTable has a row for each migration. It tells a store from the tables of other programs.
const versionTable = "ppamaild_migrations"

// Run creates or upgrades the tables. For an empty schema, Run returns the error empty, unless
// empty is nil. Unless write is true, Run changes nothing: Run returns store.ErrVersion for an
// older schema, and fs.ErrNotExist for an empty one. A newer schema is always store.ErrVersion.
func Run(
	ctx context.Context, conn *wire.Conn, write bool, empty error,
) (created bool, err error) {
	version, err := versionOf(ctx, conn)
	switch {
	case err != nil:
		return false, err
	case version > Version:
		return false, fmt.Errorf("the schema has version %d, but this program reads up to %d; "+
			"use a newer program: %w", version, Version, store.ErrVersion)
	case version == Version:
		return false, nil
	case version == 0 && empty != nil:
		return false, empty
	case write:
		return upgrade(ctx, conn)
	case version == 0:
		return false, fmt.Errorf("the schema has no store: %w", fs.ErrNotExist)
	}
	return false, fmt.Errorf("the schema has version %d; ppamaild run upgrades it to %d: %w",
		version, Version, store.ErrVersion)
}

// versionOf returns the version of the schema; 0 for an empty schema. It refuses the schema of
// another program.
func versionOf(ctx context.Context, conn *wire.Conn) (int64, error) {
	found, err := conn.Query(ctx, "SELECT count(*), count(*) FILTER (WHERE relname = $1)"+
		" FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"+
		" WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'f')", versionTable)
	if err != nil {
		return 0, fmt.Errorf("listing the tables: %w", err)
	}
	switch tables := found.Rows[0]; {
	case tables[1] != int64(0):
		return newestIn(ctx, conn)
	case tables[0] != int64(0):
		return 0, errors.New("the schema has tables of another program; " +
			"name an empty schema in store.schema, or with search_path in store.dsn")
	}
	return 0, nil
}

func newestIn(ctx context.Context, conn *wire.Conn) (int64, error) {
	v, err := conn.Value(ctx, "SELECT coalesce(max(version), 0) FROM "+versionTable)
	if err != nil {
		return 0, fmt.Errorf("reading the version of the schema: %w", err)
	}
	return v.(int64), nil
}

// SessionKey is the key of the lock that a process holds as long as its writer is connected.
// session is the column of the table daemons.
const SessionKey = "hashtextextended('ppamaild ' || current_schema() || ' ' || session, 0)"

// daemonsVersion is the version that added the table daemons.
const daemonsVersion = 2

// endOlder expels the daemons that lost their connection, and returns store.ErrLocked while others
// have the store open. A daemon of an older program could not read the newer records.
func endOlder(ctx context.Context, conn *wire.Conn) error {
	_, err := conn.Query(ctx,
		"DELETE FROM daemons WHERE pg_try_advisory_xact_lock("+SessionKey+")")
	if err != nil {
		return err
	}
	open, err := conn.Value(ctx, "SELECT count(*) FROM daemons")
	if err == nil && open != int64(0) {
		err = fmt.Errorf("daemons of an older program have the store open; "+
			"stop all daemons before you start a newer program: %w", store.ErrLocked)
	}
	return err
}

// upgrade runs the missing migrations in one transaction. created is false if another process was
// faster.
func upgrade(ctx context.Context, conn *wire.Conn) (created bool, err error) {
	source, err := iofs.New(files, ".")
	if err != nil {
		return false, err
	}
	steps, err := migrate.NewWithInstance("iofs", source, "postgres", driver{ctx: ctx, conn: conn})
	if err != nil {
		return false, err
	}
	defer func() {
		if err == nil {
			return
		}
		if !conn.IsClosed() {
			_, undo := conn.Exec(context.WithoutCancel(ctx), "ROLLBACK").ReadAll()
			err = errors.Join(err, undo)
		}
		err = fmt.Errorf("creating or upgrading the tables: %w", err)
	}()
	_, err = conn.Exec(ctx, "BEGIN; SELECT pg_advisory_xact_lock("+
		"hashtextextended('ppamaild migration ' || current_schema(), 0));"+
		"CREATE TABLE IF NOT EXISTS "+versionTable+" (version bigint PRIMARY KEY)").ReadAll()
	if err != nil {
		return false, err
	}
	version, err := newestIn(ctx, conn)
	if err == nil && version >= daemonsVersion && version < Version {
		err = endOlder(ctx, conn)
	}
	// One file at a time: Up reads ahead, and after an error keeps the goroutines that read.
	for v := version; err == nil && v < Version; v++ {
		err = steps.Steps(1)
	}
	if err != nil {
		return false, err
	}
	_, err = conn.Query(ctx, "COMMIT")
	return version == 0, err
}
