package server_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"ppamaild/sandbox/postgres"
	"ppamaild/store/postgres/schema"
	"ppamaild/store/postgres/server"
)

func TestMain(m *testing.M) { postgres.Main(m) }

// connect opens and closes a connection that a Guard checks.
func connect(t *testing.T, g *server.Guard, dsn string) error {
	t.Helper()
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	g.Check(config)
	conn, err := pgconn.ConnectConfig(t.Context(), config)
	if err != nil {
		return err
	}
	return conn.Close(t.Context())
}

// A Guard accepts one cluster, for a role without special rights.
func TestGuard(t *testing.T) {
	first, second := postgres.Get(t), postgres.Own(t)
	conn, err := pgx.Connect(t.Context(), first.URL())
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(),
		"DROP ROLE IF EXISTS plain; CREATE ROLE plain LOGIN PASSWORD 'hush'")
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	var g server.Guard
	plain := "postgres://plain:hush@" + first.Address() + "/postgres?sslmode=disable"
	if err := connect(t, &g, plain); err != nil || g.System() == "" {
		t.Fatalf("the first connection: %v; the system is %q", err, g.System())
	}
	if err := connect(t, &g, first.URL()); err != nil {
		t.Errorf("the same server: %v", err)
	}
	if err := connect(t, &g, second.URL()); err == nil || !strings.Contains(err.Error(), "another cluster") {
		t.Errorf("another server: %v", err)
	}
	if err := connect(t, &g, first.URL("target_session_attrs=read-only")); err == nil {
		t.Error("the connection string does not count")
	}
}

// A Guard refuses a standby, and the old server after a promotion.
func TestPromotion_Slow(t *testing.T) {
	old := postgres.Own(t)
	standby, err := old.Standby(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := standby.Close(); err != nil {
			t.Error(err)
		}
	})
	var g server.Guard
	if err := connect(t, &g, standby.URL()); err == nil || !strings.Contains(err.Error(), "standby") {
		t.Errorf("a standby: %v", err)
	}
	if err := connect(t, &g, old.URL()); err != nil {
		t.Error(err)
	}
	if err := standby.Promote(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := connect(t, &g, old.URL()); err != nil {
		t.Errorf("before anybody knows of the promotion: %v", err)
	}
	if err := connect(t, &g, standby.URL()); err != nil {
		t.Errorf("the promoted standby: %v", err)
	}
	if err := connect(t, &g, old.URL()); err == nil || !strings.Contains(err.Error(), "is on timeline") {
		t.Errorf("the old server: %v", err)
	}
	// A process that starts now knows nothing. A connection string with both servers helps.
	var later server.Guard
	both := strings.Replace(old.URL(), old.Address(), old.Address()+","+standby.Address(), 1)
	config, err := pgconn.ParseConfig(both)
	if err != nil {
		t.Fatal(err)
	}
	later.Survey(t.Context(), config)
	if err := connect(t, &later, old.URL()); err == nil || !strings.Contains(err.Error(), "is on timeline") {
		t.Errorf("the old server, in another process: %v", err)
	}
	if err := connect(t, &later, both); err != nil {
		t.Errorf("both servers: %v", err)
	}
}

// A server that does not answer is down. A server that refuses the role is not.
func TestDown(t *testing.T) {
	cluster := postgres.Own(t)
	var g server.Guard
	wrong := strings.Replace(cluster.URL(), "@", "x@", 1)
	if err := connect(t, &g, wrong); err == nil || server.Down(err) {
		t.Errorf("a wrong password: %v", err)
	}
	none := strings.Replace(cluster.URL(), "/postgres?", "/none?", 1)
	if err := connect(t, &g, none); err == nil || server.Down(err) {
		t.Errorf("a database that is not there: %v", err)
	}
	if err := cluster.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, dsn := range []string{cluster.URL(), wrong} {
		if err := connect(t, &g, dsn); !server.Down(err) {
			t.Errorf("a server that is down: %v", err)
		}
	}
	if unknown := fmt.Errorf("resolving: %w", &net.DNSError{IsNotFound: true}); !server.Down(unknown) {
		t.Error("a name that does not resolve yet")
	}
}

// pg_stat_activity shows which connections belong to ppamaild. Only a writer has its own name.
func TestConnectionsAreNamed(t *testing.T) {
	name := func(c *pgconn.Config) string { return c.RuntimeParams[server.ApplicationName] }
	reader, err := server.Configure("postgres://u@localhost/d", schema.Name{})
	if err != nil {
		t.Fatal(err)
	}
	writer := server.Writer(reader)
	for _, other := range []*pgconn.Config{reader, server.Listener(writer), server.Quick(writer)} {
		if name(other) != "ppamaild" || !strings.HasPrefix(name(writer), "ppamaild ") {
			t.Errorf("a connection is named %q, the writer %q", name(other), name(writer))
		}
	}
	named, err := server.Configure("postgres://u@localhost/d?application_name=north", schema.Name{})
	if err != nil || name(named) != "north" {
		t.Errorf("named in the connection string: %q (%v)", name(named), err)
	}
}
