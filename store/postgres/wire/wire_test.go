package wire_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store/postgres/wire"
)

func TestMain(m *testing.M) { sandbox.Main(m) }

func mustConfig(t *testing.T) *pgconn.Config {
	t.Helper()
	config, err := pgconn.ParseConfig(sandbox.Get(t).URL())
	if err != nil {
		t.Fatal(err)
	}
	return config
}

func mustConnect(t *testing.T) *wire.Conn {
	t.Helper()
	c, err := wire.Connect(t.Context(), mustConfig(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return c
}

// A value comes back as it was sent, or the run fails.
func TestValues(t *testing.T) {
	c := mustConnect(t)
	for _, sent := range []struct {
		kind  string
		value any
	}{
		{"bigint", int64(0)}, {"bigint", int64(-1 << 63)}, {"bigint", int64(1<<63 - 1)},
		{"boolean", true}, {"boolean", false},
		{"text", ""}, {"text", "Zürich '\"\\"},
		{"bytea", []byte{}}, {"bytea", bytes.Repeat([]byte{0, 0xff}, 1<<20)},
	} {
		got, err := c.Value(t.Context(), "SELECT $1::"+sent.kind, sent.value)
		if err != nil || !reflect.DeepEqual(got, sent.value) {
			t.Errorf("%s %.20v came back as %.20v (%v)", sent.kind, sent.value, got, err)
		}
	}
	if got, err := c.Value(t.Context(), "SELECT NULL::bytea"); got != nil || err != nil {
		t.Errorf("NULL is %v (%v)", got, err)
	}
	if got, err := c.Value(t.Context(), "SELECT $1::bytea IS NULL", []byte(nil)); got != false {
		t.Errorf("no bytes are NULL: %v (%v)", got, err)
	}
	for _, sql := range []string{"SELECT 1.5::numeric", "SELECT 1 WHERE false", "SELECT 1, 2"} {
		if got, err := c.Value(t.Context(), sql); err == nil {
			t.Errorf("%s is %v", sql, got)
		}
	}
	if got, err := c.Value(t.Context(), "SELECT $1::int", 7); err == nil {
		t.Errorf("an int passes as %v", got)
	}
}

// The statements of a run take effect in order. After a failure, the connection still works.
func TestRun(t *testing.T) {
	c := mustConnect(t)
	statement := func(sql string, args ...any) wire.Statement {
		return wire.Statement{SQL: sql, Args: args}
	}
	last, err := c.Run(t.Context(),
		statement("BEGIN"), statement("CREATE TEMP TABLE runs (n bigint)"), statement("COMMIT"))
	if err != nil || last.Tag != "COMMIT" {
		t.Fatalf("%+v, %v", last, err)
	}
	insert, count := "INSERT INTO runs VALUES ($1)", "SELECT count(*) FROM runs"
	for range 2 { // the second run finds its statements prepared
		_, err = c.Run(t.Context(), statement("BEGIN"), statement(insert, int64(1)),
			statement("SELECT 1 / n FROM (SELECT 0 AS n) x"), statement("COMMIT"))
		if pg, is := errors.AsType[*pgconn.PgError](err); !is || pg.Code != "22012" {
			t.Errorf("a division by zero: %v", err)
		}
		if got, err := c.Value(t.Context(), count); err == nil {
			t.Errorf("the failed transaction goes on: %v", got)
		}
		if _, err := c.Query(t.Context(), "ROLLBACK"); err != nil {
			t.Error(err)
		}
	}
	last, err = c.Run(t.Context(),
		statement(insert, int64(1)), statement("SELECT 'ignored'"), statement(insert, int64(2)),
		statement(count))
	if err != nil || !reflect.DeepEqual(last.Rows, [][]any{{int64(2)}}) {
		t.Errorf("%+v, %v", last, err)
	}
}

// counting counts the writes to a connection.
type counting struct {
	net.Conn
	writes *int
}

func (c counting) Write(p []byte) (int, error) {
	*c.writes++
	return c.Conn.Write(p)
}

// New statements are prepared on the way, so a run is one round trip. A statement after a failed
// one is not prepared, and the next run prepares it.
func TestNewStatementsTravelTogether(t *testing.T) {
	config, writes := mustConfig(t), 0
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		return counting{conn, &writes}, err
	}
	c, err := wire.Connect(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := wire.HangUp(c); err != nil {
			t.Error(err)
		}
	}()
	three := []wire.Statement{
		{SQL: "SELECT 1 / $1::bigint", Args: []any{int64(0)}},
		{SQL: "SELECT $1::text || 'b'", Args: []any{"a"}},
		{SQL: "SELECT $1::text || 'b'", Args: []any{"c"}},
	}
	writes = 0 // those of Connect
	if _, err := c.Run(t.Context(), three...); err == nil {
		t.Error("a division by zero succeeds")
	}
	three[0].Args[0] = int64(1)
	for range 2 {
		last, err := c.Run(t.Context(), three...)
		if err != nil || !reflect.DeepEqual(last.Rows, [][]any{{"cb"}}) {
			t.Errorf("%+v, %v", last, err)
		}
	}
	if writes != 3 {
		t.Errorf("%d writes for three runs", writes)
	}
}

// A pool opens no more connections than it may, and reuses the one that was used last.
func TestPool(t *testing.T) {
	p := wire.NewPool(mustConfig(t), 2)
	first, err := p.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second, err := p.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Acquire(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a third connection: %v", err)
	}
	p.Release(first)
	p.Release(second)
	again, err := p.Acquire(t.Context())
	if again != second || err != nil {
		t.Errorf("not the last connection (%v)", err)
	}
	if _, err := again.Query(t.Context(), "BEGIN"); err != nil {
		t.Error(err)
	}
	p.Release(again) // with a transaction
	if !again.IsClosed() {
		t.Error("a connection in a transaction is kept")
	}
	if err := errors.Join(p.Close(), p.Close()); err != nil {
		t.Error(err)
	}
	if _, err := p.Acquire(t.Context()); !errors.Is(err, wire.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// A server is named once, with its answer, though pgconn connects with TLS and without.
func TestUnreached(t *testing.T) {
	host, port, err := net.SplitHostPort(sandbox.Get(t).Address())
	if err != nil {
		t.Fatal(err)
	}
	at := "host=" + host + " port=" + port + " dbname=postgres "
	for dsn, says := range map[string]string{
		at + "user=stranger sslmode=prefer": "FATAL: password authentication failed",
		at + "user=stranger sslmode=allow":  "FATAL: password authentication failed",
		at + "sslmode=require":              "server refused TLS connection",
		"host=nosuch.invalid":               "connecting: lookup nosuch.invalid",
		"host=127.0.0.1 port=1":             "connection refused",
	} {
		config, err := pgconn.ParseConfig(dsn)
		if err != nil {
			t.Fatal(err)
		}
		_, err = wire.Connect(t.Context(), config)
		_, is := errors.AsType[*pgconn.ConnectError](err)
		if !is || !strings.Contains(err.Error(), says) || strings.ContainsAny(err.Error(), ";\n`") {
			t.Errorf("%s: %v", dsn, err)
		}
	}
}
