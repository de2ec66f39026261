package postgres_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/postgres"
)

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Get(t)
	tests := map[string]struct {
		setUp string
		o     postgres.Options
		is    error
		says  string
	}{
		"tables of another program": {
			"CREATE TABLE invoices (id int)", postgres.Options{}, nil, "another program",
		},
		"a newer schema": {
			"INSERT INTO ppamaild_migrations VALUES (999)",
			postgres.Options{}, store.ErrVersion, "version 999",
		},
		"nothing to read": {"", postgres.Options{ReadOnly: true}, fs.ErrNotExist, "no store"},
		"a missing table": {"DROP TABLE about", postgres.Options{}, nil, "about"},
		"a missing key": {
			"UPDATE about SET keys = '{0badc0de}'", postgres.Options{}, store.ErrKey, "0badc0de",
		},
		"a copy in another cluster": {
			"UPDATE about SET system_identifier = '7'", postgres.Options{}, nil, "is a copy",
		},
		"a copy in another database": {
			"UPDATE about SET system_identifier = split_part(system_identifier, '.', 1) || '.1'",
			postgres.Options{}, nil, "is a copy",
		},
		"a key of no store": {
			"UPDATE about SET keys = '{x}'", postgres.Options{}, store.ErrCorrupt, "about",
		},
	}
	for name, test := range tests {
		dsn := mustSchema(t, cluster, t.TempDir()+name)
		if strings.Contains(test.setUp, "about") || strings.Contains(test.setUp, "migrations") {
			closeNow(t, mustOpen(t, dsn, postgres.Options{}))
		}
		if test.setUp != "" {
			execute(t, dsn, test.setUp)
		}
		s, err := postgres.Open(t.Context(), dsn, test.o)
		if err == nil {
			t.Errorf("%s: opened", name)
			closeNow(t, s)
			continue
		}
		if test.is != nil && !errors.Is(err, test.is) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The store of an older program knows its cluster, but not the OID of its database. The older
// program would take a store with an OID for a copy.
func TestStoreWithoutOID(t *testing.T) {
	t.Parallel()
	dsn := mustSchema(t, sandbox.Get(t), t.TempDir())
	older := mustOpen(t, dsn, postgres.Options{Shared: true})
	execute(t, dsn, "UPDATE about SET system_identifier = split_part(system_identifier, '.', 1);"+
		"DELETE FROM ppamaild_migrations WHERE version > 6")
	if _, err := postgres.Open(t.Context(), dsn, postgres.Options{Shared: true}); err == nil ||
		!strings.Contains(err.Error(), "stop all daemons") {
		t.Errorf("beside an older program: %v", err)
	}
	closeNow(t, older)
	closeNow(t, mustOpen(t, dsn, postgres.Options{}))
}

func closeNow(t testing.TB, s *postgres.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// No error contains the password.
func TestOpenKeepsThePassword(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Get(t)
	execute(t, cluster.URL(), "DROP ROLE IF EXISTS weak; CREATE ROLE weak LOGIN PASSWORD 'hush'")
	weak := "postgres://weak:hush@" + cluster.Address() +
		"/postgres?sslmode=disable&search_path=public"
	for dsn, says := range map[string]string{
		weak: "permission denied",
		strings.Replace(weak, "hush", "hush-hush", 1):             "password authentication failed",
		strings.Replace(weak, "search_path=public", "hush=a", 1):  "hush",
		strings.Replace(weak, "search_path=public", "port=no", 1): "malformed",
		strings.Replace(weak, "=public", "=nowhere", 1):           "does not exist",
		"postgres://weak:hush@127.0.0.1:1/postgres":               "connect",
	} {
		s, err := postgres.Open(t.Context(), dsn, postgres.Options{})
		if err == nil {
			t.Errorf("%s: opened", dsn)
			closeNow(t, s)
			continue
		}
		if !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), ":hush") {
			t.Errorf("%s: %v", dsn, err)
		}
	}
}

