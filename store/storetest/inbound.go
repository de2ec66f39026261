package storetest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"ppamaild/store"
)

const inbox = "quotes@agency.test/INBOX"

func message(uid uint32) store.Inbound {
	return store.Inbound{
		Mailbox: inbox, UIDValidity: 7, UID: uid, InternalDate: day(0), AcceptedAt: day(1), Size: int64(uid),
	}
}

func cursor(last uint32) store.Cursor {
	return store.Cursor{Mailbox: inbox, UIDValidity: 7, LastUID: last, Floor: day(0)}
}

// accept accepts messages of one small body each.
func accept(tx store.Tx, uids ...uint32) error {
	for _, uid := range uids {
		if _, err := tx.Accept(message(uid), []byte("Subject: hi\r\n"), cursor(uid)); err != nil {
			return err
		}
	}
	return nil
}

func testAccept(t *testing.T, s store.Store) {
	raw := []byte("Subject: hi\r\n\r\n\x00\xff")
	update(t, s, func(tx store.Tx) error {
		in := message(4)
		in.ID, in.Status = 99, store.InboundHandled // the store sets both
		_, err := tx.Accept(in, raw, cursor(4))
		return err
	})
	view(t, s, func(tx store.Tx) error {
		list, err := all(func(fn func(store.Inbound) bool) error {
			return tx.InboundByStatus(store.InboundPending, 0, fn)
		})
		if err != nil || len(list) != 1 {
			return want("number of pending messages", 1, len(list), err)
		}
		in := message(4)
		in.ID, in.Status = list[0].ID, store.InboundPending
		got, err := tx.InboundRaw(in.ID)
		c, cursorErr := tx.Cursor(inbox)
		return errors.Join(
			want("message", in, list[0], nil),
			want("bytes", raw, got, err),
			want("cursor", cursor(4), c, cursorErr),
		)
	})
}

func testAcceptAgain(t *testing.T, s store.Store) {
	var first, again, other uint64
	update(t, s, func(tx store.Tx) (err error) {
		if first, err = tx.Accept(message(4), []byte("as it was"), cursor(4)); err != nil {
			return err
		}
		in, err := tx.Inbound(first)
		in.Status, in.Thread = store.InboundHandled, "Q-1"
		return errors.Join(err, tx.PutInbound(in))
	})
	update(t, s, func(tx store.Tx) (err error) {
		again, err = tx.Accept(message(4), []byte("changed"), cursor(6))
		return err
	})
	renumbered := message(4)
	renumbered.UIDValidity = 8
	update(t, s, func(tx store.Tx) (err error) {
		other, err = tx.Accept(renumbered, []byte("another"), cursor(6))
		return err
	})
	if again != first || other <= first {
		t.Errorf("ids are %d, %d and %d", first, again, other)
	}
	view(t, s, func(tx store.Tx) error {
		in, err := tx.Inbound(first)
		raw, rawErr := tx.InboundRaw(first)
		c, cursorErr := tx.Cursor(inbox)
		return errors.Join(
			want("status", store.InboundHandled, in.Status, err),
			want("bytes", []byte("as it was"), raw, rawErr),
			want("cursor", cursor(6), c, cursorErr),
		)
	})
}

func testAcceptRefuses(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) error { return accept(tx, 1) })
	moved := message(1)
	moved.ID, moved.Status, moved.UID = 1, store.InboundHandled, 2
	tests := map[string]func(tx store.Tx) error{
		"the cursor of another mailbox": func(tx store.Tx) error {
			_, err := tx.Accept(message(2), nil, store.Cursor{Mailbox: "other@agency.test/INBOX"})
			return err
		},
		"another UID": func(tx store.Tx) error { return tx.PutInbound(moved) },
	}
	for what, fn := range tests {
		if err := refused(what, s.Update(t.Context(), fn)); err != nil {
			t.Error(err)
		}
	}
	view(t, s, func(tx store.Tx) error {
		_, err := tx.InboundRaw(99)
		return errors.Join(
			wantErr("bytes of no message", store.ErrNotFound, err),
			wantErr("record of no message", store.ErrNotFound, tx.PutInbound(store.Inbound{ID: 99})),
		)
	})
}

// body returns a message of n bytes with different chunks.
func body(n int) []byte {
	raw := make([]byte, n)
	rand.NewChaCha8([32]byte{1}).Read(raw)
	return raw
}

