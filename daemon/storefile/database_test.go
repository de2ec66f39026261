package storefile

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"ppamaild/config"
	"ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/postgres/confirmed"
)

func TestMain(m *testing.M) { postgres.Main(m) }

// inSchema returns a configuration with a store in an empty schema.
func inSchema(t *testing.T, schema string) *config.Config {
	t.Helper()
	cluster := postgres.Get(t)
	conn, err := pgx.Connect(t.Context(), cluster.URL())
	must(t, err)
	_, err = conn.Exec(t.Context(),
		"DROP SCHEMA IF EXISTS "+schema+" CASCADE; CREATE SCHEMA "+schema)
	must(t, errors.Join(err, conn.Close(t.Context())))
	cfg := config.Default()
	cfg.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
	cfg.Store.Backend = config.BackendPostgres
	cfg.Store.DSN = config.NewSecret(cluster.URL("search_path=" + url.QueryEscape(schema)))
	return cfg
}

func TestDatabase(t *testing.T) {
	cfg := inSchema(t, "whole")
	u := Upkeep{Config: cfg}
	if says, err := Probe(t.Context(), cfg); err != nil || !strings.Contains(says, "no store yet") {
		t.Errorf("an empty schema: %q, %v", says, err)
	}
	missing, failed := Missing(cfg)
	if _, err := OpenExisting(cfg); !missing || failed != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty schema opens: %v, %v", err, failed)
	}
	s, err := Make(cfg)
	must(t, err)
	must(t, s.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret("k", nil) }))
	_, opening := OpenExisting(cfg)
	_, adopting := Adopt(t.Context(), cfg)
	_, copying := toFile(u, t.Context())
	for _, err := range []error{opening, adopting, copying} {
		if !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), "stop all daemons") {
			t.Errorf("a second process: %v", err)
		}
	}
	must(t, u.CheckAll(t.Context())) // also while the store is in use
	must(t, s.Close())
	if octets, err := Size(cfg); err != nil || octets < 1<<16 {
		t.Errorf("the size is %d (%v)", octets, err)
	}
	if says, err := Probe(t.Context(), cfg); err != nil || !strings.Contains(says, "can be read") {
		t.Errorf("a store: %q, %v", says, err)
	}
	if left, err := os.ReadDir(filepath.Dir(cfg.Store.Path)); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v (%v)", left, err)
	}
}

// A database that PostgreSQL's tools restored is marked, as a restored file is.
func TestRestoredDatabase(t *testing.T) {
	cfg := inSchema(t, "restored")
	u := Upkeep{Config: cfg}
	s, err := Open(cfg)
	must(t, errors.Join(err, s.Close()))
	refused(t, "pg_dump", u.Backup(t.Context(), cfg.Store.Path+".backup"))
	_, _, err = u.Compact(t.Context(), "")
	refused(t, "VACUUM FULL", err)
	conn, err := pgx.Connect(t.Context(), cfg.Store.DSN.Reveal())
	must(t, err)
	_, err = conn.Exec(t.Context(), "UPDATE about SET system_identifier = '7'") // as after a dump
	must(t, errors.Join(err, conn.Close(t.Context())))
	if _, err := Open(cfg); err == nil || !strings.Contains(err.Error(), "ppamaild restore") {
		t.Errorf("a copy in another cluster: %v", err)
	}
	if _, err := Probe(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "is a copy") {
		t.Errorf("check of a copy in another cluster: %v", err)
	}
	order := Restore{File: kept(t).Config.Store.Path, By: "root", Now: time.Now()}
	_, err = u.Restore(t.Context(), order)
	refused(t, "is a store file, but the store is in a PostgreSQL database", err)
	order.File = "/backups/monday.dump"
	_, err = u.Restore(t.Context(), order)
	must(t, err)
	s, err = OpenExisting(cfg)
	must(t, err)
	must(t, s.View(t.Context(), func(tx store.Tx) error {
		r, err := tx.Restoration()
		if r.File != "monday.dump" || r.By != "root" {
			t.Errorf("the mark is %+v", r)
		}
		return err
	}))
	must(t, s.Close())
}

