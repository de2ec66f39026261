package postgres_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/jackc/pgx/v5"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/crypt"
	"ppamaild/store/postgres"
	"ppamaild/store/storetest"
)

// files returns the numbers of files, of references to files, and of bytes in the tables.
func files(t *testing.T, dsn string) (stored, references, octets int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	err = conn.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM files),"+
		" (SELECT count(*) FROM file_refs), (SELECT sum(length(record)) FROM ("+
		" SELECT record FROM files UNION ALL SELECT record FROM inbound_raw UNION ALL"+
		" SELECT record FROM threads UNION ALL SELECT record FROM journal_payloads UNION ALL"+
		" SELECT record FROM queue UNION ALL SELECT record FROM effects UNION ALL"+
		" SELECT record FROM mail_raw UNION ALL SELECT record FROM reviews) r)").
		Scan(&stored, &references, &octets)
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	return stored, references, octets
}

func updates(t *testing.T, s store.Store, change func(store.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

// A file in many records is in the database once, and stays until its last record is erased. Each
// record can be erased in any order.
func TestAFileIsStoredOnce(t *testing.T) {
	t.Parallel()
	file, asJSON, asMail := storetest.Attachment(60_000)
	all := storetest.FileHolders(asJSON, asMail)
	cluster := sandbox.Get(t)
	for seed, keys := range []*crypt.Ring{nil, nil, mustKeys(t, 1)} {
		dsn := mustSchema(t, cluster, t.TempDir())
		s := mustOpen(t, dsn, postgres.Options{Keys: keys})
		for _, h := range all {
			updates(t, s, h.Put)
		}
		if _, _, octets := files(t, dsn); octets > len(file)+len(file)/4 {
			t.Errorf("the records have %d bytes, and the file has %d", octets, len(file))
		}
		order := rand.New(rand.NewPCG(uint64(seed), 0)).Perm(len(all))
		for done, n := range order {
			stored, references, _ := files(t, dsn)
			if stored != 1 || references != len(all)-done {
				t.Errorf("%d files, %d references after %v", stored, references, order[:done])
			}
			for _, left := range order[done:] {
				if err := s.View(t.Context(), all[left].Has); err != nil {
					t.Errorf("%s after %v: %v", all[left].Name, order[:done], err)
				}
			}
			updates(t, s, all[n].Takes)
			if err := s.Check(t.Context()); err != nil {
				t.Errorf("after %v: %v", order[:done+1], err)
			}
		}
		if stored, references, _ := files(t, dsn); stored+references > 0 {
			t.Errorf("%d files and %d references are left", stored, references)
		}
	}
}

// One transaction moves a file to another record, and overwrites a new one. The files that no
// record has at its end are gone.
func TestFilesMoveWithinATransaction(t *testing.T) {
	t.Parallel()
	_, asJSON, _ := storetest.Attachment(60_000)
	_, other, _ := storetest.Attachment(50_000)
	dsn := mustSchema(t, sandbox.Get(t), t.TempDir())
	s := mustOpen(t, dsn, postgres.Options{})
	put := func(tx store.Tx, key string, result []byte) error {
		return tx.PutEffect(store.Effect{Key: key, Status: store.EffectConfirmed, Result: result})
	}
	updates(t, s, func(tx store.Tx) error { return put(tx, "a", asJSON) })
	updates(t, s, func(tx store.Tx) error {
		return errors.Join(put(tx, "b", other), put(tx, "a", nil), put(tx, "b", asJSON))
	})
	if stored, references, _ := files(t, dsn); stored != 1 || references != 1 {
		t.Errorf("%d files, %d references", stored, references)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	updates(t, s, func(tx store.Tx) error { return put(tx, "b", nil) })
	if stored, references, _ := files(t, dsn); stored+references > 0 {
		t.Errorf("%d files and %d references are left", stored, references)
	}
}

// A mail with a PDF of 5 MB arrives in chunks, goes to two members of staff, and is in the database
// once.
func TestAFileOfALargeMessageIsStoredOnce(t *testing.T) {
	t.Parallel()
	file, _, asMail := storetest.Attachment(5 << 20)
	dsn := mustSchema(t, sandbox.Get(t), t.TempDir())
	s := mustOpen(t, dsn, postgres.Options{})
	const inbox = "quotes@agency.test/INBOX"
	in, r := store.Inbound{Mailbox: inbox, UIDValidity: 1, UID: 1}, bytes.NewReader(asMail)
	id, err := s.AcceptLarge(t.Context(), in, r, store.Cursor{Mailbox: inbox})
	if err != nil {
		t.Fatal(err)
	}
	updates(t, s, func(tx store.Tx) error {
		_, err := tx.AddMail(store.Mail{Status: store.MailSent}, asMail)
		_, secondErr := tx.AddMail(store.Mail{Status: store.MailSent}, asMail)
		return errors.Join(err, secondErr)
	})
	stored, references, octets := files(t, dsn)
	if stored != 1 || references != 3 || octets > len(file)+len(file)/20 {
		t.Errorf("%d files, %d references, %d bytes for a file of %d", stored, references, octets, len(file))
	}
	updates(t, s, func(tx store.Tx) error {
		raw, err := tx.InboundRaw(id)
		if !bytes.Equal(raw, asMail) {
			t.Errorf("the message has %d bytes instead of %d", len(raw), len(asMail))
		}
		in, inErr := tx.Inbound(id)
		in.Status = store.InboundHandled
		return errors.Join(err, inErr, tx.PutInbound(in), tx.EraseInbound(id), tx.EraseMail(1))
	})
	if stored, references, _ := files(t, dsn); stored != 1 || references != 1 {
		t.Errorf("%d files, %d references", stored, references)
	}
	updates(t, s, func(tx store.Tx) error { return tx.EraseMail(2) })
	if stored, references, _ := files(t, dsn); stored+references > 0 {
		t.Errorf("%d files and %d references are left", stored, references)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// Check notices a file that is missing, rewritten, or without a record, and a lost reference.
func TestFilesAreChecked(t *testing.T) {
	t.Parallel()
	_, asJSON, asMail := storetest.Attachment(60_000)
	cluster := sandbox.Get(t)
	for _, change := range []string{
		"DELETE FROM files",
		"UPDATE files SET key = sha256(key)",
		"UPDATE files SET record = set_byte(record, 9, get_byte(record, 9) # 1)",
		"INSERT INTO files SELECT sha256(key), record FROM files",
		"DELETE FROM file_refs WHERE owner = (SELECT min(owner) FROM file_refs)",
		"INSERT INTO file_refs SELECT 'none', min(file) FROM file_refs",
	} {
		dsn := mustSchema(t, cluster, t.TempDir()+change)
		s := mustOpen(t, dsn, postgres.Options{})
		for _, h := range storetest.FileHolders(asJSON, asMail) {
			updates(t, s, h.Put)
		}
		if err := s.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		execute(t, dsn, change)
		if err := s.Check(t.Context()); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: Check says %v", change, err)
		}
	}
}
