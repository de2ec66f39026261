package privacy_test

import (
	"errors"
	"testing"
	"time"

	"ppamaild/privacy"
	"ppamaild/store"
)

// Whose address ends or begins like theirs is somebody else, and who is held is, also
// where a message of theirs speaks of them.
func TestWhatOthersWroteStays(t *testing.T) {
	k := newKept(t)
	var others, about []uint64
	k.changes(func(tx store.Tx) error {
		for _, from := range []string{"my" + alice, "m." + alice, alice + ".au", alice + "s"} {
			others = append(others, k.arrives(tx, from, "", store.InboundSetAside))
		}
		for i, text := range []string{"write to " + alice + ".", "<mailto:" + alice + ">", "to=3C" + alice + "=3E", "'" + alice + "'"} {
			id, err := tx.Accept(store.Inbound{Mailbox: "INBOX", UID: uint32(100 + i)}, []byte("From: "+bob+"\r\n\r\n"+text+"\r\n"), store.Cursor{Mailbox: "INBOX"})
			k.must(err)
			in, err := tx.Inbound(id)
			in.Status = store.InboundSetAside
			k.must(errors.Join(err, tx.PutInbound(in)))
			about = append(about, id)
		}
		return tx.PutHold(store.Hold{On: bob, By: "root", At: day(0)})
	})
	check := func(ids []uint64, gone bool) {
		t.Helper()
		k.reads(func(tx store.Tx) error {
			for _, id := range ids {
				if in, err := tx.Inbound(id); err != nil || in.Erased != gone {
					t.Errorf("message %d: erased %t, %v", id, in.Erased, err)
				}
			}
			return nil
		})
	}
	k.erase(privacy.Order{Addresses: []string{alice}})
	check(others, false)
	check(about, false)
	k.changes(func(tx store.Tx) error { return tx.DeleteHold(bob) })
	k.erase(privacy.Order{Addresses: []string{alice}})
	check(others, false)
	check(about, true)
}

// What is known of staff does not get old: that mail of theirs was once proven, above all.
func TestRetentionOfATaskLeavesStaff(t *testing.T) {
	k := newKept(t)
	k.thread("T-1", store.ThreadCompleted, day(1), lee)
	k.changes(func(tx store.Tx) error { return tx.PutAuthenticated(lee, day(0)) })
	r := k.erase(privacy.Order{Before: day(20)})
	if len(r.Threads) != 1 || r.Erased.Addresses != 0 {
		t.Errorf("%+v", r)
	}
	k.reads(func(tx store.Tx) error {
		at, err := tx.Authenticated(lee)
		if !at.Equal(day(0)) {
			t.Errorf("proven at %s", at.Format(time.DateOnly))
		}
		return err
	})
}

// A hold on a thread is one on those that were merged into it: their messages went on
// there.
func TestHoldOnWhatAThreadWasMergedInto(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCancelled, day(1), alice)
	k.thread("Q-2", store.ThreadCompleted, day(1), alice)
	k.changes(func(tx store.Tx) error {
		h, err := tx.Head("Q-1")
		h.MergedInto = "Q-2"
		_, putErr := tx.PutHead(h)
		return errors.Join(err, putErr, tx.PutHold(store.Hold{On: "Q-2", By: "root", At: day(0)}))
	})
	for _, o := range []privacy.Order{{Addresses: []string{alice}}, {Before: day(20)}} {
		if r := k.erase(o); len(r.Threads) != 0 {
			t.Errorf("%+v", r)
		}
	}
}
