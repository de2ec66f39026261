// Package schema confines connections to one schema of a PostgreSQL database. Each tenant has a
// schema of its own, so no statement can name the tables of another tenant by accident.
package schema

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"ppamaild/lazyregexp"
	"ppamaild/store/postgres/wire"
)

// Name is the name of a schema. The zero Name means the first schema of the search_path.
type Name struct{ name string }

// plain matches a name that needs no quotes.
var plain = lazyregexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)

// New returns the Name of a schema.
func New(name string) (Name, error) {
	if !plain.MatchString(name) || strings.HasPrefix(name, "pg_") {
		return Name{}, errors.New("a schema has a name of a-z, 0-9 and _, at most 63, " +
			"not first a digit or pg_")
	}
	return Name{name}, nil
}

// IsSet reports whether a schema has a name.
func (n Name) IsSet() bool { return n.name != "" }

const searchPath = "search_path"

// Confine lets the connections of a configuration see this schema only.
func (n Name) Confine(config *pgconn.Config) error {
	if !n.IsSet() {
		return nil
	}
	if named := config.RuntimeParams[searchPath]; named != "" && named != n.name {
		return fmt.Errorf("the connection string names the schema %s, and store.schema names %s",
			named, n.name)
	}
	config.RuntimeParams[searchPath] = n.name
	return nil
}

// Make creates the schema unless it exists. Processes that start at the same time take turns,
// because IF NOT EXISTS alone fails in all but one of them.
func (n Name) Make(ctx context.Context, config *pgconn.Config) error {
	if !n.IsSet() {
		return nil
	}
	conn, err := wire.Connect(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = wire.HangUp(conn) }() // the schema is committed already
	known, err := conn.Value(ctx, "SELECT count(*) FROM pg_namespace WHERE nspname = $1", n.name)
	if err != nil || known != int64(0) {
		return err
	}
	_, err = conn.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended("+
		"'ppamaild schema "+n.name+"', 0)); CREATE SCHEMA IF NOT EXISTS "+n.name).ReadAll()
	if err != nil {
		return fmt.Errorf("creating the schema %s: %w", n.name, err)
	}
	return nil
}
