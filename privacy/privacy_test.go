package privacy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/privacy"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

const (
	alice  = "alice@customer.test"
	bob    = "bob@customer.test"
	lee    = "lee@agency.test"
	agency = "A-AGENCY"
	secret = "born in Astoria"
)

// kept is a store for a test.
type kept struct {
	*testing.T
	store.Store
	uids uint32
}

func newKept(t *testing.T) *kept {
	k := &kept{T: t, Store: bolttest.MustOpen(t)}
	k.changes(func(tx store.Tx) error {
		_, err := tx.PutHead(store.Head{Thread: agency, Status: store.ThreadRunning, State: []byte("{}")})
		return err
	})
	return k
}

func (k *kept) must(err error) {
	k.Helper()
	if err != nil {
		k.Fatal(err)
	}
}

func (k *kept) changes(fn func(store.Tx) error) {
	k.Helper()
	k.must(k.Update(k.Context(), fn))
}

func (k *kept) reads(fn func(store.Tx) error) {
	k.Helper()
	k.must(k.View(k.Context(), fn))
}

func day(n int) time.Time { return time.Date(2026, 3, 1+n, 12, 0, 0, 0, time.UTC) }

// arrives stores an incoming message and returns its number.
func (k *kept) arrives(tx store.Tx, from, thread string, status store.InboundStatus) uint64 {
	k.Helper()
	k.uids++
	raw := fmt.Sprintf("From: %s\r\nSubject: my car\r\nMessage-ID: <m%d@customer.test>\r\n\r\n%s\r\n", from, k.uids, secret)
	id, err := tx.Accept(store.Inbound{Mailbox: "INBOX", UID: k.uids, AcceptedAt: day(0)}, []byte(raw), store.Cursor{Mailbox: "INBOX"})
	k.must(err)
	in, err := tx.Inbound(id)
	k.must(err)
	in.Status, in.Thread, in.MessageID = status, thread, fmt.Sprintf("m%d@customer.test", k.uids)
	if k.uids%2 == 0 { // other records predate the field
		in.From = from
	}
	k.must(errors.Join(tx.PutInbound(in), tx.PutMessageID(in.MessageID, store.MessageRef{Thread: thread, Inbound: id})))
	return id
}

// thread creates an ended thread with participants and a record of each kind.
func (k *kept) thread(id string, status store.ThreadStatus, at time.Time, people ...string) {
	k.Helper()
	k.changes(func(tx store.Tx) error {
		_, err := tx.PutHead(store.Head{
			Thread: id, Status: status, Subject: secret, Participants: people, ReplyTo: people[0], UpdatedAt: at, State: []byte(secret), Reviews: 1,
		})
		for _, p := range people {
			in := k.arrives(tx, p, id, store.InboundHandled)
			_, appendErr := tx.Append(store.Entry{Thread: id, Source: store.SourceCustomer, Kind: "message", Actor: p, Ref: fmt.Sprintf("m%d@customer.test", in)}, []byte(secret))
			err = errors.Join(err, appendErr, tx.PutCorrespondent(store.Correspondent{Address: p, Sent: []time.Time{day(0)}}))
		}
		_, replyErr := tx.Append(store.Entry{Thread: id, Source: store.SourceHumanReview, Kind: "reply", Actor: lee, Ref: "r@agency.test"}, []byte(secret))
		mail, mailErr := tx.AddMail(store.Mail{Thread: id, Kind: store.MailCustomer, Status: store.MailSent, MessageID: id + "@agency.test", To: people, Subject: secret, Review: 1}, []byte(secret))
		return errors.Join(err, replyErr, mailErr, tx.PutMessageID(id+"@agency.test", store.MessageRef{Thread: id, Mail: mail}),
			tx.PutMessageID("alias of "+id, store.MessageRef{Thread: id, Mail: mail, Alias: true}),
			tx.PutReview(store.Review{Thread: id, Number: 1, Status: store.ReviewDecided, Data: []byte(secret), MIME: []byte(secret), Argument: secret,
				Verdict: "accept", DecidedBy: lee, DecidedAt: day(0), DecidedIn: "r@agency.test", Digest: "d"}),
			tx.PutEffect(store.Effect{Key: id + "-rate", Thread: id, Status: store.EffectConfirmed, Digest: "d", Result: []byte(secret), Error: secret}),
			tx.PutTimer(store.Timer{Thread: id, Name: "customer_wait", Due: day(99), Data: []byte(secret)}))
	})
}