// A daemon refuses a database that lacks its last commits, also after the daemon was killed, until
// a restore. Each daemon remembers its own commits. Commands refuse the database, too.
func TestDatabaseThatLostCommits(t *testing.T) {
	cfg := inSchema(t, "lost")
	away := *cfg
	away.Store.Path = filepath.Join(t.TempDir(), "other.db")
	file := cfg.Store.Path + ".confirmed"
	change := func(s store.Store) {
		t.Helper()
		must(t, s.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret("k", nil) }))
	}
	serve := func(cfg *config.Config) store.Store {
		t.Helper()
		s, err := OpenShared(cfg)
		must(t, err)
		return s
	}
	here, there := serve(cfg), serve(&away)
	dump := mustDump(t, "lost")
	change(there)
	change(here)
	killed, err := os.ReadFile(file)
	must(t, errors.Join(err, here.Close(), there.Close()))
	must(t, os.WriteFile(file, killed, 0o600))
	must(t, serve(cfg).Close()) // the file is behind the database
	for range 2 {
		mustLoad(t, "lost", dump)
		for name, err := range map[string]error{
			"a daemon": second(OpenShared(cfg)), "another daemon": second(OpenShared(&away)),
			"a command": second(OpenExisting(cfg)), "check": second(Probe(t.Context(), cfg)),
		} {
			if !errors.Is(err, confirmed.ErrLost) ||
				strings.Count(err.Error(), "schema lost in database") != 1 ||
				!strings.Contains(err.Error(), "a standby was promoted") {
				t.Errorf("%s: %v", name, err)
			}
		}
		order := Restore{File: "/backups/monday.dump", By: "root", Now: time.Now()}
		must(t, second(Upkeep{Config: &away}.Restore(t.Context(), order)))
		here, there = serve(cfg), serve(&away)
		change(there)
		change(here)
		must(t, errors.Join(here.Close(), there.Close(), second(Probe(t.Context(), cfg))))
	}
}

// A schema that was emptied gets no new store while the file of a daemon knows of commits. The
// start, check, commands and a restore name the reason.
func TestEmptiedSchema(t *testing.T) {
	cfg := inSchema(t, "emptied")
	s, err := OpenShared(cfg)
	must(t, err)
	must(t, s.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret("k", nil) }))
	must(t, s.Close())
	conn, err := pgx.Connect(t.Context(), cfg.Store.DSN.Reveal())
	must(t, err)
	_, err = conn.Exec(t.Context(), "DROP SCHEMA emptied CASCADE; CREATE SCHEMA emptied")
	must(t, errors.Join(err, conn.Close(t.Context())))
	order := Restore{File: "/backups/monday.dump", By: "root", Now: time.Now()}
	for name, err := range map[string]error{
		"a daemon": second(OpenShared(cfg)), "check": second(Probe(t.Context(), cfg)),
		"a command": second(OpenExisting(cfg)),
		"a restore": second(Upkeep{Config: cfg}.Restore(t.Context(), order)),
	} {
		if !errors.Is(err, confirmed.ErrLost) || !strings.Contains(err.Error(), "has no store") {
			t.Errorf("%s: %v", name, err)
		}
	}
	file := *cfg
	file.Store.Backend = config.BackendBolt
	s, err = Open(&file)
	must(t, errors.Join(err, s.Close()))
	copied := func() error {
		return second(toDatabase(Upkeep{Config: cfg}, t.Context(), func(string, int) {}))
	}
	if err := copied(); !errors.Is(err, confirmed.ErrLost) || !strings.Contains(err.Error(), "remove the file") {
		t.Errorf("a copy: %v", err)
	}
	must(t, os.Remove(cfg.Store.Path+".confirmed"))
	if missing, err := Missing(cfg); !missing || err != nil {
		t.Errorf("the refused start has made tables: %v", err)
	}
	must(t, copied())
}

