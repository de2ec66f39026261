// Package server decides which PostgreSQL server may keep a store.
//
// A server has a system identifier, which a standby keeps and a dump does not. A copy of a database
// on the same server has another OID. Each promotion of a standby begins a new timeline. After a
// split brain, two servers have the same identifier. A Guard then keeps its store off the server
// with the older timeline. A Guard knows the timelines of earlier connections of its process, and
// of the servers that its connection string names.
package server

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"

	"ppamaild/store/postgres/wire"
)

// Guard checks the connections of a store. It remembers the server of earlier connections.
type Guard struct {
	mu       sync.Mutex
	system   string // see System; "" before the first connection; protected by mu
	timeline string // 8 hexadecimal digits; protected by mu
}

// System returns the identifier of the cluster, a dot and the OID of the database.
func (g *Guard) System() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.system
}

// Check makes new connections of config fail unless they reach the server of the store. A
// connection string may name several servers: then the first one that the Guard accepts counts.
func (g *Guard) Check(config *pgconn.Config) {
	before := config.ValidateConnect
	config.ValidateConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		if before != nil {
			if err := before(ctx, conn); err != nil {
				return err
			}
		}
		system, timeline, err := identify(ctx, conn)
		if err != nil {
			return err
		}
		return g.accept(system, timeline)
	}
}

// accept checks a server and remembers it.
func (g *Guard) accept(system, timeline string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case timeline == "":
		return errors.New("the server is a standby, which cannot keep a store")
	case g.system != "" && system != g.system:
		return fmt.Errorf("the server belongs to another cluster, or made the database again: its "+
			"system identifier and OID are %s, and those of the store are %s", system, g.system)
	case timeline < g.timeline:
		return fmt.Errorf("the server is on timeline %s, but the store is on timeline %s since "+
			"the promotion of a standby; stop the old server", timeline, g.timeline)
	}
	g.system, g.timeline = system, timeline
	return nil
}

// identify returns the identity of a server. A standby has no timeline of its own.
func identify(ctx context.Context, conn *pgconn.PgConn) (system, timeline string, err error) {
	results, err := conn.Exec(ctx, "SELECT system_identifier || '.' || oid,"+
		" CASE WHEN pg_is_in_recovery() THEN '' ELSE"+
		" left(pg_walfile_name(pg_current_wal_lsn()), 8) END FROM pg_control_system(), pg_database"+
		" WHERE datname = current_database()").ReadAll()
	if err != nil {
		return "", "", fmt.Errorf("identifying the server: %w", err)
	}
	if len(results) != 1 || len(results[0].Rows) != 1 || len(results[0].Rows[0]) != 2 {
		return "", "", errors.New("the server does not tell its identity")
	}
	row := results[0].Rows[0]
	return string(row[0]), string(row[1]), nil
}

// Durable refuses a server that could lose a commit.
func Durable(ctx context.Context, conn *wire.Conn) error {
	for _, setting := range []string{"fsync", "full_page_writes"} {
		value, err := conn.Value(ctx, "SELECT current_setting($1)", setting)
		if err != nil {
			return err
		}
		if value != "on" {
			return fmt.Errorf("the server has %s = %s: a power cut could lose mails; set it to on",
				setting, value)
		}
	}
	return nil
}