func house() privacy.Agency {
	return privacy.Agency{
		Thread: agency, Addresses: []string{lee},
		Owns:  func(a string) bool { return strings.HasSuffix(a, "@agency.test") },
		Blank: func(store.Head) ([]byte, error) { return []byte("{}"), nil },
	}
}

// indexed refuses the methods that walk the whole store.
type indexed struct{ store.Tx }

var errWalk = errors.New("walks the whole store")

func (indexed) Heads(func(store.Head) bool) error { return errWalk }

func (indexed) MessageIDs(func(string, store.MessageRef) bool) error { return errWalk }

func (indexed) InboundByStatus(store.InboundStatus, uint64, func(store.Inbound) bool) error {
	return errWalk
}

func (indexed) MailByStatus(store.MailStatus, func(store.Mail) bool) error { return errWalk }

func (indexed) EffectsByStatus(store.EffectStatus, func(store.Effect) bool) error { return errWalk }

// Orders find all data by the indexes of the store.
func TestFinding6OrdersWalkNoStore(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCompleted, day(1), alice)
	k.thread("Q-2", store.ThreadCompleted, day(9), bob)
	for _, o := range []privacy.Order{{Addresses: []string{alice}}, {Before: day(5)}} {
		p, err := k.find(o)
		k.must(err)
		found := slices.Equal(p.Threads, []string{"Q-1"})
		if !found || p.Erased.MessageIDs == 0 || p.Erased.Effects == 0 {
			t.Errorf("%+v erases %v: %+v", o, p.Threads, p.Erased)
		}
	}
}

func (k *kept) find(o privacy.Order) (p *privacy.Plan, err error) {
	k.Helper()
	o.ID, o.By, o.At = "E-1", "root", day(100)
	err = k.View(k.Context(), func(tx store.Tx) error { p, err = privacy.Find(indexed{tx}, house(), o, 0); return err })
	return p, err
}

func (k *kept) erase(o privacy.Order) privacy.Receipt {
	k.Helper()
	p, err := k.find(o)
	k.must(err)
	k.must(p.Sign(nil, false))
	k.changes(p.Apply)
	return p.Receipt
}

// dump returns all data of a thread, for searching.
func (k *kept) dump(thread string) string {
	k.Helper()
	var all []any
	k.reads(func(tx store.Tx) error {
		h, err := tx.Head(thread)
		all = append(all, h, string(h.State))
		journalErr := tx.Journal(thread, 1, func(e store.Entry, p []byte) bool { all = append(all, e, string(p)); return true })
		mails, mailsErr := tx.ThreadMail(thread)
		for _, m := range mails {
			raw, rawErr := tx.MailRaw(m.ID)
			all, err = append(all, m, string(raw)), errors.Join(err, rawErr)
		}
		reviews, reviewsErr := tx.Reviews(thread)
		for _, rv := range reviews {
			all = append(all, rv, string(rv.Data), string(rv.MIME))
		}
		timers, timersErr := tx.Timers(thread)
		effect, effectErr := tx.Effect(thread + "-rate")
		if errors.Is(effectErr, store.ErrNotFound) {
			effectErr = nil
		}
		all = append(all, timers, effect, string(effect.Result))
		return errors.Join(err, journalErr, mailsErr, reviewsErr, timersErr, effectErr, tx.VerifyJournal(thread))
	})
	raw, err := json.Marshal(all)
	k.must(err)
	return string(raw)
}

func (k *kept) lacks(where string, words ...string) {
	k.Helper()
	for _, word := range words {
		if strings.Contains(where, word) {
			k.Errorf("%q is in %s", word, where)
		}
	}
}

