package bolt

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"go.etcd.io/bbolt"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/chunks"
)

const inbox = "quotes@agency.test/INBOX"

// seed creates and closes a store with a record in each bucket, and returns the path.
func seed(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Update(t.Context(), func(tx store.Tx) error { return fillAll(tx) }); err != nil {
		t.Fatal(err)
	}
	breaking := io.MultiReader(bytes.NewReader(make([]byte, 2*chunks.Size)), iotest.ErrReader(iotest.ErrTimeout))
	_, err = s.AcceptLarge(t.Context(), store.Inbound{Mailbox: inbox, UIDValidity: 1, UID: 9}, breaking, store.Cursor{Mailbox: inbox})
	if !errors.Is(err, iotest.ErrTimeout) {
		t.Fatal(err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func fillAll(tx store.Tx) error {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	_, acceptErr := tx.Accept(store.Inbound{Mailbox: inbox, UIDValidity: 1, UID: 1}, []byte("raw"), store.Cursor{Mailbox: inbox})
	_, headErr := tx.PutHead(store.Head{Thread: "Q-1", Status: store.ThreadRunning, State: []byte("{}")})
	_, taskErr := tx.PutHead(store.Head{
		Thread: "T-3", Workflow: store.WorkflowTask, Status: store.ThreadCompleted,
		Participants: []string{"a@customer.test"},
	})
	_, queueErr := tx.Enqueue(store.Event{Thread: "Q-1", Data: []byte("{}")})
	_, mailErr := tx.AddMail(store.Mail{Thread: "Q-1", Status: store.MailQueued, NextAt: at}, []byte("raw"))
	file := []byte(base64.StdEncoding.EncodeToString(make([]byte, 6000)))
	_, sentErr := tx.AddMail(store.Mail{Thread: "Q-1", Status: store.MailWithdrawn}, file)
	_, moreErr := tx.AddMail(store.Mail{Thread: "Q-1", Status: store.MailWithdrawn}, file)
	err := errors.Join(acceptErr, headErr, taskErr, queueErr, mailErr, sentErr, moreErr,
		tx.PutSecret("key", []byte("secret")),
		tx.PutFingerprint([32]byte{1}, 1),
		tx.PutAuthenticated("lee@agency.test", at),
		tx.PutMessageID("m@customer.test", store.MessageRef{Inbound: 1}),
		tx.PutCorrespondent(store.Correspondent{Address: "a@customer.test"}),
		tx.PutRunTime(store.RunTime{Agent: "crm", Runs: []time.Duration{time.Second}}),
		tx.PutEffect(store.Effect{Key: "k", Status: store.EffectIntended, Result: []byte("{}")}),
		tx.PutReview(store.Review{Thread: "Q-1", Number: 1, Status: store.ReviewOpen, Data: []byte("{}"), Inbound: 1}),
		tx.PutHold(store.Hold{On: "a@customer.test"}),
		tx.PutTimer(store.Timer{Thread: "Q-1", Name: "remind:1", Due: at}),
	)
	for n := range 3 {
		_, appendErr := tx.Append(store.Entry{Thread: "Q-1", At: at, Kind: fmt.Sprint(n)}, []byte("payload"))
		err = errors.Join(err, appendErr)
	}
	return err
}

// tamper changes a closed store directly.
func tamper(t *testing.T, path string, fn func(b *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(fn), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// reads has a reading call for each bucket.
func reads() map[bucket]func(store.Tx) error {
	never := func(store.Inbound) bool { return false }
	noHead := func(store.Head) bool { return false }
	return map[bucket]func(store.Tx) error{
		secrets:       func(tx store.Tx) error { _, err := tx.Secret("key"); return err },
		cursors:       func(tx store.Tx) error { _, err := tx.Cursor(inbox); return err },
		inbounds:      func(tx store.Tx) error { _, err := tx.Inbound(1); return err },
		inboundRaw:    func(tx store.Tx) error { _, err := tx.InboundRaw(1); return err },
		inboundStatus: func(tx store.Tx) error { return tx.InboundByStatus(store.InboundPending, 0, never) },
		fingerprints:  func(tx store.Tx) error { _, err := tx.Fingerprint([32]byte{1}); return err },
		senders:       func(tx store.Tx) error { _, err := tx.Authenticated("lee@agency.test"); return err },
		messageIDs:    func(tx store.Tx) error { _, err := tx.MessageID("m@customer.test"); return err },
		heads:         func(tx store.Tx) error { _, err := tx.Head("Q-1"); return err },
		queue:         func(tx store.Tx) error { _, _, err := tx.NextEvent("Q-1"); return err },
		journal:       func(tx store.Tx) error { return tx.VerifyJournal("Q-1") },
		effects:       func(tx store.Tx) error { _, err := tx.Effect("k"); return err },
		effectStatus: func(tx store.Tx) error {
			return tx.EffectsByStatus(store.EffectIntended, func(store.Effect) bool { return false })
		},
		mails:   func(tx store.Tx) error { _, err := tx.Mail(1); return err },
		mailRaw: func(tx store.Tx) error { _, err := tx.MailRaw(1); return err },
		mailStatus: func(tx store.Tx) error {
			return tx.MailByStatus(store.MailQueued, func(store.Mail) bool { return false })
		},
		mailDue:     func(tx store.Tx) error { _, _, err := tx.DueMail("", time.Now(), 1); return err },
		mailThread:  func(tx store.Tx) error { _, err := tx.ThreadMail("Q-1"); return err },
		mailWaiting: func(tx store.Tx) error { _, err := tx.WaitingMail("Q-1"); return err },
		reviewOpen:  func(tx store.Tx) error { _, err := tx.OpenReviews("Q-1"); return err },
		correspondents: func(tx store.Tx) error {
			_, err := tx.Correspondent("a@customer.test")
			return err
		},
		holds:         func(tx store.Tx) error { _, err := tx.Holds(); return err },
		runTimes:      func(tx store.Tx) error { _, err := tx.RunTime("crm"); return err },
		reviews:       func(tx store.Tx) error { _, err := tx.Reviews("Q-1"); return err },
		timers:        func(tx store.Tx) error { _, err := tx.Timers("Q-1"); return err },
		timerDue:      func(tx store.Tx) error { _, _, err := tx.DueTimers(time.Now(), 1); return err },
		headStatus:    func(tx store.Tx) error { _, err := tx.LatestHeads("", "", 9); return err },
		headAddress:   func(tx store.Tx) error { return tx.HeadsOf("a@customer.test", noHead) },
		headTask:      func(tx store.Tx) error { return tx.TaskHeads(noHead) },
		threadRefs:    func(tx store.Tx) error { return tx.EffectsOf("", func(store.Effect) bool { return true }) },
		inboundFrom:   func(tx store.Tx) error { return tx.InboundFrom("", never) },
		fileBytes:     func(tx store.Tx) error { _, err := tx.MailRaw(2); return err },
		fileRefs:      func(tx store.Tx) error { return tx.EraseMail(3) },
		reviewInbound: func(tx store.Tx) error { _, err := tx.ReviewsAbout(1); return err },
		inboundUID: func(tx store.Tx) error {
			_, err := tx.Accept(store.Inbound{Mailbox: inbox, UIDValidity: 1, UID: 1}, nil, store.Cursor{Mailbox: inbox})
			return err
		},
	}
}

// The test flips one bit of one value, in each bucket.
func TestFlippedBit(t *testing.T) {
	calls := reads()
	for _, b := range buckets() {
		if b == about || b == secrets || b == inboundPartial {
			continue // Open reads this bucket: see TestOpenRefusesDamage
		}
		t.Run(string(b), func(t *testing.T) {
			path := seed(t)
			tamper(t, path, func(btx *bbolt.Tx) error { return flip(btx.Bucket([]byte(b))) })
			s, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			names := "bucket " + string(b) + " is damaged"
			err = s.Update(t.Context(), calls[b])
			if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), names) {
				t.Errorf("reading: %v", err)
			}
			err = s.Check(t.Context())
			if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), names) {
				t.Errorf("checking: %v", err)
			}
		})
	}
}

// flip flips one bit in the middle of a bucket's first value.
func flip(b *bbolt.Bucket) error {
	k, v := b.Cursor().First()
	v = bytes.Clone(v)
	v[len(v)/2] ^= 4
	return b.Put(k, v)
}

func TestOpenRefusesDamage(t *testing.T) {
	for _, b := range []bucket{about, secrets, inboundPartial} {
		path := seed(t)
		tamper(t, path, func(btx *bbolt.Tx) error { return flip(btx.Bucket([]byte(b))) })
		_, err := Open(path, Options{})
		if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), string(b)) {
			t.Errorf("%s: %v", b, err)
		}
	}
	path := seed(t)
	tamper(t, path, func(btx *bbolt.Tx) error { return btx.DeleteBucket([]byte(mailDue)) })
	if _, err := Open(path, Options{}); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a missing bucket: %v", err)
	}
}

func TestDroppedPartial(t *testing.T) {
	path := seed(t)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.View(context.Background(), func(stx store.Tx) error {
		for r := range stx.(*tx).scan(inboundRaw, bkey.UID(inbox, 1, 9), nil) {
			t.Errorf("chunk %q is still there", r.key)
		}
		return nil
	})
	if err := errors.Join(err, s.Check(t.Context())); err != nil {
		t.Error(err)
	}
}

func TestSecondOpener(t *testing.T) {
	path := seed(t)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(path, Options{Timeout: time.Millisecond})
	if !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), path) {
		t.Errorf("second opener: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode of the file: %v, %v", info.Mode(), err)
	}
}

// Pages with the wrong kind, as a bad disk leaves them, cause an error, not a crash, and the
// file does not stay locked.
func TestOpenOfDamagedPages(t *testing.T) {
	path := seed(t)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := 2 * os.Getpagesize(); at < len(file); at += os.Getpagesize() {
		file[at+8] ^= 0xff
	}
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := Open(path, Options{}); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "restore a backup") {
			t.Error(err)
		}
	}
}
