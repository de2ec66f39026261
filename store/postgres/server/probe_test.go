package server_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"ppamaild/sandbox/postgres"
	"ppamaild/store/postgres/schema"
	"ppamaild/store/postgres/server"
)

// Probe refuses each state in which a daemon cannot write, and names what is missing.
func TestProbe(t *testing.T) {
	cluster := postgres.Own(t)
	conn, err := pgx.Connect(t.Context(), cluster.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	guest := "postgres://guest:hush@" + cluster.Address() + "/postgres?sslmode=disable"
	for _, step := range []struct{ sql, name, says string }{
		{
			"CREATE ROLE guest LOGIN PASSWORD 'hush'", "pool",
			"CREATE on database postgres; grant the right, or create the schema",
		},
		{"CREATE SCHEMA pool", "pool", "guest may not use the schema pool"},
		{"GRANT USAGE ON SCHEMA pool TO guest", "pool", "lacks the right CREATE on schema pool"},
		{"GRANT CREATE ON SCHEMA pool TO guest", "pool", ""},
		{"", "nowhere", "CREATE on database postgres"},
		{
			"CREATE TABLE pool.ppamaild_migrations (); CREATE TABLE pool.mail ();" +
				"GRANT SELECT ON ALL TABLES IN SCHEMA pool TO guest", "pool",
			"schema pool of database postgres on " + cluster.Address() + ": the role guest lacks the " +
				"right INSERT on table mail, UPDATE on table mail, DELETE on table mail;",
		},
		{"GRANT ALL ON pool.mail TO guest", "pool", ""},
		{
			"CREATE TABLE pool.about AS SELECT '7' AS system_identifier;" +
				"GRANT ALL ON pool.about TO guest", "pool", "this database is a copy",
		},
		{"UPDATE pool.about SET system_identifier = ''", "pool", ""},
		{
			"ALTER ROLE guest SET default_transaction_read_only = on", "pool",
			"the server accepts no changes",
		},
	} {
		if _, err := conn.Exec(t.Context(), step.sql); err != nil {
			t.Fatal(err)
		}
		name, err := schema.New(step.name)
		if err != nil {
			t.Fatal(err)
		}
		err = server.Probe(t.Context(), guest, name)
		if step.says == "" && err != nil ||
			step.says != "" && (err == nil || !strings.Contains(err.Error(), step.says)) {
			t.Errorf("after %q in %s: %v", step.sql, step.name, err)
		}
	}
	path := cluster.URL("search_path=nowhere")
	if err := server.Probe(t.Context(), path, schema.Name{}); err == nil ||
		!strings.Contains(err.Error(), "does not exist") {
		t.Errorf("a search_path without a schema: %v", err)
	}
}