func TestForgetWhole(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCompleted, day(1), alice)
	k.thread("Q-2", store.ThreadRunning, day(1), bob)
	before := k.dump("Q-2")
	r := k.erase(privacy.Order{Addresses: []string{alice}})
	want := privacy.Counts{Messages: 1, Entries: 2, Reviews: 1, Mails: 1, Effects: 1, Timers: 1, MessageIDs: 2, Addresses: 1}
	if r.Erased != want || !slices.Equal(r.Threads, []string{"Q-1"}) {
		t.Errorf("%+v", r)
	}
	after := k.dump("Q-1")
	k.lacks(after, secret, alice, "m1@")
	for _, stays := range []string{lee, `"verdict":"accept"`, "r@agency.test", "Q-1@agency.test"} {
		if !strings.Contains(after, stays) {
			t.Errorf("%s does not stay in %s", stays, after)
		}
	}
	if k.dump("Q-2") != before {
		t.Error("another thread was changed")
	}
	k.reads(func(tx store.Tx) error {
		own, err := tx.MessageID("Q-1@agency.test")
		_, alias := tx.MessageID("alias of Q-1")
		raw, rawErr := tx.InboundRaw(1)
		if own.Mail == 0 || !errors.Is(alias, store.ErrNotFound) || len(raw) > 0 {
			t.Errorf("%+v, %v, %q", own, alias, raw)
		}
		list, erasedErr := privacy.ErasedFrom(tx, "Q-1")
		if len(list) != 1 || list[0].Entries != 2 || list[0].Order != "E-1" || list[0].By != "root" {
			t.Errorf("erased: %+v", list)
		}
		return errors.Join(err, rawErr, erasedErr)
	})
	if p, err := k.find(privacy.Order{Addresses: []string{alice}}); err != nil || !p.Empty() {
		t.Errorf("once more: %+v, %v", p, err)
	}
}

func TestForgetOneWhoTakesPart(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCancelled, day(1), alice, bob)
	r := k.erase(privacy.Order{Addresses: []string{strings.ToUpper(alice)}})
	if len(r.Threads) != 0 || !slices.Equal(r.Shared, []string{"Q-1"}) || r.Erased.Messages != 1 || r.Erased.Entries != 1 || r.Erased.Mails != 0 {
		t.Errorf("%+v", r)
	}
	k.reads(func(tx store.Tx) error {
		h, err := tx.Head("Q-1")
		if !slices.Equal(h.Participants, []string{bob}) || h.ReplyTo != "" || string(h.State) != secret {
			t.Errorf("%+v", h)
		}
		raw, rawErr := tx.InboundRaw(2)
		if !strings.Contains(string(raw), secret) {
			t.Error("what the other wrote is gone")
		}
		return errors.Join(err, rawErr)
	})
}

