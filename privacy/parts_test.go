package privacy_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ppamaild/privacy"
	"ppamaild/store"
)

// A large order is erased in parts. A repeated order erases what an interrupted order left.
func TestAnOrderInParts(t *testing.T) {
	k := newKept(t)
	var want []string
	for n := range 5 {
		want = append(want, fmt.Sprintf("Q-%d", n))
		k.thread(want[n], store.ThreadCompleted, day(1), alice)
	}
	k.thread("Q-5", store.ThreadCompleted, day(1), alice, bob)
	k.changes(func(tx store.Tx) error { // records outside of the threads
		k.arrives(tx, alice, "", store.InboundSetAside)
		_, digestErr := tx.AddMail(store.Mail{Thread: agency, Kind: store.MailNotice, Status: store.MailSent},
			[]byte("Subject: digest\r\n\r\nQ-4 ended.\r\n"))
		_, entryErr := tx.Append(store.Entry{Thread: agency, Source: store.SourceSystem, Kind: "digest"}, []byte("Q-3 and Q-4"))
		return errors.Join(digestErr, entryErr)
	})
	o := privacy.Order{Addresses: []string{alice}}
	p, err := k.find(o)
	k.must(err)
	k.must(p.Sign(nil, false))
	receipt := p.Receipt
	if !slices.Equal(receipt.Threads, want) || !slices.Equal(receipt.Shared, []string{"Q-5"}) ||
		receipt.Digest == "" {
		t.Fatalf("%+v", receipt)
	}
	parts := p.Parts(2)
	var sum privacy.Counts
	for _, part := range parts {
		e := part.Erased
		sum.Messages, sum.Entries, sum.Reviews = sum.Messages+e.Messages, sum.Entries+e.Entries, sum.Reviews+e.Reviews
		sum.Mails, sum.Effects, sum.Timers = sum.Mails+e.Mails, sum.Effects+e.Effects, sum.Timers+e.Timers
		sum.MessageIDs, sum.Addresses = sum.MessageIDs+e.MessageIDs, sum.Addresses+e.Addresses
		if n := len(part.Threads) + len(part.Shared); n > 2 || part.Digest != receipt.Digest {
			t.Errorf("a part has %d threads and the digest %s", n, part.Digest)
		}
	}
	if len(parts) != 3 || sum != receipt.Erased {
		t.Fatalf("%d parts with %+v, want %+v", len(parts), sum, receipt.Erased)
	}

	k.changes(parts[0].Apply)
	k.lacks(k.dump("Q-0")+k.dump("Q-1")+k.dump(agency), secret, alice, "Q-4 ended", "Q-3 and")
	if !strings.Contains(k.dump("Q-2"), secret) {
		t.Error("the first part erased a thread of the second")
	}

	left, err := k.find(o)
	k.must(err)
	if !slices.Equal(left.Threads, want[2:]) {
		t.Errorf("%v are left", left.Threads)
	}
	for _, part := range left.Parts(2) {
		k.changes(part.Apply)
	}
	for _, thread := range want {
		k.lacks(k.dump(thread), secret, alice)
	}
	k.reads(func(tx store.Tx) error {
		h, err := tx.Head("Q-5")
		k.must(err)
		if !slices.Equal(h.Participants, []string{bob}) {
			t.Errorf("Q-5 belongs to %v", h.Participants)
		}
		for _, thread := range append(want, agency) {
			if _, err := privacy.ErasedFrom(tx, thread); err != nil {
				t.Error(err)
			}
		}
		return nil
	})
	if again, err := k.find(o); err != nil || !again.Empty() {
		t.Errorf("once more: %+v, %v", again, err)
	}
}

// A small order has one part, with the records outside of threads.
func TestAnOrderInOnePart(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCompleted, day(1), alice)
	p, err := k.find(privacy.Order{Addresses: []string{alice}})
	k.must(err)
	if parts := p.Parts(1); len(parts) != 1 || parts[0] != p {
		t.Errorf("%d parts", len(parts))
	}
}
