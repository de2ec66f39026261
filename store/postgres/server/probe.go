package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"ppamaild/store/postgres/schema"
	"ppamaild/store/postgres/wire"
)

// Probe refuses a server, a schema and a role that a daemon could not write with. It changes
// nothing. A schema without tables passes if the role may create them.
func Probe(ctx context.Context, dsn string, name schema.Name) error {
	config, err := Configure(dsn, name)
	if err != nil {
		return err
	}
	if err := probe(ctx, config, name); err != nil {
		return Explained(config, err)
	}
	return nil
}

func probe(ctx context.Context, config *pgconn.Config, name schema.Name) error {
	var g Guard
	g.Survey(ctx, config)
	g.Check(config)
	conn, err := wire.Connect(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = wire.HangUp(conn) }() // nothing was changed
	readOnly, err := conn.Value(ctx, "SELECT current_setting('transaction_read_only')")
	switch {
	case err != nil:
		return err
	case readOnly == "on":
		return errReadOnly
	}
	err = Visible(ctx, conn)
	if errors.Is(err, fs.ErrNotExist) && name.IsSet() {
		return lacks(ctx, conn, config.User, "SELECT 'CREATE on database ' || current_database()"+
			" WHERE NOT has_database_privilege(current_database(), 'CREATE')",
			"the right, or create the schema")
	}
	return cmp.Or(err, Durable(ctx, conn), lacks(ctx, conn, config.User, neededRights,
		"all rights on the schema and its tables"), sameDatabase(ctx, conn, g.System()))
}

// neededRights lists the rights that a role needs and does not have. Only the creation of tables
// needs CREATE, and writes into their version table.
const neededRights = "SELECT 'CREATE on schema ' || nspname FROM pg_namespace n" +
	" WHERE nspname = current_schema() AND NOT has_schema_privilege(oid, 'CREATE')" +
	" AND NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = n.oid)" +
	" UNION ALL SELECT p || ' on table ' || relname" +
	" FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace," +
	" unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) p" +
	" WHERE nspname = current_schema() AND relkind = 'r' AND NOT has_table_privilege(c.oid, p)" +
	" AND (relname <> 'ppamaild_migrations' OR p = 'SELECT')"

// maxLacks is the maximum number of rights that an error names.
const maxLacks = 3

// lacks returns an error with the missing rights that a query lists. advice says what to grant.
func lacks(ctx context.Context, conn *wire.Conn, role, query, advice string) error {
	found, err := conn.Query(ctx, query)
	if err != nil || len(found.Rows) == 0 {
		return err
	}
	var rights []string
	for _, row := range found.Rows[:min(maxLacks, len(found.Rows))] {
		rights = append(rights, row[0].(string))
	}
	more := ""
	if n := len(found.Rows) - maxLacks; n > 0 {
		more = fmt.Sprintf(" and %d more rights", n)
	}
	return fmt.Errorf("the role %s lacks the right %s%s; grant %s", role,
		strings.Join(rights, ", "), more, advice)
}

// sameDatabase refuses a copy of a store in another database.
func sameDatabase(ctx context.Context, conn *wire.Conn, system string) error {
	is, err := conn.Value(ctx, "SELECT count(*) FROM pg_class c JOIN pg_namespace n"+
		" ON n.oid = relnamespace WHERE nspname = current_schema() AND relname = 'about'")
	if err != nil || is == int64(0) { // a new store
		return err
	}
	was, err := conn.Value(ctx, "SELECT system_identifier FROM about")
	if err != nil {
		return err
	}
	return SameDatabase(was.(string), system)
}

// SameDatabase refuses a copy of a store in another database, as Guard.System names databases.
// Daemons on two copies would answer each mail twice. A store without a name is new, and a name of
// an older program lacks the OID.
func SameDatabase(was, is string) error {
	cluster, _, _ := strings.Cut(is, ".")
	if was == "" || was == cluster || was == is {
		return nil
	}
	return fmt.Errorf("this database is a copy: the store was made in the database %s (system "+
		"identifier and OID), and this one is %s. To go on with the copy, stop the daemons on the "+
		"original and run ppamaild restore", was, is)
}

// Visible returns fs.ErrNotExist if the search_path of a connection names no schema that exists,
// and another error if the role may not use the schema.
func Visible(ctx context.Context, conn *wire.Conn) error {
	current, err := conn.Value(ctx, "SELECT current_schema()")
	if err != nil || current != nil {
		return err
	}
	found, err := conn.Query(ctx, "SELECT nspname, current_user FROM pg_namespace WHERE nspname ="+
		" ANY(regexp_split_to_array(current_setting('search_path'), ' *, *'))")
	switch {
	case err != nil:
		return err
	case len(found.Rows) == 0:
		return fmt.Errorf("the schema that search_path names does not exist: %w", fs.ErrNotExist)
	}
	return fmt.Errorf("the role %s may not use the schema %s; grant all rights on the schema and "+
		"its tables", found.Rows[0][1], found.Rows[0][0])
}

// EndOld ends earlier connections of a session that the server still considers alive.
func EndOld(ctx context.Context, conn *wire.Conn, session string) error {
	_, err := conn.Query(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"+
		" WHERE application_name = $1 AND pid <> pg_backend_pid()", session)
	return err
}