// An order waits for work in progress.
func TestBlocked(t *testing.T) {
	for want, prepare := range map[string]func(k *kept, tx store.Tx) error{
		"Q-1 is awaiting_customer: end it first": func(k *kept, tx store.Tx) error {
			h, err := tx.Head("Q-1")
			h.Status = store.ThreadAwaitingCustomer
			_, putErr := tx.PutHead(h)
			return errors.Join(err, putErr)
		},
		"Q-1 has pending work": func(k *kept, tx store.Tx) error {
			_, err := tx.Enqueue(store.Event{Thread: "Q-1", Kind: "staff"})
			return err
		},
		"review 2 of Q-1 is open": func(k *kept, tx store.Tx) error {
			return tx.PutReview(store.Review{Thread: "Q-1", Number: 2, Status: store.ReviewOpen})
		},
		"mail 2 of Q-1 is being sent": func(k *kept, tx store.Tx) error {
			_, err := tx.AddMail(store.Mail{Thread: "Q-1", Status: store.MailSending}, nil)
			return err
		},
		"mail 2 of Q-1 may or may not have been sent": func(k *kept, tx store.Tx) error {
			_, err := tx.AddMail(store.Mail{Thread: "Q-1", Status: store.MailUncertain}, nil)
			return err
		},
		"mail 2 of Q-1 to the customer is unsent": func(k *kept, tx store.Tx) error {
			_, err := tx.AddMail(store.Mail{Thread: "Q-1", Kind: store.MailCustomer, Status: store.MailRetrying}, nil)
			return err
		},
		"message 2 from them is not processed": func(k *kept, tx store.Tx) error {
			k.arrives(tx, alice, "", store.InboundPending)
			return nil
		},
		"alice@customer.test is on hold (root, 2026-03-01: a claim)": func(k *kept, tx store.Tx) error {
			return tx.PutHold(store.Hold{On: alice, By: "root", At: day(0), Reason: "a claim"})
		},
		"review 1 of Q-7 asks about the thread": func(k *kept, tx store.Tx) error {
			id := k.arrives(tx, alice, "Q-7", store.InboundHandled)
			_, err := tx.PutHead(store.Head{Thread: "Q-7", Status: store.ThreadRunning, Participants: []string{bob}})
			return errors.Join(err, tx.PutReview(store.Review{Thread: "Q-7", Number: 1, Status: store.ReviewOpen, Inbound: id}))
		},
		"review 1 of A-AGENCY asks about a message that names them": func(k *kept, tx store.Tx) error { // a message that staff forwarded
			id := k.arrives(tx, lee, agency, store.InboundHandled)
			return tx.PutReview(store.Review{Thread: agency, Number: 1, Status: store.ReviewOpen, Inbound: id, Data: []byte(`{"customer":{"from":"` + alice + `","at":"2026-03-01T12:00:00Z"}}`)})
		},
	} {
		k := newKept(t)
		k.thread("Q-1", store.ThreadCompleted, day(1), alice)
		k.changes(func(tx store.Tx) error { return prepare(k, tx) })
		if _, err := k.find(privacy.Order{Addresses: []string{alice}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	several := newKept(t)
	var want []string
	for n := range 8 {
		thread := fmt.Sprintf("Q-%d", n)
		several.thread(thread, store.ThreadCompleted, day(1), alice)
		several.changes(func(tx store.Tx) error {
			_, err := tx.Enqueue(store.Event{Thread: thread, Kind: "staff"})
			return err
		})
		want = append(want, thread+" has pending work: start the daemon, or try again in a minute")
	}
	if _, err := several.find(privacy.Order{Addresses: []string{alice}}); err == nil || err.Error() != strings.Join(want, "\n") {
		t.Errorf("of several threads:\n%v", err)
	}
	k := newKept(t)
	if _, err := k.find(privacy.Order{Addresses: []string{lee}}); err == nil || !strings.Contains(err.Error(), "belongs to the agency") {
		t.Error(err)
	}
}

// A hold on a thread protects all of its data, including messages by unknown senders.
func TestHeldThread(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCompleted, day(1), alice)
	k.thread("Q-2", store.ThreadCompleted, day(1), alice, bob)
	k.thread("Q-3", store.ThreadCompleted, day(1), "carl@customer.test")
	k.thread("Q-4", store.ThreadCompleted, day(1), alice)
	k.changes(func(tx store.Tx) error {
		k.arrives(tx, alice, "Q-3", store.InboundHandled)
		_, err := privacy.Hold(tx, house(), store.Hold{On: " q-1 ", By: "root", At: day(2), Reason: "a claim"})
		_, bobErr := privacy.Hold(tx, house(), store.Hold{On: "Bob@customer.test", By: "root", At: day(2)})
		_, carlErr := privacy.Hold(tx, house(), store.Hold{On: "Q-3", By: "root", At: day(2)})
		_, noneErr := privacy.Hold(tx, house(), store.Hold{On: "Q-9"})
		if !errors.Is(noneErr, privacy.ErrNoSuch) {
			t.Error(noneErr)
		}
		return errors.Join(err, bobErr, carlErr)
	})
	before := k.dump("Q-1") + k.dump("Q-2") + k.dump("Q-3")
	r := k.erase(privacy.Order{Addresses: []string{alice}})
	if !slices.Equal(r.Threads, []string{"Q-4"}) || len(r.Shared) != 0 || r.Erased.Messages != 1 {
		t.Errorf("%+v", r)
	}
	if !slices.Contains(r.Kept, privacy.Kept{What: "Q-1", Why: "Q-1 is on hold (root, 2026-03-03: a claim)"}) {
		t.Errorf("kept: %+v", r.Kept)
	}
	if k.dump("Q-1")+k.dump("Q-2")+k.dump("Q-3") != before {
		t.Error("something that is held was changed")
	}
	k.changes(func(tx store.Tx) error {
		_, err := privacy.Release(tx, house(), store.Hold{On: "q-1", By: "root", At: day(3), Reason: "settled"})
		_, again := privacy.Release(tx, house(), store.Hold{On: "q-1"})
		if !errors.Is(again, store.ErrNotFound) {
			t.Error(again)
		}
		return err
	})
	said := k.dump("Q-1")
	for _, want := range []string{privacy.KindHeld, privacy.KindReleased, "settled", "a claim"} {
		if !strings.Contains(said, want) {
			t.Errorf("the journal does not say %q", want)
		}
	}
	if r := k.erase(privacy.Order{Addresses: []string{alice}}); !slices.Equal(r.Threads, []string{"Q-1"}) {
		t.Errorf("once released: %+v", r)
	}
}

// Unsent mails to staff are withdrawn.
func TestWaitingMailToStaffIsWithdrawn(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCompleted, day(1), alice)
	k.changes(func(tx store.Tx) error {
		_, err := tx.AddMail(store.Mail{Thread: "Q-1", Kind: store.MailNotice, Status: store.MailRetrying, Role: "agency"}, []byte(secret))
		return err
	})
	k.erase(privacy.Order{Addresses: []string{alice}})
	k.reads(func(tx store.Tx) error {
		m, err := tx.Mail(2)
		if m.Status != store.MailWithdrawn || !m.Erased {
			t.Errorf("%+v", m)
		}
		return err
	})
}

// An order erases data outside of the customer's threads: messages set aside, digests and
// notices to staff, and reviews about unmatched messages.
func TestForgetStrays(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCompleted, day(1), alice)
	k.thread("Q-7", store.ThreadAwaitingCustomer, day(1), bob)
	list := `{"mails":[{"inbound":4,"from":"` + alice + `","subject":"` + secret + `","why":"list"},{"inbound":5,"from":"x@y.test","subject":"Sale"}],` +
		`"through":5,"waiting":[{"title":"Handed over","items":[{"label":"1 day","value":"Q-1: ` + secret + `"},{"label":"2 days","value":"Q-8: other"}]}]}`
	k.changes(func(tx store.Tx) error {
		k.arrives(tx, alice, "", store.InboundSetAside)
		stray := k.arrives(tx, alice, "Q-7", store.InboundHandled)
		k.arrives(tx, "news@shop.test", "", store.InboundSetAside)
		_, traceErr := tx.Append(store.Entry{Thread: agency, Source: store.SourceSystem, Kind: "quarantined", Actor: alice, Ref: "inbound-3"}, []byte(secret))
		_, strayErr := tx.Append(store.Entry{Thread: "Q-7", Source: store.SourceSystem, Kind: "stranger", Actor: alice, Ref: "inbound-4"}, []byte(secret))
		_, askErr := tx.AddMail(store.Mail{Thread: "Q-7", Kind: store.MailReview, Review: 2, Status: store.MailSent, To: []string{lee}}, []byte("asks about "+secret))
		_, noticeErr := tx.AddMail(store.Mail{Kind: store.MailNotice, Status: store.MailSent, To: []string{lee}}, []byte("Subject: flood\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nal=\r\nice@customer.test "+secret))
		_, otherErr := tx.AddMail(store.Mail{Kind: store.MailNotice, Status: store.MailSent, To: []string{lee}}, []byte("Subject: flood\r\n\r\nbob"))
		_, digestErr := tx.AddMail(store.Mail{Thread: agency, Kind: store.MailReview, Review: 1, Status: store.MailSent}, []byte("Subject: digest\r\n\r\nQ-1: "+secret))
		return errors.Join(traceErr, strayErr, askErr, noticeErr, otherErr, digestErr,
			tx.PutReview(store.Review{Thread: "Q-7", Number: 2, Status: store.ReviewDecided, Inbound: stray, Data: []byte(secret), Verdict: "ignore", DecidedBy: lee}),
			tx.PutReview(store.Review{Thread: agency, Number: 1, Status: store.ReviewOpen, Kind: "set_aside", Data: []byte(list)}))
	})
	r := k.erase(privacy.Order{Addresses: []string{alice}})
	if r.Erased.Messages != 3 || r.Erased.Reviews != 3 || r.Erased.Mails != 4 {
		t.Errorf("%+v", r.Erased)
	}
	own := k.dump(agency)
	k.lacks(own, secret, alice)
	for _, stays := range []string{`\"inbound\":4`, `\"through\":5`, "Sale", "Q-8: other", "[erased]"} {
		if !strings.Contains(own, stays) {
			t.Errorf("%s does not stay in %s", stays, own)
		}
	}
	k.lacks(k.dump("Q-7"), alice)
	k.reads(func(tx store.Tx) error {
		raw, err := tx.InboundRaw(5)
		if len(raw) == 0 {
			t.Error("another's message is gone")
		}
		raw, mailErr := tx.MailRaw(5)
		if len(raw) == 0 {
			t.Error("a notice about another is gone")
		}
		return errors.Join(err, mailErr)
	})
}

