package postgres

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) { Main(m) }

// The cluster is durable, and only its password opens it.
func TestCluster(t *testing.T) {
	c := Get(t)
	conn, err := pgx.Connect(t.Context(), c.URL())
	if err != nil {
		t.Fatal(err)
	}
	for setting, want := range map[string]string{
		"fsync": "on", "synchronous_commit": "on", "server_encoding": "UTF8",
		"listen_addresses": "127.0.0.1",
	} {
		var got string
		row := conn.QueryRow(t.Context(), "SELECT current_setting($1)", setting)
		if err := row.Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, not %q (%v)", setting, got, want, err)
		}
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Error(err)
	}
	other := *c
	other.password = "wrong"
	if _, err := pgx.Connect(t.Context(), other.URL()); err == nil {
		t.Error("a wrong password opens the cluster")
	}
}

// A test does not wait long for its cluster. The best of three tries counts, because other programs
// may take time from the rest.
func TestStartsWithinTenSeconds(t *testing.T) {
	const most, tries = 10 * time.Second, 3
	took := most
	for try := 0; try < tries && took >= most; try++ {
		begin := time.Now()
		Own(t)
		took = time.Since(begin)
		t.Logf("up in %v", took.Round(time.Millisecond))
	}
	if took >= most {
		t.Errorf("the cluster took %v to start", took)
	}
}

// After Close, the server and its files are gone.
func TestClose(t *testing.T) {
	c := Own(t)
	for range 2 {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(c.dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory is still there (%v)", err)
	}
	if conn, err := net.Dial("tcp", c.Address()); err == nil {
		t.Errorf("the server still listens; closed: %v", conn.Close())
	}
}

// The server stops when the process that started it dies.
func TestKeeper(t *testing.T) {
	c := Own(t)
	conn, err := pgx.Connect(t.Context(), c.URL())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.close(); err != nil { // the pipe ends, as when the process dies
		t.Error(err)
	}
	if _, err := conn.Exec(t.Context(), "SELECT 1"); err == nil {
		t.Error("the server answers without its keeper")
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
