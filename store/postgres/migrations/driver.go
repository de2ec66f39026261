package migrations

import (
	"context"
	"io"

	"github.com/golang-migrate/migrate/v4/database"

	"ppamaild/store/postgres/wire"
)

// driver runs migrations in the transaction of conn, so no version is ever half applied (dirty).
// The PostgreSQL drivers of golang-migrate need a sql.DB, and so the upper half of pgx.
type driver struct {
	database.Driver // Open, Close and Drop are never called
	ctx             context.Context
	conn            *wire.Conn
}

// Lock does nothing: the transaction of upgrade holds the lock, and its end is the Unlock.
func (d driver) Lock() error   { return nil }
func (d driver) Unlock() error { return nil }

func (d driver) Run(migration io.Reader) error {
	sql, err := io.ReadAll(migration)
	if err != nil {
		return err
	}
	_, err = d.conn.Exec(d.ctx, string(sql)).ReadAll()
	return err
}

func (d driver) SetVersion(version int, dirty bool) error {
	if dirty {
		return nil
	}
	_, err := d.conn.Query(d.ctx, "INSERT INTO "+versionTable+" VALUES ($1)", int64(version))
	return err
}

func (d driver) Version() (version int, dirty bool, err error) {
	v, err := newestIn(d.ctx, d.conn)
	if v == 0 {
		return database.NilVersion, false, err
	}
	return int(v), false, err
}
