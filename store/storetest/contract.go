package storetest

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"ppamaild/store"
)

func testUnknownStatuses(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) error { return accept(tx, 1) })
	addMails(t, s, "Q-1", day(0))
	h := head("Q-1")
	h.Status = "asleep"
	m := mail("Q-1", day(0))
	m.Status = ""
	tests := map[string]func(tx store.Tx) error{
		"inbound": func(tx store.Tx) error {
			in, err := tx.Inbound(1)
			in.Status = "lost"
			return errors.Join(want("inbound", uint64(1), in.ID, err), tx.PutInbound(in))
		},
		"head":   func(tx store.Tx) error { _, err := tx.PutHead(h); return err },
		"effect": func(tx store.Tx) error { return tx.PutEffect(store.Effect{Key: "k", Status: "maybe"}) },
		"mail":   func(tx store.Tx) error { _, err := tx.AddMail(m, nil); return err },
		"review": func(tx store.Tx) error {
			return tx.PutReview(store.Review{Thread: "Q-1", Number: 1, Status: "closed"})
		},
	}
	for what, fn := range tests {
		if err := refused("unknown status of "+what, s.Update(t.Context(), fn)); err != nil {
			t.Error(err)
		}
	}
}

func testBadNames(t *testing.T, s store.Store) {
	puts := map[string]func(tx store.Tx, name string) error{
		"secret": func(tx store.Tx, name string) error { return tx.PutSecret(name, nil) },
		"cursor": func(tx store.Tx, name string) error { return tx.PutCursor(store.Cursor{Mailbox: name}) },
		"sender": func(tx store.Tx, name string) error { return tx.PutAuthenticated(name, day(0)) },
		"head":   func(tx store.Tx, name string) error { _, err := tx.PutHead(head(name)); return err },
		"event":  func(tx store.Tx, name string) error { _, err := tx.Enqueue(store.Event{Thread: name}); return err },
		"entry":  func(tx store.Tx, name string) error { _, err := tx.Append(entry(name, 0), nil); return err },
		"effect": func(tx store.Tx, name string) error {
			return tx.PutEffect(store.Effect{Key: name, Status: store.EffectIntended})
		},
		"review": func(tx store.Tx, name string) error {
			return tx.PutReview(store.Review{Thread: name, Number: 1, Status: store.ReviewOpen})
		},
		"timer": func(tx store.Tx, name string) error { return tx.PutTimer(store.Timer{Thread: "Q-1", Name: name}) },
	}
	for what, put := range puts {
		for _, name := range []string{"", "a\xff", strings.Repeat("x", 40_000)} {
			err := s.Update(t.Context(), func(tx store.Tx) error { return put(tx, name) })
			if err := refused("a bad name of "+what, err); err != nil {
				t.Error(err)
			}
		}
		odd := "a\x00b/ü"
		update(t, s, func(tx store.Tx) error { return put(tx, odd) })
	}
}

// A key is added once, and a later put replaces the record. A failed addition changes nothing.
func testAdditions(t *testing.T, s store.Store) {
	effect := store.Effect{
		Key: "k", Thread: "Q-1", Status: store.EffectIntended, Result: []byte("1"),
	}
	review := store.Review{Thread: "Q-1", Number: 1, Status: store.ReviewOpen, Data: []byte("{}")}
	additions := map[string]func(tx store.Tx) error{
		"effect": func(tx store.Tx) error { return tx.AddEffect(effect) },
		"review": func(tx store.Tx) error { return tx.AddReview(review) },
	}
	replace := func(tx store.Tx) error {
		return errors.Join(tx.PutEffect(effect), tx.PutReview(review))
	}
	update(t, s, func(tx store.Tx) error {
		err := errors.Join(additions["effect"](tx), additions["review"](tx))
		effect.Status, effect.Result = store.EffectAttempted, []byte("2")
		return errors.Join(err, replace(tx))
	})
	for what, add := range additions {
		err := s.Update(t.Context(), func(tx store.Tx) error {
			_, err := tx.PutHead(head("Q-2"))
			return errors.Join(err, add(tx))
		})
		if !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("adding the %s again: %v", what, err)
		}
	}
	review.Status = store.ReviewDecided
	update(t, s, replace)
	view(t, s, func(tx store.Tx) error {
		got, err := tx.Effect("k")
		reviews, reviewsErr := tx.Reviews("Q-1")
		open, openErr := tx.OpenReviews("Q-1")
		_, none := tx.Head("Q-2")
		return errors.Join(want("effect", effect, got, err),
			want("reviews", []store.Review{review}, reviews, reviewsErr),
			want("open reviews", 0, len(open), openErr),
			wantErr("head of a failed addition", store.ErrNotFound, none))
	})
}

