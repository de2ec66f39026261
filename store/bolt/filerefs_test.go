package bolt

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ppamaild/store"
	"ppamaild/store/chunks"
	"ppamaild/store/storetest"
)

// counts returns the number of files, and of references to files.
func counts(t *testing.T, s *Store) (stored, references int) {
	t.Helper()
	noError(t, s.View(t.Context(), func(stx store.Tx) error {
		tx := stx.(*tx)
		stored, references = tx.bucket(fileBytes).Stats().KeyN, tx.bucket(fileRefs).Stats().KeyN
		return nil
	}))
	return stored, references
}

// A file in many records is in the store once, and stays until its last record is erased. Each
// record can be erased in any order.
func TestFinding39AFileIsStoredOnce(t *testing.T) {
	file, asJSON, asMail := storetest.Attachment(60_000)
	all := storetest.FileHolders(asJSON, asMail)
	for seed := range uint64(4) {
		path := filepath.Join(t.TempDir(), "ppamaild.db")
		s, err := Open(path, Options{})
		noError(t, err)
		for _, h := range all {
			noError(t, s.Update(t.Context(), h.Put))
		}
		noError(t, s.Compact(t.Context()))
		var copied bytes.Buffer
		noError(t, s.Backup(t.Context(), &copied))
		if most := 2*len(file) + 4096*len(buckets()); copied.Len() > most {
			t.Errorf("the store has %d bytes, more than %d", copied.Len(), most)
		}
		order := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))
		for done, n := range order {
			stored, references := counts(t, s)
			if stored != 1 || references != len(all)-done {
				t.Errorf("%d files, %d references after %v", stored, references, order[:done])
			}
			for _, left := range order[done:] {
				if err := s.View(t.Context(), all[left].Has); err != nil {
					t.Errorf("%s after %v: %v", all[left].Name, order[:done], err)
				}
			}
			noError(t, s.Update(t.Context(), all[n].Takes))
			noError(t, s.Check(t.Context()))
		}
		if stored, references := counts(t, s); stored+references > 0 {
			t.Errorf("%d files and %d references are left", stored, references)
		}
		noError(t, s.Compact(t.Context()))
		raw, err := os.ReadFile(path)
		noError(t, errors.Join(err, s.Close()))
		if bytes.Contains(raw, file[:64]) {
			t.Error("the erased file is in the store")
		}
	}
}

// A large message is stored in chunks as it arrives, and still shares its file with a mail.
func TestFinding39AFileOfALargeMessageIsStoredOnce(t *testing.T) {
	_, _, asMail := storetest.Attachment(3 * chunks.Size)
	s := mustOpen(t)
	for uid := range uint32(2) {
		in, r := store.Inbound{Mailbox: inbox, UIDValidity: 1, UID: uid + 1}, bytes.NewReader(asMail)
		_, err := s.AcceptLarge(t.Context(), in, r, store.Cursor{Mailbox: inbox})
		noError(t, err)
	}
	noError(t, s.Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.AddMail(store.Mail{Status: store.MailSent}, asMail)
		return err
	}))
	if stored, references := counts(t, s); stored != 1 || references != 3 {
		t.Errorf("%d files, %d references", stored, references)
	}
	for id := range uint64(2) {
		noError(t, s.Update(t.Context(), func(tx store.Tx) error {
			raw, err := tx.InboundRaw(id + 1)
			if !bytes.Equal(raw, asMail) {
				t.Errorf("message %d has %d bytes instead of %d", id+1, len(raw), len(asMail))
			}
			in, inErr := tx.Inbound(id + 1)
			in.Status = store.InboundHandled
			return errors.Join(err, inErr, tx.PutInbound(in), tx.EraseInbound(id+1))
		}))
	}
	noError(t, s.Update(t.Context(), func(tx store.Tx) error { return tx.EraseMail(1) }))
	if stored, references := counts(t, s); stored+references > 0 {
		t.Errorf("%d files and %d references are left", stored, references)
	}
}

// A message above the limit stays in chunks.
func TestAHugeMessageStaysInChunks(t *testing.T) {
	s := mustOpen(t)
	in := store.Inbound{Mailbox: inbox, UIDValidity: 1, UID: 1}
	huge := make([]byte, chunks.Whole+1)
	id, err := s.AcceptLarge(t.Context(), in, bytes.NewReader(huge), store.Cursor{Mailbox: inbox})
	noError(t, err)
	noError(t, s.View(t.Context(), func(stx store.Tx) error {
		in, err := stx.(*tx).inbound(id)
		raw, rawErr := stx.InboundRaw(id)
		if in.Chunks != chunks.Whole/chunks.Size+1 || !bytes.Equal(raw, huge) {
			t.Errorf("%d chunks, %d bytes", in.Chunks, len(raw))
		}
		return errors.Join(err, rawErr)
	}))
}

// Check notices a file that is missing, rewritten, or without a record.
func TestFilesAreChecked(t *testing.T) {
	_, asJSON, asMail := storetest.Attachment(60_000)
	for name, change := range map[string]func(tx *tx, key []byte) error{
		"missing file": func(tx *tx, key []byte) error { return tx.delete(fileBytes, key) },
		"other file": func(tx *tx, key []byte) error {
			return tx.put(fileBytes, key, []byte("other"))
		},
		"loose file": func(tx *tx, _ []byte) error {
			return tx.put(fileBytes, make([]byte, 32), []byte("a"))
		},
		"lost reference": func(tx *tx, _ []byte) error {
			first, _ := tx.bucket(fileRefs).Cursor().First()
			return tx.delete(fileRefs, bytes.Clone(first))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(filepath.Join(t.TempDir(), "ppamaild.db"), Options{})
			noError(t, err)
			for _, h := range storetest.FileHolders(asJSON, asMail) {
				noError(t, s.Update(t.Context(), h.Put))
			}
			noError(t, s.Check(t.Context()))
			noError(t, s.Update(t.Context(), func(stx store.Tx) error {
				tx := stx.(*tx)
				key, _ := tx.bucket(fileBytes).Cursor().First()
				return change(tx, bytes.Clone(key))
			}))
			if err := s.Check(t.Context()); !errors.Is(err, store.ErrCorrupt) {
				t.Errorf("checking: %v", err)
			}
			noError(t, s.Close())
		})
	}
}