// A staff task may mention a customer by address or name. The receipt lists the task and how to
// erase the task. The task is erased if the order names the task.
func TestTaskThatNamesThem(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCompleted, day(1), alice)
	k.thread("Q-2", store.ThreadCompleted, day(1), bob)
	for task, said := range map[string]string{
		"T-1": `{"found":"Alice@customer.test"}`, "T-2": `{"found":"nothing"}`, "T-3": `{"task":"What do we owe ALICE MORENO?"}`, "T-4": `{"found":"alice@customer.test"}`,
	} {
		k.changes(func(tx store.Tx) error {
			status := store.ThreadCompleted
			if task == "T-4" {
				status = store.ThreadRunning
			}
			_, err := tx.PutHead(store.Head{Thread: task, Status: status, Participants: []string{lee}, State: []byte("{}")})
			_, appendErr := tx.Append(store.Entry{Thread: task}, []byte(said))
			return errors.Join(err, appendErr)
		})
	}
	k.changes(func(tx store.Tx) error {
		k.arrives(tx, "Alice Moreno <"+alice+">", "Q-1", store.InboundHandled)
		_, err := privacy.Hold(tx, house(), store.Hold{On: "T-2", By: "root", At: day(2)})
		return err
	})
	p, err := k.find(privacy.Order{Addresses: []string{alice}})
	k.must(err)
	told := map[string]string{}
	for _, kept := range p.Kept {
		told[kept.What] = kept.Why
	}
	for task, words := range map[string]string{
		"T-1": `"alice@customer.test"`, "T-3": `"alice moreno", and maybe other people: check it (ppamaild threads show T-3); to erase the whole task, ppamaild forget alice@customer.test T-3`,
		"T-4": "end it (ppamaild threads cancel T-4), then ppamaild forget",
	} {
		if !strings.Contains(told[task], words) {
			t.Errorf("of %s it says %q", task, told[task])
		}
	}
	if told["T-2"] != "" {
		t.Errorf("it names T-2: %s", told["T-2"])
	}
	for task, why := range map[string]string{"T-2": "T-2 is on hold", "T-4": "T-4 is running", "T-9": "there is no thread T-9", "Q-2": "Q-2 is not a staff task"} {
		if _, err := k.find(privacy.Order{Addresses: []string{alice}, Tasks: []string{task}}); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", task, err)
		}
	}
	r := k.erase(privacy.Order{Addresses: []string{alice}, Tasks: []string{"T-1"}})
	if !slices.Equal(r.Threads, []string{"Q-1", "T-1"}) {
		t.Errorf("%+v", r)
	}
	k.lacks(k.dump("T-1"), "Alice")
	if r := k.erase(privacy.Order{Tasks: []string{"T-3"}}); !slices.Equal(r.Threads, []string{"T-3"}) {
		t.Errorf("%+v", r)
	}
	k.lacks(k.dump("T-3"), "ALICE")
	if !strings.Contains(k.dump("T-4")+k.dump("Q-2"), bob) {
		t.Error("others are gone too")
	}
}