// Three daemons start at the same time on an empty schema. One of them creates the store.
func TestDaemonsThatCreateAStore(t *testing.T) {
	cfg := inSchema(t, "together")
	opened, failed := make([]store.Store, 3), make([]error, 3)
	var starting sync.WaitGroup
	for i := range opened {
		one := *cfg
		one.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
		starting.Go(func() { opened[i], failed[i] = OpenShared(&one) })
	}
	starting.Wait()
	must(t, errors.Join(failed...))
	created := 0
	for _, s := range opened {
		if Created(s) {
			created++
		}
		must(t, s.Close())
	}
	if created != 1 {
		t.Errorf("%d daemons created the store", created)
	}
}

func second[T any](_ T, err error) error { return err }

func mustDump(t *testing.T, schema string) (sql []byte) {
	t.Helper()
	dump := exec.CommandContext(t.Context(), "pg_dump", "--schema="+schema, postgres.Get(t).URL())
	sql, err := dump.Output()
	must(t, err)
	return sql
}

// mustLoad replaces a schema with a dump.
func mustLoad(t *testing.T, schema string, sql []byte) {
	t.Helper()
	load := exec.CommandContext(t.Context(), "psql", "--set=ON_ERROR_STOP=1", "--quiet", postgres.Get(t).URL())
	load.Stdin = strings.NewReader("DROP SCHEMA " + schema + " CASCADE;" + string(sql))
	if out, err := load.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// A second daemon with the same store.path would take the control socket of the first one.
func TestDaemonsOnOnePath(t *testing.T) {
	cfg := inSchema(t, "paths")
	s, err := OpenShared(cfg)
	must(t, err)
	if _, err := OpenShared(cfg); !errors.Is(err, store.ErrLocked) ||
		!strings.Contains(err.Error(), "a store.path of its own") {
		t.Errorf("a second daemon: %v", err)
	}
	must(t, s.Close())
	s, err = OpenShared(cfg)
	must(t, errors.Join(err, s.Close()))
}

// A role without rights on the schema gets no report of a missing store.
func TestHiddenSchema(t *testing.T) {
	cfg := inSchema(t, "hidden")
	s, err := Open(cfg)
	must(t, errors.Join(err, s.Close()))
	conn, err := pgx.Connect(t.Context(), cfg.Store.DSN.Reveal())
	must(t, err)
	_, err = conn.Exec(t.Context(), "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'p'")
	must(t, errors.Join(err, conn.Close(t.Context())))
	guest, err := url.Parse(cfg.Store.DSN.Reveal())
	must(t, err)
	guest.User = url.UserPassword("guest", "p")
	cfg.Store.DSN = config.NewSecret(guest.String())
	const says = "the role guest may not use the schema hidden"
	_, opening := OpenExisting(cfg)
	_, probing := Probe(t.Context(), cfg)
	for _, err := range []error{opening, probing} {
		if err == nil || !strings.Contains(err.Error(), says) || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a schema without rights: %v", err)
		}
	}
	if missing, err := Missing(cfg); missing || err != nil {
		t.Errorf("a schema without rights is taken for a missing store: %v", err)
	}
}

// Without a connection string, and with a wrong one, the error names the cause and no password.
func TestUnreachableDatabase(t *testing.T) {
	cfg := config.Default()
	cfg.Store.Backend = config.BackendPostgres
	t.Setenv("AGENCY_DSN", "")
	cfg.Store.DSNEnv = "AGENCY_DSN"
	_, err := OpenExisting(cfg)
	refused(t, "the environment variable AGENCY_DSN is not set", err)
	cfg.Store.DSNEnv = ""
	for dsn, says := range map[string]string{
		"":                                    "store.dsn",
		"postgres://u:hush@127.0.0.1:1/none":  "connect",
		"postgres://u:hush@127.0.0.1:no/none": "malformed",
	} {
		cfg.Store.DSN = config.NewSecret(dsn)
		_, err := Open(cfg)
		if err == nil || !strings.Contains(err.Error(), says) ||
			strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: %v", dsn, err)
		}
	}
	cfg.Store.DSN = config.NewSecret("postgres://u@127.0.0.1:1/none")
	if _, err := Missing(cfg); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a database that is down: %v, not store.ErrUnavailable", err)
	}
}
