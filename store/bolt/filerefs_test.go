package bolt

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ppamaild/store"
	"ppamaild/store/chunks"
)

// attachment returns a file of a size, and the file in JSON and in a mail.
func attachment(size int) (file, asJSON, asMail []byte) {
	file = make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{}).Read(file)
	asJSON, _ = json.Marshal(map[string][]byte{"content": file})
	mail := bytes.NewBufferString("Content-Transfer-Encoding: base64\r\n\r\n")
	for text := base64.StdEncoding.EncodeToString(file); len(text) > 0; {
		line := text[:min(76, len(text))]
		mail.WriteString(line + "\r\n")
		text = text[len(line):]
	}
	return file, asJSON, mail.Bytes()
}

// holder is a record with a file. take removes the file from the record.
type holder struct {
	name            string
	put, has, takes func(tx store.Tx) error
}

// holders are a record of each kind that may have a file.
func holders(asJSON, asMail []byte) []holder {
	is := func(got, want []byte, err error) error {
		if err == nil && !bytes.Equal(got, want) {
			err = fmt.Errorf("%d bytes instead of %d", len(got), len(want))
		}
		return err
	}
	mail := func(id uint64) holder {
		return holder{fmt.Sprint("mail ", id), func(tx store.Tx) error {
			_, err := tx.AddMail(store.Mail{Thread: "Q-1", Status: store.MailSent}, asMail)
			return err
		}, func(tx store.Tx) error {
			raw, err := tx.MailRaw(id)
			return is(raw, asMail, err)
		}, func(tx store.Tx) error { return tx.EraseMail(id) }}
	}
	putHead := func(tx store.Tx, state []byte) error {
		h, err := tx.Head("Q-1")
		if errors.Is(err, store.ErrNotFound) {
			h, err = store.Head{Thread: "Q-1", Status: store.ThreadRunning}, nil
		}
		h.State = state
		_, putErr := tx.PutHead(h)
		return errors.Join(err, putErr)
	}
	putEffect := func(tx store.Tx, result []byte) error {
		return tx.PutEffect(store.Effect{Key: "k", Status: store.EffectConfirmed, Result: result})
	}
	return []holder{mail(1), mail(2), {"message", func(tx store.Tx) error {
		in := store.Inbound{Mailbox: inbox, UIDValidity: 1, UID: 1}
		_, err := tx.Accept(in, asMail, store.Cursor{Mailbox: inbox})
		in.ID, in.Status = 1, store.InboundHandled
		return errors.Join(err, tx.PutInbound(in))
	}, func(tx store.Tx) error {
		raw, err := tx.InboundRaw(1)
		return is(raw, asMail, err)
	}, func(tx store.Tx) error { return tx.EraseInbound(1) }}, {"head", func(tx store.Tx) error {
		return errors.Join(putHead(tx, asJSON), putHead(tx, asJSON))
	}, func(tx store.Tx) error {
		h, err := tx.Head("Q-1")
		return is(h.State, asJSON, err)
	}, func(tx store.Tx) error { return putHead(tx, []byte("{}")) }}, {"entry",
		func(tx store.Tx) error {
			_, err := tx.Append(store.Entry{Thread: "Q-1"}, asJSON)
			return err
		}, func(tx store.Tx) error {
			payload, err := tx.Payload(store.Entry{Thread: "Q-1", Seq: 1})
			return is(payload, asJSON, err)
		}, func(tx store.Tx) error { return tx.Erase("Q-1", 1) }}, {"event", func(tx store.Tx) error {
		_, err := tx.Enqueue(store.Event{Thread: "Q-1", Data: asJSON})
		return err
	}, func(tx store.Tx) error {
		e, err := tx.NextEvent("Q-1")
		return is(e.Data, asJSON, err)
	}, func(tx store.Tx) error { return tx.Dequeue("Q-1", 1) }}, {"effect",
		func(tx store.Tx) error {
			return putEffect(tx, asJSON)
		}, func(tx store.Tx) error {
			e, err := tx.Effect("k")
			return is(e.Result, asJSON, err)
		}, func(tx store.Tx) error { return putEffect(tx, nil) }}, {"review", func(tx store.Tx) error {
		return tx.PutReview(store.Review{
			Thread: "Q-1", Number: 1, Status: store.ReviewDecided, Data: asJSON, MIME: asMail,
		})
	}, func(tx store.Tx) error {
		r, err := tx.Review("Q-1", 1)
		return errors.Join(is(r.Data, asJSON, err), is(r.MIME, asMail, err))
	}, func(tx store.Tx) error { return tx.EraseReview("Q-1", 1, nil) }}}
}

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
	file, asJSON, asMail := attachment(60_000)
	all := holders(asJSON, asMail)
	for seed := range uint64(4) {
		path := filepath.Join(t.TempDir(), "ppamaild.db")
		s, err := Open(path, Options{})
		noError(t, err)
		for _, h := range all {
			noError(t, s.Update(t.Context(), h.put))
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
				if err := s.View(t.Context(), all[left].has); err != nil {
					t.Errorf("%s after %v: %v", all[left].name, order[:done], err)
				}
			}
			noError(t, s.Update(t.Context(), all[n].takes))
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
	_, _, asMail := attachment(3 * chunks.Size)
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
	huge := make([]byte, joined+1)
	id, err := s.AcceptLarge(t.Context(), in, bytes.NewReader(huge), store.Cursor{Mailbox: inbox})
	noError(t, err)
	noError(t, s.View(t.Context(), func(stx store.Tx) error {
		in, err := stx.(*tx).inbound(id)
		raw, rawErr := stx.InboundRaw(id)
		if in.Chunks != joined/chunks.Size+1 || !bytes.Equal(raw, huge) {
			t.Errorf("%d chunks, %d bytes", in.Chunks, len(raw))
		}
		return errors.Join(err, rawErr)
	}))
}

// Check notices a file that is missing, rewritten, or without a record.
func TestFilesAreChecked(t *testing.T) {
	_, asJSON, asMail := attachment(60_000)
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
			for _, h := range holders(asJSON, asMail) {
				noError(t, s.Update(t.Context(), h.put))
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
