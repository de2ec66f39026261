package postgres_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/postgres"
)

// A dump of one schema is a backup of one tenant: another database gets its store whole, and
// nothing of the other tenant.
func TestDumpOfOneTenant(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Own(t)
	for _, name := range []string{"north", "south"} {
		s := mustOpen(t, cluster.URL(), postgres.Options{Schema: mustName(t, name), Shared: true})
		update := func(tx store.Tx) error {
			_, err := tx.Append(store.Entry{Thread: "Q-" + name, Kind: "message"}, []byte(name))
			return err
		}
		if err := s.Update(t.Context(), update); err != nil {
			t.Fatal(err)
		}
	}
	dump, err := exec.CommandContext(t.Context(), "pg_dump", "--schema=north", cluster.URL()).Output()
	if err != nil || bytes.Contains(dump, []byte("south")) {
		t.Fatalf("%v: the dump names the other tenant:\n%s", err, dump)
	}
	execute(t, cluster.URL(), "CREATE DATABASE restored")
	to := strings.Replace(cluster.URL(), "/postgres?", "/restored?", 1)
	restore := exec.CommandContext(t.Context(), "psql", "--set=ON_ERROR_STOP=1", "--quiet", to)
	restore.Stdin = bytes.NewReader(dump)
	if out, err := restore.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := mustOpen(t, to, postgres.Options{Schema: mustName(t, "north"), ReadOnly: true})
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if err := s.View(t.Context(), func(tx store.Tx) error { return tx.VerifyJournal("Q-north") }); err != nil {
		t.Error(err)
	}
	if n := mustLength(t, s, "Q-north"); n != 1 {
		t.Errorf("the restored journal has %d entries", n)
	}
}

func mustLength(t *testing.T, s store.Store, thread string) (n uint64) {
	t.Helper()
	if err := s.View(t.Context(), func(tx store.Tx) (err error) {
		n, err = tx.JournalLength(thread)
		return err
	}); err != nil {
		t.Error(err)
	}
	return n
}