// A role that lacks a right gets an error that names the role and the table.
func TestRoleWithoutRights(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Get(t)
	dsn := mustSchema(t, cluster, t.TempDir())
	closeNow(t, mustOpen(t, dsn, postgres.Options{}))
	_, schema, _ := strings.Cut(dsn, "search_path=")
	const role = "clerk"
	execute(t, dsn, "DROP ROLE IF EXISTS clerk; CREATE ROLE clerk LOGIN PASSWORD 'p'")
	asRole := "postgres://clerk:p@" + cluster.Address() +
		"/postgres?sslmode=disable&search_path=" + schema
	for _, step := range []struct{ grant, says string }{
		{"", "may not use the schema"},
		{"GRANT USAGE ON SCHEMA " + schema + " TO clerk", "permission denied for table"},
		{"GRANT SELECT ON ALL TABLES IN SCHEMA " + schema + " TO clerk", "permission denied for table"},
	} {
		if step.grant != "" {
			execute(t, dsn, step.grant)
		}
		s, err := postgres.Open(t.Context(), asRole, postgres.Options{})
		if err == nil {
			closeNow(t, s)
			t.Fatalf("%q opens", step.grant)
		}
		if !strings.Contains(err.Error(), step.says) || !strings.Contains(err.Error(), role) {
			t.Errorf("after %q: %v", step.grant, err)
		}
	}
	reader := mustOpen(t, asRole, postgres.Options{ReadOnly: true})
	if err := reader.Check(t.Context()); err != nil {
		t.Errorf("a role that may read: %v", err)
	}
	execute(t, dsn, "GRANT ALL ON ALL TABLES IN SCHEMA "+schema+" TO clerk")
	s := mustOpen(t, asRole, postgres.Options{})
	put := func() error {
		return s.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret("k", nil) })
	}
	if err := put(); err != nil {
		t.Fatal(err)
	}
	execute(t, dsn, "REVOKE INSERT ON secrets FROM clerk")
	if err := put(); err == nil || !strings.Contains(err.Error(), "permission denied") ||
		!strings.Contains(err.Error(), "Grant the role all rights on the tables of the schema") {
		t.Errorf("after a right was taken away: %v", err)
	}
	execute(t, dsn, "GRANT INSERT ON secrets TO clerk")
	if err := put(); err != nil {
		t.Errorf("with the right again: %v", err)
	}
}

// A second writer is refused, and a reader is not.
func TestLock(t *testing.T) {
	t.Parallel()
	dsn := mustSchema(t, sandbox.Get(t), t.TempDir())
	first := mustOpen(t, dsn, postgres.Options{})
	s, err := postgres.Open(t.Context(), dsn, postgres.Options{})
	if !errors.Is(err, store.ErrLocked) {
		t.Errorf("the second writer got %v, %v", s, err)
	}
	put := func(s store.Store) error {
		return s.Update(t.Context(), func(tx store.Tx) error {
			return tx.PutSecret("k", []byte("v"))
		})
	}
	if err := put(first); err != nil {
		t.Error(err)
	}
	reader := mustOpen(t, dsn, postgres.Options{ReadOnly: true})
	if err := reader.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if err := put(reader); err == nil {
		t.Error("a reader writes")
	}
	closeNow(t, first)
	if err := put(mustOpen(t, dsn, postgres.Options{})); err != nil {
		t.Error(err)
	}
}

