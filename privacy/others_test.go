package privacy_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ppamaild/privacy"
	"ppamaild/store"
)

// Similar addresses, with the same beginning or end, belong to other people. Messages by held
// people stay, even if they mention the customer.
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

// Retention keeps data about staff, such as the proof that a staff sender was authenticated.
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

// A hold on a thread also protects the threads that were merged into the thread.
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

// Retention keeps staff mails that mention a held person.
func TestRetentionLeavesWhatTellsOfWhoIsHeld(t *testing.T) {
	k := newKept(t)
	k.changes(func(tx store.Tx) error {
		for _, who := range []string{alice, "Q-7", bob} {
			_, mailErr := tx.AddMail(store.Mail{Kind: store.MailNotice, Status: store.MailSent, CreatedAt: day(1)}, []byte("Subject: flood\r\n\r\n"+who+" wrote\r\n"))
			_, noteErr := tx.Append(store.Entry{Thread: agency, At: day(1), Source: store.SourceSystem, Kind: "note"}, []byte(`{"of":"`+who+`"}`))
			if err := errors.Join(mailErr, noteErr); err != nil {
				return err
			}
		}
		_, err := tx.Append(store.Entry{Thread: agency, At: day(1), Source: store.SourceSystem, Kind: "flood", Actor: alice}, []byte("7"))
		return errors.Join(err, tx.PutHold(store.Hold{On: alice, By: "root", At: day(0)}), tx.PutHold(store.Hold{On: "Q-7", By: "root", At: day(0)}),
			tx.PutReview(store.Review{Thread: agency, Number: 1, CreatedAt: day(1), Status: store.ReviewExpired, Data: []byte(`{"from":"` + alice + `"}`)}),
			tx.PutReview(store.Review{Thread: agency, Number: 2, CreatedAt: day(1), Status: store.ReviewExpired, Data: []byte(`{"from":"` + bob + `"}`)}))
	})
	r := k.erase(privacy.Order{Before: day(20)})
	if r.Erased != (privacy.Counts{Mails: 1, Entries: 1, Reviews: 1}) {
		t.Errorf("%+v", r.Erased)
	}
	if said := k.dump(agency); strings.Contains(said, bob) || strings.Count(said, alice) < 3 || !strings.Contains(said, "Q-7") {
		t.Error(said)
	}
}
