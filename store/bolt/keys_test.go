package bolt

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"ppamaild/store"
	"ppamaild/store/codec/codectest"
	"ppamaild/store/crypt"
)

// ring returns a key ring of test keys, newest first.
func ring(t testing.TB, numbers ...byte) *crypt.Ring {
	t.Helper()
	var text strings.Builder
	for _, n := range numbers {
		fmt.Fprintln(&text, base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{n}, crypt.KeySize)))
	}
	r, err := crypt.Parse(text.String())
	noError(t, err)
	return r
}

// openWith opens a store and closes it at the end of the test, unless closed.
func openWith(t testing.TB, path string, keys *crypt.Ring) *Store {
	t.Helper()
	s, err := Open(path, Options{Keys: keys})
	noError(t, err)
	t.Cleanup(func() { noError(t, s.Close()) })
	return s
}

// checkFile checks a closed store without changing the store.
func checkFile(ctx context.Context, path string, keys *crypt.Ring) error {
	s, err := Open(path, Options{ReadOnly: true, Keys: keys})
	if err != nil {
		return err
	}
	return errors.Join(s.Check(ctx), s.Close())
}

const who = "ann.moreno@customer.test"

// tell stores records of each kind with customer data.
func tell(tx store.Tx) error {
	words := []byte(erasedWords)
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	_, acceptErr := tx.Accept(store.Inbound{Mailbox: inbox, UIDValidity: 1, UID: 1, From: who}, words, store.Cursor{Mailbox: inbox})
	_, headErr := tx.PutHead(store.Head{Thread: "Q-1", Status: store.ThreadRunning, Subject: erasedWords, Participants: []string{who}, State: words})
	_, queueErr := tx.Enqueue(store.Event{Thread: "Q-1", Data: words})
	_, mailErr := tx.AddMail(store.Mail{Thread: "Q-1", Status: store.MailQueued, NextAt: at, To: []string{who}, Subject: erasedWords}, words)
	_, appendErr := tx.Append(store.Entry{Thread: "Q-1", Actor: who, Ref: who}, words)
	return errors.Join(acceptErr, headErr, queueErr, mailErr, appendErr, tx.PutMessageID(who, store.MessageRef{Inbound: 1}),
		tx.PutAuthenticated(who, at), tx.PutCorrespondent(store.Correspondent{Address: who}), tx.PutHold(store.Hold{On: who, Reason: erasedWords}),
		tx.PutEffect(store.Effect{Key: "k", Status: store.EffectIntended, Result: words, Error: erasedWords}), tx.PutSecret("key", words),
		tx.PutReview(store.Review{Thread: "Q-1", Number: 1, Status: store.ReviewOpen, Data: words, MIME: words, Argument: erasedWords}),
		tx.PutTimer(store.Timer{Thread: "Q-1", Name: "remind:1", Due: at, Data: words}))
}

// found counts the bkey.Readable customer data in a file.
func found(t testing.TB, path string) (n int) {
	t.Helper()
	raw, err := codectest.ReadFile(path)
	noError(t, err)
	return bytes.Count(raw, []byte(erasedWords)) + bytes.Count(raw, []byte(who))
}

func reads1(tx store.Tx) error {
	h, err := tx.Head("Q-1")
	if err == nil && h.Subject != erasedWords {
		err = fmt.Errorf("subject %q", h.Subject)
	}
	_, otherErr := tx.Correspondent(who)
	return errors.Join(err, otherErr, tx.VerifyJournal("Q-1"))
}

// A file and its copies show no customer data.
func TestEncryptedFileTellsNothing(t *testing.T) {
	plain := filepath.Join(t.TempDir(), "plain.db")
	noError(t, openWith(t, plain, nil).Update(t.Context(), tell))
	if found(t, plain) < 20 {
		t.Fatalf("found %d times where nothing is encrypted", found(t, plain))
	}
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	s := openWith(t, path, ring(t, 1))
	noError(t, s.Update(t.Context(), tell))
	noError(t, s.View(t.Context(), reads1))
	small, copied := path+".small", path+".copy"
	noError(t, s.CompactTo(small))
	f, err := os.Create(copied)
	noError(t, err)
	noError(t, errors.Join(s.Backup(t.Context(), f), f.Close()))
	for _, p := range []string{path, small, copied} {
		if n := found(t, p); n > 0 {
			t.Errorf("%s tells it %d times", p, n)
		}
	}
	noError(t, checkFile(t.Context(), small, ring(t, 1)))
	noError(t, s.Check(t.Context()))
}

