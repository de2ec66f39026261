package postgres_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"flag"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/crypt"
	"ppamaild/store/postgres"
	"ppamaild/store/storetest"
)

func TestMain(m *testing.M) {
	flag.Parse()
	// A database answers each of the model's many questions in a round trip.
	for name, value := range map[string]string{"rapid.checks": "5", "rapid.steps": "20"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	sandbox.Main(m)
}

func TestStore(t *testing.T) {
	t.Parallel()
	suite(t, nil)
}

func TestEncryptedStore(t *testing.T) {
	t.Parallel()
	suite(t, mustKeys(t, 0))
}

func TestSharedStore(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Get(t)
	storetest.RunShared(t, func(t testing.TB, dir string) store.Shared {
		return mustOpen(t, mustSchema(t, cluster, dir), postgres.Options{Shared: true})
	})
}

func suite(t *testing.T, keys *crypt.Ring) {
	cluster := sandbox.Get(t)
	o := postgres.Options{Keys: keys}
	var known sync.Map // connection strings
	storetest.Run(t, func(t testing.TB, dir string) store.Store {
		dsn := mustSchema(t, cluster, dir)
		if _, again := known.LoadOrStore(dsn, true); !again {
			t.Cleanup(func() { check(t, dsn, o) }) // runs after the store is closed
		}
		return mustOpen(t, dsn, o)
	})
}

// mustKeys returns a ring of keys made of one byte each.
func mustKeys(t testing.TB, bytes ...byte) *crypt.Ring {
	t.Helper()
	var text string
	for _, b := range bytes {
		key := make([]byte, crypt.KeySize)
		key[0] = b
		text += base64.StdEncoding.EncodeToString(key) + "\n"
	}
	keys, err := crypt.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// mustSchema returns the connection string of a schema, and creates the schema on the first call.
func mustSchema(t testing.TB, cluster *sandbox.Cluster, name string) (dsn string) {
	t.Helper()
	sum := sha256.Sum256([]byte(name))
	schema := "s" + hex.EncodeToString(sum[:8])
	execute(t, cluster.URL(), "CREATE SCHEMA IF NOT EXISTS "+schema)
	return cluster.URL("search_path=" + schema)
}

// execute runs statements on a connection of their own.
func execute(t testing.TB, dsn, sql string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Errorf("%s: %v", sql, err)
	}
	if err := conn.Close(ctx); err != nil {
		t.Error(err)
	}
}

// mustOpen opens a store that is closed at the end of t.
func mustOpen(t testing.TB, dsn string, o postgres.Options) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), dsn, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func check(t testing.TB, dsn string, o postgres.Options) {
	t.Helper()
	o.ReadOnly = true
	s, err := postgres.Open(context.Background(), dsn, o)
	if err != nil {
		t.Errorf("reopening: %v", err)
		return
	}
	if err := s.Check(context.Background()); err != nil {
		t.Errorf("checking: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
