package history

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/journal"
	"ppamaild/daemon/refusal"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/store/bolt"
	"ppamaild/templates"
)

const (
	thread = "Q-7F3K2M"
	alice  = "alice@customer.test"
	lee    = "lee@agency.test"
)

var day = time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)

// filled is a store with the agency's thread and one more, as fill leaves it.
func filled(t *testing.T, fill func(store.Tx) error) Reader {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "test.db"), bolt.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	must(t, s.Update(t.Context(), func(tx store.Tx) error {
		var failed []error
		for _, id := range []string{journal.AgencyThread, thread} {
			_, err := tx.PutHead(store.Head{Thread: id, Status: store.ThreadRunning, CreatedAt: day, UpdatedAt: day, State: []byte("{}")})
			failed = append(failed, err)
		}
		return errors.Join(append(failed, fill(tx))...)
	}))
	return Reader{s, templates.Embedded("en")}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func note(tx store.Tx, source store.Source, kind, actor, ref string, payload any) error {
	raw, err := json.Marshal(payload)
	if err != nil {
		return err
	}
	_, err = tx.Append(store.Entry{Thread: thread, At: day, Source: source, Kind: kind, Actor: actor, Ref: ref}, raw)
	return err
}

// The agency's own thread is no conversation, but its journal is proven like any other.
func TestTheAgencysThread(t *testing.T) {
	r := filled(t, func(tx store.Tx) error { return note(tx, store.SourceSystem, journal.KindFlood, "", "", "too many") })
	list, err := r.Threads(t.Context(), Query{})
	must(t, err)
	if len(list) != 1 || list[0].Thread != thread {
		t.Errorf("listed are %+v", list)
	}
	all, err := r.Verify(t.Context(), "")
	must(t, err)
	one, err := r.Verify(t.Context(), " q-7f3k2m ")
	must(t, err)
	if len(all) != 2 || len(one) != 1 || !reflect.DeepEqual(one[0], Verified{Thread: thread, Entries: 1}) {
		t.Errorf("all: %+v, one: %+v", all, one)
	}
}

// Missing data is reported as missing, never as empty.
func TestWhatIsNotThere(t *testing.T) {
	r := filled(t, func(store.Tx) error { return nil })
	const none = "Q-NONE22"
	_, threadErr := r.Thread(t.Context(), none)
	_, exportErr := r.Export(t.Context(), none)
	_, progressErr := r.Progress(t.Context(), none)
	for what, err := range map[string]error{"Thread": threadErr, "Export": exportErr, "Progress": progressErr} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, verifyErr := r.Verify(t.Context(), none)
	_, whyErr := r.Why(t.Context(), "<nobody@elsewhere.test>")
	for what, err := range map[string]error{"Verify": verifyErr, "Why": whyErr} {
		if _, refused := errors.AsType[refusal.Error](err); !refused {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A server's message about a mail may quote the customer.
func TestOutboxIsMasked(t *testing.T) {
	const ssn = "078-05-1120"
	r := filled(t, func(tx store.Tx) error {
		_, err := tx.AddMail(store.Mail{Thread: thread, Kind: store.MailCustomer, MessageID: "m@agency.test", To: []string{alice},
			Status: store.MailRetrying, NextAt: day, LastError: "451 " + ssn + " looks like spam"}, []byte("mail"))
		_, sentErr := tx.AddMail(store.Mail{Thread: thread, Kind: store.MailCustomer, MessageID: "n@agency.test", To: []string{alice},
			Status: store.MailSent, NextAt: day}, []byte("mail"))
		return errors.Join(err, sentErr)
	})
	waiting, err := r.Outbox(t.Context(), false)
	must(t, err)
	all, err := r.Outbox(t.Context(), true)
	must(t, err)
	if len(waiting) != 1 || len(all) != 2 || strings.Contains(waiting[0].LastError, ssn) || waiting[0].LastError == "" {
		t.Errorf("waiting: %+v, all: %d", waiting, len(all))
	}
}

// Why names the basis and the decider of each kind of mail.
func TestWhy(t *testing.T) {
	const mime = "the mail that was approved"
	tests := map[string]struct {
		mail     store.Mail
		review   store.Review
		why      string
		decided  string // by whom, the verdict
		unasked  bool   // no review is stored
		unthread bool
	}{
		"review":       {mail: store.Mail{Kind: store.MailReview, To: []string{lee}, Review: 1}, why: "it asks lee@agency.test for a decision, in review 1"},
		"notice":       {mail: store.Mail{Kind: store.MailNotice, To: []string{lee}}, why: "of the thread, which needs no decision", unasked: true},
		"acknowledged": {mail: store.Mail{Kind: store.MailCustomer, Purpose: store.PurposeAcknowledgement}, why: "quote.acknowledge", unasked: true},
		"no gate":      {mail: store.Mail{Kind: store.MailCustomer}, why: "did not ask for a review", unasked: true},
		"approved": {mail: store.Mail{Kind: store.MailCustomer, Review: 1}, review: store.Review{Kind: review.KindStep, Step: "quote", MIME: []byte(mime)},
			why: "in review 1 (quote), and its bytes are exactly the approved bytes", decided: "lee@agency.test accept"},
		"edited": {mail: store.Mail{Kind: store.MailCustomer, Review: 1}, review: store.Review{Kind: review.KindStep, MIME: []byte("another")},
			why: "with the text that staff gave it there", decided: "lee@agency.test accept"},
		"by hand": {mail: store.Mail{Kind: store.MailCustomer, Review: 1}, review: store.Review{Kind: review.KindHandedOver},
			why: "staff wrote it by hand, in review 1", decided: "lee@agency.test accept"},
		"reminder": {mail: store.Mail{Kind: store.MailCustomer, Review: 1, Purpose: store.PurposeReminder}, review: store.Review{Kind: review.KindStep},
			why: "the reminder was approved together with the mail that it follows", decided: "lee@agency.test accept"},
		"of no thread": {mail: store.Mail{Kind: store.MailNotice, To: []string{lee}}, why: "of a matter without a thread", unasked: true, unthread: true},
	}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			c.mail.Thread, c.mail.MessageID, c.mail.Status, c.mail.NextAt = thread, "mail@agency.test", store.MailSent, day
			if c.unthread {
				c.mail.Thread = ""
			}
			r := filled(t, func(tx store.Tx) error {
				id, err := tx.AddMail(c.mail, []byte(mime))
				failed := []error{err, tx.PutMessageID(c.mail.MessageID, store.MessageRef{Mail: id, Thread: c.mail.Thread})}
				if !c.unasked {
					c.review.Thread, c.review.Number, c.review.Status, c.review.CreatedAt = thread, 1, store.ReviewDecided, day
					failed = append(failed, tx.PutReview(c.review))
				}
				return errors.Join(append(failed,
					note(tx, store.SourceHumanReview, journal.KindReply, lee, "answer@agency.test", journal.Reply{Review: 1, Verdict: "accept"}),
					note(tx, store.SourceSystem, journal.KindOutbox, "", c.mail.MessageID, nil),
					note(tx, store.SourceHumanReview, journal.KindReply, "dana@agency.test", "late@agency.test", journal.Reply{Review: 1, Verdict: "reject"}),
				)...)
			})
			e, err := r.Why(t.Context(), " <mail@agency.test>")
			must(t, err)
			decided := ""
			for _, d := range e.Decisions {
				decided += d.By + " " + d.Verdict
			}
			if !strings.Contains(e.Why, c.why) || decided != c.decided || e.Broken != "" {
				t.Errorf("%q, decided by %q, broken %q", e.Why, decided, e.Broken)
			}
		})
	}
}