// A record or a column that changes behind the store's back is noticed by Check, which names the
// row, the place of the store, and the next steps.
func TestDamage(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Get(t)
	for change, says := range map[string]string{
		"UPDATE mail SET status = 'sent'": `row id 1, thread "Q-1" of table mail is damaged`,
		"UPDATE mail SET id = 7":          `row id 7, thread "Q-1" of table mail is damaged`,
		"UPDATE journal SET record = set_byte(record, 9, get_byte(record, 9) # 1)": "" +
			`row thread "Q-1", seq 2 of table journal is damaged`,
		"UPDATE threads SET version = 9":    `row id "Q-1" of table threads is damaged`,
		"DELETE FROM mail_raw":              "row id 1 of table mail_raw not found",
		"DELETE FROM journal_payloads":      "entry 1 of Q-1 has no payload",
		"DELETE FROM journal WHERE seq = 2": "Q-1",
		"UPDATE about SET mail_id = 0":      "table mail has number 1",
		"DELETE FROM thread_addresses":      `thread "Q-1" of table thread_addresses`,
	} {
		dsn := mustSchema(t, cluster, t.TempDir()+change)
		s := mustOpen(t, dsn, postgres.Options{})
		err := s.Update(t.Context(), func(tx store.Tx) error {
			_, err := tx.AddMail(store.Mail{Thread: "Q-1", Status: store.MailQueued}, []byte("raw"))
			_, headErr := tx.PutHead(store.Head{
				Thread: "Q-1", Status: store.ThreadRunning, Participants: []string{"a@b.test"},
			})
			_, firstErr := tx.Append(store.Entry{Thread: "Q-1"}, []byte("one"))
			_, secondErr := tx.Append(store.Entry{Thread: "Q-1"}, []byte("two"))
			return errors.Join(err, headErr, firstErr, secondErr)
		})
		if err := errors.Join(err, s.Check(t.Context())); err != nil {
			t.Fatal(err)
		}
		execute(t, dsn, change)
		err = s.Check(t.Context())
		if !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: Check says %v", change, err)
			continue
		}
		_, schema, _ := strings.Cut(dsn, "search_path=")
		place := "The damage is in schema " + schema + " of database postgres on " + cluster.Address()
		for _, says := range []string{says, place, "pg_amcheck", "ppamaild restore"} {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: Check does not say %q: %v", change, says, err)
			}
		}
	}
}

func TestRekey(t *testing.T) {
	t.Parallel()
	dsn := mustSchema(t, sandbox.Get(t), t.TempDir())
	const count = 100
	s := mustOpen(t, dsn, postgres.Options{Keys: mustKeys(t, 1)})
	err := s.Update(t.Context(), func(tx store.Tx) error {
		for range count {
			if _, err := tx.AddMail(store.Mail{Status: store.MailSent}, []byte("raw")); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	closeNow(t, s)
	s = mustOpen(t, dsn, postgres.Options{Keys: mustKeys(t, 2, 1)})
	if n, err := s.Rekey(t.Context()); err != nil || n != 2*count+1 { // and the key of addresses
		t.Errorf("encrypted %d records: %v", n, err)
	}
	if n, err := s.Rekey(t.Context()); err != nil || n != 0 {
		t.Errorf("encrypted %d records again: %v", n, err)
	}
	closeNow(t, s)
	for _, keys := range [][]byte{{1}, {}} {
		o := postgres.Options{}
		if len(keys) > 0 {
			o.Keys = mustKeys(t, keys...)
		}
		if _, err := postgres.Open(t.Context(), dsn, o); !errors.Is(err, store.ErrKey) {
			t.Errorf("with the keys %v: %v", keys, err)
		}
	}
	check(t, dsn, postgres.Options{Keys: mustKeys(t, 2)})
}

// Rekey is refused while another daemon may write with an older key.
func TestRekeyAmongDaemons(t *testing.T) {
	t.Parallel()
	dsn := mustSchema(t, sandbox.Get(t), t.TempDir())
	o := postgres.Options{Shared: true, Keys: mustKeys(t, 1)}
	mustOpen(t, dsn, o)
	if n, err := mustOpen(t, dsn, o).Rekey(t.Context()); !errors.Is(err, store.ErrLocked) {
		t.Errorf("encrypted %d records: %v", n, err)
	}
}

// The error of a read-only server names the cause once.
func TestReadOnlyServer(t *testing.T) {
	t.Parallel()
	dsn := mustSchema(t, sandbox.Get(t), t.TempDir())
	closeNow(t, mustOpen(t, dsn, postgres.Options{}))
	_, err := postgres.Open(t.Context(), dsn+"&default_transaction_read_only=on", postgres.Options{})
	if !errors.Is(err, store.ErrDisk) || strings.Contains(err.Error(), "disk") ||
		strings.Count(err.Error(), "25006") != 1 {
		t.Errorf("a read-only server: %v", err)
	}
}
