package storetest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"testing"
	"time"

	"ppamaild/store"
)

func testSecrets(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) error {
		_, err := tx.Secret("key")
		return errors.Join(wantErr("no secret", store.ErrNotFound, err), tx.PutSecret("key", []byte{0, 255}))
	})
	view(t, s, func(tx store.Tx) error {
		got, err := tx.Secret("key")
		return want("secret", []byte{0, 255}, got, err)
	})
}

func testRestoration(t *testing.T, s store.Store) {
	put := store.Restoration{At: day(1), By: "root", File: "old.db", Reconciled: day(2), Review: 3, Released: day(4), ReleasedBy: "lee@agency.test"}
	update(t, s, func(tx store.Tx) error {
		_, err := tx.Restoration()
		return errors.Join(wantErr("no restoration", store.ErrNotFound, err), tx.PutRestoration(store.Restoration{By: "another"}), tx.PutRestoration(put))
	})
	view(t, s, func(tx store.Tx) error {
		got, err := tx.Restoration()
		return want("restoration", put, got, err)
	})
}

func testCursor(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) error {
		_, err := tx.Cursor(inbox)
		return wantErr("no cursor", store.ErrNotFound, err)
	})
	renewed := store.Cursor{Mailbox: inbox, UIDValidity: 8, LastUID: 2, Floor: day(3)}
	steps := []struct {
		what      string
		put, want store.Cursor
	}{
		{"first", cursor(5), cursor(5)},
		{"forward", cursor(9), cursor(9)},
		{"back within a UIDVALIDITY", cursor(3), cursor(9)},
		{"back with a new UIDVALIDITY", renewed, renewed},
		{"back to the old UIDVALIDITY", cursor(1), cursor(1)},
	}
	for _, step := range steps {
		update(t, s, func(tx store.Tx) error { return tx.PutCursor(step.put) })
		view(t, s, func(tx store.Tx) error {
			got, err := tx.Cursor(inbox)
			return want(step.what, step.want, got, err)
		})
	}
}

func testFingerprints(t *testing.T, s store.Store) {
	sum := sha256.Sum256([]byte("content"))
	update(t, s, func(tx store.Tx) error {
		_, err := tx.Fingerprint(sum)
		return errors.Join(
			wantErr("content not seen", store.ErrNotFound, err),
			tx.PutFingerprint(sum, 3),
			tx.PutFingerprint(sum, 4),
		)
	})
	view(t, s, func(tx store.Tx) error {
		got, err := tx.Fingerprint(sum)
		return want("message first seen", 3, got, err)
	})
}

func testSenders(t *testing.T, s store.Store) {
	const lee = "lee@agency.test"
	update(t, s, func(tx store.Tx) error {
		_, err := tx.Authenticated(lee)
		return errors.Join(
			wantErr("address not proven", store.ErrNotFound, err),
			tx.PutAuthenticated(lee, day(1)),
			tx.PutAuthenticated(lee, day(2)),
		)
	})
	view(t, s, func(tx store.Tx) error {
		got, err := tx.Authenticated(lee)
		_, other := tx.Authenticated("dana@agency.test")
		return errors.Join(want("time first proven", day(1), got.UTC(), err), wantErr("another address", store.ErrNotFound, other))
	})
}

func testMessageIDs(t *testing.T, s store.Store) {
	long := string(bytes.Repeat([]byte("x"), 70_000)) + "@customer.test"
	for i, id := range []string{"a@customer.test", "raw\xff\x00@customer.test", long} {
		ref := store.MessageRef{Thread: "Q-1", Inbound: uint64(i + 1)}
		update(t, s, func(tx store.Tx) error {
			_, err := tx.MessageID(id)
			return errors.Join(wantErr("unknown id", store.ErrNotFound, err), tx.PutMessageID(id, ref))
		})
		ref.Alias = true
		update(t, s, func(tx store.Tx) error { return tx.PutMessageID(id, ref) })
		view(t, s, func(tx store.Tx) error {
			got, err := tx.MessageID(id)
			return want("known id", ref, got, err)
		})
	}
}

func testCorrespondents(t *testing.T, s store.Store) {
	c := store.Correspondent{Address: "a@customer.test", Sent: []time.Time{day(1), day(2)}}
	update(t, s, func(tx store.Tx) error {
		_, err := tx.Correspondent(c.Address)
		return errors.Join(wantErr("unknown address", store.ErrNotFound, err), tx.PutCorrespondent(c))
	})
	c.Sent, c.Held = c.Sent[1:], day(3)
	update(t, s, func(tx store.Tx) error { return tx.PutCorrespondent(c) })
	view(t, s, func(tx store.Tx) error {
		got, err := tx.Correspondent(c.Address)
		return want("known address", c, got, err)
	})
	err := s.Update(t.Context(), func(tx store.Tx) error { return tx.PutCorrespondent(store.Correspondent{}) })
	if err == nil {
		t.Error("no address was stored")
	}
}

func testRunTimes(t *testing.T, s store.Store) {
	p := store.RunTime{Agent: "crm", Runs: []time.Duration{time.Second, 2 * time.Second}}
	update(t, s, func(tx store.Tx) error {
		_, err := tx.RunTime(p.Agent)
		return errors.Join(wantErr("unknown agent", store.ErrNotFound, err), tx.PutRunTime(p))
	})
	p.Runs = p.Runs[1:]
	update(t, s, func(tx store.Tx) error { return tx.PutRunTime(p) })
	view(t, s, func(tx store.Tx) error {
		got, err := tx.RunTime(p.Agent)
		return want("known agent", p, got, err)
	})
	err := s.Update(t.Context(), func(tx store.Tx) error { return tx.PutRunTime(store.RunTime{}) })
	if err == nil {
		t.Error("no agent was stored")
	}
}
