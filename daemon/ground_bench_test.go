package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"ppamaild/config"
	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/bolt"
	"ppamaild/store/bolt/boltfile"
	"ppamaild/store/postgres"
)

// ground is the place of a store.
type ground interface {
	configure(*config.Config) // lets a daemon keep its store here
	open() (store.Store, error)
	transactions() (int, error) // so far
	lines() string              // of the configuration
	written() (int64, error)    // bytes so far
	size() (int64, error)
	commands(backup string) [][]string // upkeep of a store of this kind
}

// grounds returns the place of a new store.
type grounds func(testing.TB) ground

// mustOpen opens the store at g until the benchmark ends.
func mustOpen(b testing.TB, g ground) store.Store {
	b.Helper()
	s, err := g.open()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

// file is the path of a bolt store.
type file string

func inFile(b testing.TB) ground { return file(filepath.Join(b.TempDir(), "ppamaild.db")) }

func (f file) configure(cfg *config.Config) { cfg.Store.Path = string(f) }

func (f file) open() (store.Store, error) { return bolt.Open(string(f), bolt.Options{}) }

func (f file) transactions() (int, error) {
	n, err := boltfile.Transactions(string(f))
	return int(n), err
}

func (f file) lines() string { return fmt.Sprintf("path = %q\n", string(f)) }

// written returns the bytes that this process wrote (proc(5), io).
func (f file) written() (n int64, err error) {
	text, err := os.ReadFile("/proc/self/io")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "\nwchar:") // write_bytes counts pages that stay as they are
	_, err = fmt.Sscan(rest, &n)
	return n, err
}

func (f file) size() (int64, error) {
	info, err := os.Stat(string(f))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (f file) commands(backup string) [][]string {
	return [][]string{{"backup", backup}, {"store", "check"}, {"store", "compact"}}
}

// database is the connection string of a schema.
type database string

// inDatabase returns new schemas of a cluster.
func inDatabase(cluster *sandbox.Cluster) grounds {
	return func(b testing.TB) ground {
		b.Helper()
		schema := "bench_" + strings.ToLower(rand.Text())
		d := database(cluster.URL("search_path=" + schema))
		if err := d.run(func(ctx context.Context, conn *pgx.Conn) error {
			_, err := conn.Exec(ctx, "CREATE SCHEMA "+schema)
			return err
		}); err != nil {
			b.Fatal(err)
		}
		return d
	}
}

func (d database) run(do func(context.Context, *pgx.Conn) error) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, string(d))
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, conn), conn.Close(ctx))
}

func (d database) configure(cfg *config.Config) {
	cfg.Store.Backend, cfg.Store.DSN = config.BackendPostgres, config.NewSecret(string(d))
}

func (d database) open() (store.Store, error) {
	return postgres.Open(context.Background(), string(d), postgres.Options{Shared: true})
}

func (d database) lines() string {
	return fmt.Sprintf("path = \"ppamaild.db\"\nbackend = \"postgres\"\ndsn = %q\n", string(d))
}

// written returns the bytes of the write-ahead log.
func (d database) written() (int64, error) {
	return d.number("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint")
}

func (d database) size() (int64, error) {
	return d.number("SELECT pg_database_size(current_database())")
}

func (d database) commands(string) [][]string { return [][]string{{"store", "check"}} }

func (d database) number(sql string) (n int64, err error) {
	err = d.run(func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, sql).Scan(&n)
	})
	return n, err
}

func (d database) transactions() (int, error) {
	n, err := d.number("SELECT coalesce(sum(commit_id), 0)::bigint FROM daemons")
	return int(n), err
}