// Opening fails with a missing or wrong key.
func TestOpenWithoutItsKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	s, err := Open(path, Options{Keys: ring(t, 1)})
	noError(t, err)
	noError(t, errors.Join(s.Update(t.Context(), tell), s.Close()))
	for name, keys := range map[string]*crypt.Ring{"none": nil, "another": ring(t, 2)} {
		for _, readOnly := range []bool{false, true} {
			_, err := Open(path, Options{Keys: keys, ReadOnly: readOnly})
			if !errors.Is(err, store.ErrKey) || !strings.Contains(err.Error(), "is missing") {
				t.Errorf("%s, read-only %t: %v", name, readOnly, err)
			}
		}
	}
	s = openWith(t, path, ring(t, 2, 1))
	noError(t, s.View(t.Context(), reads1))
}

// Rekey encrypts a plain store and rotates keys while others use the store. Rekey can be
// stopped at any time.
func TestRekey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	s, err := Open(path, Options{})
	noError(t, err)
	noError(t, s.Update(t.Context(), tell))
	for range 3 {
		noError(t, s.Update(t.Context(), func(tx store.Tx) error {
			for n := range 900 {
				if _, err := tx.Append(store.Entry{Thread: "Q-1", Actor: who}, []byte(erasedWords+fmt.Sprint(n))); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	if _, err := s.Rekey(t.Context()); err == nil {
		t.Error("encrypted without a key")
	}
	noError(t, s.Close())
	for _, step := range []struct{ with, then *crypt.Ring }{{ring(t, 1), ring(t, 1)}, {ring(t, 2, 1), ring(t, 2)}} {
		s, err := Open(path, Options{Keys: step.with})
		noError(t, err)
		stopped, stop := context.WithCancel(t.Context())
		var group sync.WaitGroup
		group.Go(func() {
			for n := range 50 {
				if n == 5 {
					stop()
				}
				if err := s.Update(t.Context(), func(tx store.Tx) error {
					_, err := tx.Append(store.Entry{Thread: "Q-2", Actor: who}, []byte(erasedWords))
					return err
				}); err != nil {
					t.Error(err)
				}
			}
		})
		_, err = s.Rekey(stopped)
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		group.Wait()
		if _, err = s.Rekey(t.Context()); err != nil {
			t.Error(err)
		}
		if n, err := s.Rekey(t.Context()); n != 0 || err != nil {
			t.Errorf("once more: %d, %v", n, err)
		}
		noError(t, errors.Join(s.Compact(t.Context()), s.Check(t.Context()), s.Close()))
		if n := found(t, path); n > 0 {
			t.Errorf("the file tells it %d times", n)
		}
		s, err = Open(path, Options{Keys: step.then})
		noError(t, err)
		noError(t, errors.Join(s.View(t.Context(), reads1), s.Close()))
	}
}

// A record in another record's place is refused, even with a valid checksum.
func TestEncryptedRecordIsBoundToItsPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	s := openWith(t, path, ring(t, 1))
	noError(t, s.Update(t.Context(), func(tx store.Tx) error {
		return errors.Join(tx.PutSecret("a", []byte("one")), tx.PutSecret("b", []byte("two")))
	}))
	noError(t, s.db.Update(func(b *bbolt.Tx) error {
		of := b.Bucket([]byte(secrets))
		rec := bytes.Clone(of.Get([]byte("b")))
		binary.BigEndian.PutUint32(rec[1:], crc32.Checksum(slices.Concat([]byte(secrets), []byte("a"), rec[:1], rec[5:]), crc32.MakeTable(crc32.Castagnoli)))
		return of.Put([]byte("a"), rec)
	}))
	err := s.View(t.Context(), func(tx store.Tx) error { _, err := tx.Secret("a"); return err })
	if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "another's") {
		t.Error(err)
	}
}