// A plan does not erase a thread with changes since Find.
func TestStalePlan(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCompleted, day(1), alice)
	p, err := k.find(privacy.Order{Addresses: []string{alice}})
	k.must(err)
	k.changes(func(tx store.Tx) error {
		h, err := tx.Head("Q-1")
		_, putErr := tx.PutHead(h)
		return errors.Join(err, putErr)
	})
	if err := k.Update(t.Context(), p.Apply); !errors.Is(err, store.ErrConflict) {
		t.Error(err)
	}
	if !strings.Contains(k.dump("Q-1"), secret) {
		t.Error("some of it was erased")
	}
}

// An erasure without an order is detected.
func TestErasedWithoutOrder(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCompleted, day(1), alice)
	k.erase(privacy.Order{Addresses: []string{alice}})
	k.changes(func(tx store.Tx) error {
		e, err := tx.Append(store.Entry{Thread: "Q-1", Kind: "late"}, []byte("x"))
		return errors.Join(err, tx.Erase("Q-1", e.Seq))
	})
	k.reads(func(tx store.Tx) error {
		if _, err := privacy.ErasedFrom(tx, "Q-1"); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "entry 4") {
			t.Error(err)
		}
		return nil
	})
}

// A retention order erases what ended before a time, and old messages outside of threads. All
// other data stays.
func TestRetention(t *testing.T) {
	k := newKept(t)
	k.thread("Q-1", store.ThreadCompleted, day(1), alice)
	k.thread("Q-2", store.ThreadCompleted, day(50), bob)                            // ended recently
	k.thread("Q-3", store.ThreadHandedOver, day(1), "carl@customer.test")           // not ended
	k.thread("Q-4", store.ThreadExpired, day(1), "dora@customer.test")              // on hold
	k.thread("Q-5", store.ThreadExpired, day(1), "ed@customer.test")                // customer on hold
	k.thread("Q-6", store.ThreadCancelled, day(1), "flo@customer.test")             // merged into a thread that has not ended
	k.thread("Q-7", store.ThreadCancelled, day(1), "gus@customer.test")             // work is pending
	k.thread("Q-8", store.ThreadCancelled, day(1), "hal@customer.test", "i@y.test") // two participants
	var setAside, held, pending, young uint64
	k.changes(func(tx store.Tx) error {
		setAside = k.arrives(tx, "news@shop.test", "", store.InboundSetAside)
		held = k.arrives(tx, "ed@customer.test", "", store.InboundQuarantined)
		pending = k.arrives(tx, "late@customer.test", "", store.InboundPending)
		young = k.arrives(tx, "new@customer.test", "", store.InboundSetAside)
		in, err := tx.Inbound(young)
		in.AcceptedAt = day(50)
		merged, mergedErr := tx.Head("Q-6")
		merged.MergedInto = "Q-3"
		_, putErr := tx.PutHead(merged)
		_, enqueueErr := tx.Enqueue(store.Event{Thread: "Q-7", Kind: "staff"})
		_, traceErr := tx.Append(store.Entry{Thread: agency, At: day(1), Source: store.SourceSystem, Kind: "flood", Actor: "x@shop.test"}, []byte(secret))
		_, orderErr := tx.Append(store.Entry{Thread: agency, At: day(1), Source: store.SourceHumanReview, Kind: "released", Actor: "root"}, []byte("by root"))
		_, noticeErr := tx.AddMail(store.Mail{Kind: store.MailNotice, Status: store.MailSent, CreatedAt: day(1)}, []byte(secret))
		_, youngErr := tx.AddMail(store.Mail{Kind: store.MailNotice, Status: store.MailSent, CreatedAt: day(50)}, []byte("young"))
		return errors.Join(err, mergedErr, putErr, enqueueErr, traceErr, orderErr, noticeErr, youngErr, tx.PutInbound(in),
			tx.PutHold(store.Hold{On: "Q-4"}), tx.PutHold(store.Hold{On: "ed@customer.test"}),
			tx.PutReview(store.Review{Thread: agency, Number: 1, CreatedAt: day(1), Status: store.ReviewExpired, Data: []byte(`{"through":7,"mails":[{"from":"a@b.test"}]}`)}))
	})
	r := k.erase(privacy.Order{Before: day(20)})
	if !slices.Equal(r.Threads, []string{"Q-1", "Q-8"}) || r.Erased.Mails != 3 || r.Erased.Addresses != 3 {
		t.Errorf("%+v", r)
	}
	k.reads(func(tx store.Tx) error {
		for id, gone := range map[uint64]bool{setAside: true, held: false, pending: false, young: false} {
			if in, err := tx.Inbound(id); err != nil || in.Erased != gone {
				t.Errorf("message %d: erased %t, %v", id, in.Erased, err)
			}
		}
		list, err := tx.Review(agency, 1)
		if string(list.Data) != `{"mails":[{"from":"[erased]"}],"through":7}` {
			t.Errorf("the list: %s", list.Data)
		}
		return err
	})
	own := k.dump(agency)
	k.lacks(own, secret, "x@shop.test")
	if !strings.Contains(own, "by root") {
		t.Error("what a person did is gone")
	}
	if p, err := k.find(privacy.Order{Before: day(20)}); err != nil || !p.Empty() {
		t.Errorf("once more: %+v, %v", p.Receipt, err)
	}
}
