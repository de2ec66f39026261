package postgres_test

import (
	"errors"
	"io/fs"
	"strings"
	"sync"
	"testing"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/postgres"
	"ppamaild/store/postgres/schema"
)

func mustName(t *testing.T, name string) schema.Name {
	t.Helper()
	n, err := schema.New(name)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Two tenants share a database, and have a schema each. No record of one is visible to the other.
func TestSchemasOfTenants(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Get(t)
	names := []string{"tenant_north", "tenant_south"}
	for _, name := range names {
		execute(t, cluster.URL(), "DROP SCHEMA IF EXISTS "+name+" CASCADE")
		o := postgres.Options{Schema: mustName(t, name), ReadOnly: true}
		if _, err := postgres.Open(t.Context(), cluster.URL(), o); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a schema that is not there: %v", err)
		}
		o = postgres.Options{Schema: mustName(t, name), Shared: true}
		s := mustOpen(t, cluster.URL(), o)
		if err := s.Update(t.Context(), func(tx store.Tx) error {
			if _, err := tx.Secret("who"); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s sees the secret of another: %v", name, err)
			}
			return tx.PutSecret("who", []byte(name))
		}); err != nil {
			t.Fatal(err)
		}
		second := mustOpen(t, cluster.URL("search_path="+name), o) // another daemon of the tenant
		if err := second.View(t.Context(), func(tx store.Tx) error {
			who, err := tx.Secret("who")
			if string(who) != name {
				t.Errorf("the second daemon of %s reads %q", name, who)
			}
			return err
		}); err != nil {
			t.Error(err)
		}
	}
}

// Several daemons of a tenant start at the same time, before the schema is there.
func TestSchemaOfSeveralDaemons(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Get(t)
	o := postgres.Options{Schema: mustName(t, "tenant_west"), Shared: true}
	for range 5 {
		execute(t, cluster.URL(), "DROP SCHEMA IF EXISTS tenant_west CASCADE")
		opened, failed := make([]*postgres.Store, 4), make([]error, 4)
		var starting sync.WaitGroup
		for i := range opened {
			starting.Go(func() {
				opened[i], failed[i] = postgres.Open(t.Context(), cluster.URL(), o)
			})
		}
		starting.Wait()
		for i, s := range opened {
			if failed[i] != nil {
				t.Error(failed[i])
			} else if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestSchemaIsRefused(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Get(t)
	for _, name := range []string{"", "pg_x", "North", "a b", "1a", `a"; DROP TABLE x`, strings.Repeat("a", 64)} {
		if _, err := schema.New(name); err == nil {
			t.Errorf("%q is a schema", name)
		}
	}
	execute(t, cluster.URL(), "DROP ROLE IF EXISTS tenant_weak; CREATE ROLE tenant_weak LOGIN PASSWORD 'hush';"+
		"REVOKE CREATE ON DATABASE postgres FROM PUBLIC")
	weak := "postgres://tenant_weak:hush@" + cluster.Address() + "/postgres?sslmode=disable"
	o := postgres.Options{Schema: mustName(t, "tenant_weak")}
	for dsn, says := range map[string]string{
		cluster.URL("search_path=elsewhere"): "names the schema elsewhere, and store.schema names tenant_weak",
		weak:                                 "creating the schema tenant_weak",
	} {
		if _, err := postgres.Open(t.Context(), dsn, o); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want %q, got %v", says, err)
		}
	}
	// A role without the right to create a schema uses a schema that is there.
	execute(t, cluster.URL(), "DROP SCHEMA IF EXISTS tenant_weak CASCADE;"+
		"CREATE SCHEMA tenant_weak AUTHORIZATION tenant_weak")
	mustOpen(t, weak, o)
}

// The second of two missing migrations fails, so the first one is undone, too.
func TestFailedUpgradeChangesNothing(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Own(t)
	if err := mustOpen(t, cluster.URL(), postgres.Options{}).Close(); err != nil {
		t.Fatal(err)
	}
	execute(t, cluster.URL(), "ALTER TABLE about DROP COLUMN changes;"+
		"DELETE FROM ppamaild_migrations WHERE version > 4")
	for range 2 {
		_, err := postgres.Open(t.Context(), cluster.URL(), postgres.Options{})
		if err == nil || !strings.Contains(err.Error(), `column "schema_version" of relation "daemons" already exists`) {
			t.Errorf("an upgrade that must fail: %v", err)
		}
	}
	execute(t, cluster.URL(), "ALTER TABLE daemons DROP COLUMN schema_version")
	mustOpen(t, cluster.URL(), postgres.Options{})
}

// A newer program would write records that running daemons of an older program cannot read.
func TestUpgradeWaitsForTheLastDaemon(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Own(t)
	older := mustOpen(t, cluster.URL(), postgres.Options{Shared: true})
	execute(t, cluster.URL(), "ALTER TABLE daemons DROP COLUMN schema_version;"+
		"DELETE FROM ppamaild_migrations WHERE version > 5;"+
		"INSERT INTO daemons VALUES (0, 'a daemon without a connection', true)")
	_, err := postgres.Open(t.Context(), cluster.URL(), postgres.Options{Shared: true})
	if !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), "stop all daemons") {
		t.Errorf("a newer program starts beside an older one: %v", err)
	}
	if err := older.Close(); err != nil {
		t.Fatal(err)
	}
	mustOpen(t, cluster.URL(), postgres.Options{Shared: true})
}