func testAcceptLarge(t *testing.T, s store.Store) {
	const chunk = 256 << 10
	for uid, size := range []int{0, 1, chunk - 1, chunk, chunk + 1, 5*chunk + 7} {
		raw := body(size)
		in := message(uint32(uid + 1))
		var ids [2]uint64
		for i := range ids {
			id, err := s.AcceptLarge(t.Context(), in, iotest.HalfReader(bytes.NewReader(raw)), cursor(in.UID+uint32(i)))
			if err != nil {
				t.Fatal(err)
			}
			ids[i] = id
		}
		view(t, s, func(tx store.Tx) error {
			got, err := tx.InboundRaw(ids[0])
			c, cursorErr := tx.Cursor(inbox)
			return errors.Join(
				want("id of a repeat", ids[0], ids[1], nil),
				want("digest of bytes", sha256.Sum256(raw), sha256.Sum256(got), err),
				want("cursor", cursor(in.UID+1), c, cursorErr),
			)
		})
	}
}

// A broken connection leaves neither message nor cursor. A shorter message under the same UID
// can follow.
func testAcceptLargeAfterBreak(t *testing.T, s store.Store) {
	for before, broken := range []error{iotest.ErrTimeout, io.ErrUnexpectedEOF} {
		in := message(uint32(before + 1))
		r := io.MultiReader(bytes.NewReader(body(1100<<10)), iotest.ErrReader(broken))
		_, err := s.AcceptLarge(t.Context(), in, r, cursor(in.UID))
		if err := wantErr("broken connection", broken, err); err != nil {
			t.Fatal(err)
		}
		view(t, s, func(tx store.Tx) error {
			_, err := tx.Inbound(uint64(in.UID))
			c, cursorErr := tx.Cursor(inbox)
			if before == 0 {
				return errors.Join(wantErr("message", store.ErrNotFound, err), wantErr("cursor", store.ErrNotFound, cursorErr))
			}
			return errors.Join(wantErr("message", store.ErrNotFound, err), want("cursor", cursor(in.UID-1), c, cursorErr))
		})
		raw := body(300 << 10)
		id, err := s.AcceptLarge(t.Context(), in, bytes.NewReader(raw), cursor(in.UID))
		if err != nil {
			t.Fatal(err)
		}
		view(t, s, func(tx store.Tx) error {
			got, err := tx.InboundRaw(id)
			return want("digest of bytes", sha256.Sum256(raw), sha256.Sum256(got), err)
		})
	}
}

func testInboundByStatus(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) error { return accept(tx, 1, 2, 3, 4, 5) })
	setStatus := func(uid uint32, status store.InboundStatus) {
		update(t, s, func(tx store.Tx) error {
			in, err := tx.Inbound(uint64(uid))
			in.Status = status
			return errors.Join(err, tx.PutInbound(in))
		})
	}
	setStatus(2, store.InboundHandled)
	setStatus(4, store.InboundSetAside)
	setStatus(5, store.InboundSetAside)
	setStatus(5, store.InboundPending)
	tests := []struct {
		status store.InboundStatus
		from   uint64
		want   []uint64
	}{
		{store.InboundPending, 0, []uint64{1, 3, 5}},
		{store.InboundPending, 2, []uint64{3, 5}},
		{store.InboundPending, 6, nil},
		{store.InboundHandled, 0, []uint64{2}},
		{store.InboundSetAside, 0, []uint64{4}},
		{store.InboundQuarantined, 0, nil},
	}
	for _, test := range tests {
		view(t, s, func(tx store.Tx) error {
			var got []uint64
			err := tx.InboundByStatus(test.status, test.from, func(in store.Inbound) bool {
				got = append(got, in.ID)
				return true
			})
			return want(string(test.status), test.want, got, err)
		})
	}
}

func testChangeWhileLooping(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) error {
		var seen int
		failed := accept(tx, 1, 2, 3, 4, 5, 6, 7, 8)
		err := tx.InboundByStatus(store.InboundPending, 0, func(in store.Inbound) bool {
			seen++
			in.Status = store.InboundHandled
			failed = errors.Join(failed, tx.PutInbound(in))
			return true
		})
		return errors.Join(failed, want("number of messages seen", 8, seen, err))
	})
}