// An expected record is as if it were unexpected, also after a write in the same transaction.
func testExpected(t *testing.T, s store.Store) {
	c := store.Correspondent{Address: "ann@customer.test", Sent: []time.Time{day(1)}}
	var e store.Event
	update(t, s, func(tx store.Tx) (err error) {
		e.Thread = "Q-1"
		e.Seq, err = tx.Enqueue(e)
		return errors.Join(err, accept(tx, 1), tx.PutFingerprint([32]byte{1}, 1),
			tx.PutMessageID("a@customer.test", store.MessageRef{Thread: "Q-1", Inbound: 1}),
			tx.PutCorrespondent(store.Correspondent{Address: c.Address}))
	})
	read := func(tx store.Tx) error {
		tx.Expect(store.Wanted{
			Inbound: []uint64{1, 2}, Fingerprints: [][32]byte{{1}, {2}}, Event: e,
			MessageIDs:     []string{"a@customer.test", "b@customer.test"},
			Correspondents: []string{c.Address, "bob@customer.test"},
		})
		var written error
		if tx.PutCorrespondent(c) == nil { // a View only reads
			got, err := tx.Correspondent(c.Address)
			written = want("correspondent", c, got, err)
		}
		in, err := tx.Inbound(1)
		_, noMessage := tx.Inbound(2)
		first, sumErr := tx.Fingerprint([32]byte{1})
		_, noSum := tx.Fingerprint([32]byte{2})
		ref, idErr := tx.MessageID("a@customer.test")
		_, noID := tx.MessageID("b@customer.test")
		_, unknown := tx.Correspondent("bob@customer.test")
		return errors.Join(written, want("inbound", uint64(1), in.ID, err),
			want("fingerprint", uint64(1), first, sumErr),
			want("Message-ID", "Q-1", ref.Thread, idErr),
			wantErr("other message", store.ErrNotFound, noMessage),
			wantErr("other sum", store.ErrNotFound, noSum),
			wantErr("other Message-ID", store.ErrNotFound, noID),
			wantErr("other correspondent", store.ErrNotFound, unknown))
	}
	view(t, s, read)
	update(t, s, read)
	update(t, s, func(tx store.Tx) error {
		tx.Expect(store.Wanted{Event: e})
		err := tx.Dequeue("Q-1", e.Seq)
		again := tx.Dequeue("Q-1", e.Seq)
		return errors.Join(err, wantErr("a second time", store.ErrNotFound, again))
	})
}

// Returned bytes stay unchanged after other updates, and changing them does not change the
// store.
func testReturnedBytes(t *testing.T, s store.Store) {
	var got [][]byte
	stored := body(3000)
	read := func(tx store.Tx) error {
		raw, err := tx.InboundRaw(1)
		mail, mailErr := tx.MailRaw(1)
		secret, secretErr := tx.Secret("key")
		h, headErr := tx.Head("Q-1")
		var payload []byte
		journalErr := tx.Journal("Q-1", 1, func(_ store.Entry, p []byte) bool { payload = p; return false })
		got = [][]byte{raw, mail, secret, h.State, payload}
		return errors.Join(err, mailErr, secretErr, headErr, journalErr)
	}
	update(t, s, func(tx store.Tx) error {
		_, err := tx.Accept(message(1), stored, cursor(1))
		_, mailErr := tx.AddMail(mail("Q-1", day(0)), stored)
		h := head("Q-1")
		h.State = stored
		_, headErr := tx.PutHead(h)
		_, appendErr := tx.Append(entry("Q-1", 0), stored)
		return errors.Join(err, mailErr, headErr, appendErr, tx.PutSecret("key", stored))
	})
	for range 2 {
		view(t, s, read)
		for n := range 50 {
			update(t, s, func(tx store.Tx) error { return tx.PutSecret("other", body(n*1000)) })
		}
		for i, b := range got {
			if !bytes.Equal(b, body(3000)) {
				t.Errorf("value %d was changed", i)
			}
			clear(b) // faults if b is memory of the file
		}
	}
}

func testRestart(t *testing.T, open Opener) {
	dir := t.TempDir()
	s := open(t, dir)
	update(t, s, func(tx store.Tx) error {
		_, err := tx.Append(entry("Q-1", 0), []byte("one"))
		return errors.Join(accept(tx, 1, 2), err, tx.PutSecret("key", []byte("k")))
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := refused("an update of a closed store", s.Update(t.Context(), func(store.Tx) error { return nil })); err != nil {
		t.Error(err)
	}
	s = open(t, dir)
	update(t, s, func(tx store.Tx) error {
		key, keyErr := tx.Secret("key")
		id, err := tx.Accept(message(3), nil, cursor(3))
		e, appendErr := tx.Append(entry("Q-1", 1), []byte("two"))
		return errors.Join(
			want("secret", []byte("k"), key, keyErr),
			want("id", 3, id, err),
			want("sequence number", 2, e.Seq, appendErr),
			tx.VerifyJournal("Q-1"),
		)
	})
}
