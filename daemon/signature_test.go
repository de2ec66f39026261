package daemon

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"ppamaild/store"
)

// slogan has a line that may be a condition.
const slogan = "\n\nLee Tran\nProtecting families since 1987"

// asksOf opens a thread with a review of the questions to a customer.
func (o *offline) asksOf(n int) (thread string) {
	o.Helper()
	o.arrives(fmt.Sprintf("From: Bob <bob%d@customer.test>\r\nTo: quotes@agency.test\r\nMessage-ID: <b%d@customer.test>\r\nSubject: Quote\r\n\r\nI want a quote.\r\n", n, n))
	o.passes(o.at)
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		ref, err := tx.MessageID(fmt.Sprintf("b%d@customer.test", n))
		thread = ref.Thread
		return err
	}))
	return thread
}

// answered returns the last mail to Lee.
func (o *offline) answered() (text string) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) {
		var last store.Mail
		err = tx.MailByStatus(store.MailQueued, func(m store.Mail) bool {
			if m.To[0] == "lee@agency.test" {
				last = m
			}
			return true
		})
		if err == nil {
			var raw []byte
			raw, err = tx.MailRaw(last.ID)
			text = string(raw)
		}
		return err
	}))
	return text
}

func TestFinding10SignatureConfirmsTheLinesInDoubt(t *testing.T) {
	o := newOffline(t)
	first, second := o.asksOf(1), o.asksOf(2)
	o.decides(first, 1, "SIGNATURE") // nothing is in doubt
	o.stand(first, store.ReviewOpen)
	o.decides(first, 1, "ACCEPT"+slogan)
	o.stand(first, store.ReviewOpen)
	for _, part := range []string{"Lines in doubt", "| Protecting families since 1987", "SIGNATURE", "mailto:"} {
		if back := o.answered(); !strings.Contains(back, part) {
			t.Errorf("the answer has no %q", part)
		}
	}
	o.decides(second, 1, "SIGNATURE") // the doubt is about another review
	o.stand(second, store.ReviewOpen)
	o.decides(second, 1, "ACCEPT"+slogan) // not confirmed yet
	o.stand(second, store.ReviewOpen)

	o.decides(first, 1, "SIGNATURE"+slogan)
	o.stand(first, store.ReviewDecided)
	if rv := o.review(first, 1); rv.Verdict != "accept" {
		t.Errorf("decided: %s", rv.Verdict)
	}
	o.decides(second, 1, "ACCEPT"+slogan)
	o.stand(second, store.ReviewDecided)
}

// A phone may leave out the quoted mail. The answer to a question back still reaches the review.
func TestAnswerToAQuestionBackWithoutItsText(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	thread := o.asksOf(1)
	o.decides(thread, 1, "ACCEPT"+slogan)
	back := messageIDLine.FindStringSubmatch(o.answered())
	if back == nil {
		t.Fatal("no question back")
	}
	o.arrives(fmt.Sprintf("From: Lee Tran <lee@agency.test>\r\nTo: reviews@agency.test\r\n"+
		"Message-ID: <short@agency.test>\r\nIn-Reply-To: %s\r\nSubject: Re: Not clear\r\n\r\n"+
		"SIGNATURE\r\n", back[1]))
	o.passes(o.at)
	o.stand(thread, store.ReviewDecided)
}

var messageIDLine = regexp.MustCompile(`(?im)^Message-Id: *(<[^>]+>)`)

func TestFinding10SignatureNeedsTheSameLinesAndReview(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	thread := o.asksOf(1)
	o.decides(thread, 1, "ACCEPT"+slogan)
	o.decides(thread, 1, "SIGNATURE\n\nLee Tran\nProtecting families from 1987")
	o.stand(thread, store.ReviewOpen)
	o.decides(thread, 1, "ACCEPT"+slogan)
	o.decides(thread, 1, "ACCEPT\n\nbut wait for Ann") // the last answer counts
	o.decides(thread, 1, "SIGNATURE")
	o.stand(thread, store.ReviewOpen)

	o.decides(thread, 1, "ACCEPT"+slogan)
	o.arrives("From: Bob <bob1@customer.test>\r\nTo: quotes@agency.test\r\nMessage-ID: <again@customer.test>\r\nIn-Reply-To: <b1@customer.test>\r\nSubject: Re: Quote\r\n\r\nMy car is a 2020 Honda Civic.\r\n")
	o.passes(o.at)
	o.decides(thread, 1, "SIGNATURE")
	if rv := o.review(thread, 1); rv.Status != store.ReviewSuperseded {
		t.Errorf("the review is %s", rv.Status)
	}
	if got := o.outbox("bob1@customer.test"); len(got) > 0 {
		t.Errorf("to Bob goes %q", got)
	}
}

func TestFinding10ASignatureOfAnEarlierMailCounts(t *testing.T) {
	o := newOffline(t)
	first, second := o.asksOf(1), o.asksOf(2)
	o.decides(first, 1, "CANCEL: she bought elsewhere"+slogan)
	o.stand(first, store.ReviewDecided)
	o.decides(second, 1, "ACCEPT\n\nLee Tran\nProtecting families from 1987")
	o.stand(second, store.ReviewOpen)
	o.decides(second, 1, "ACCEPT"+slogan)
	o.stand(second, store.ReviewDecided)
}

// An unclear reply teaches no signature, because its lines may be a condition.
func TestFinding10ARepeatedConditionStaysUnclear(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	for n := range 3 {
		thread := o.asksOf(n)
		o.decides(thread, 1, "ACCEPT\n\nLee Tran\nvalid with a signed form")
		o.stand(thread, store.ReviewOpen)
	}
}

// The end of a text may be a signature or the end of the mail. The writer sees the result first.
func TestFinding11TheResultOfADoubtfulEditIsShown(t *testing.T) {
	o := newOffline(t)
	thread := o.asksOf(1)
	o.decides(thread, 1, "EDIT:\nHello Bob,\n\nwhich car do you want to insure?\n\n___\nSunrise Insurance Agency")
	o.stand(thread, store.ReviewDecided, store.ReviewOpen)
	if got := o.outbox("bob1@customer.test"); len(got) > 0 {
		t.Fatalf("to Bob goes %q", got)
	}
	if back := o.answered(); !strings.Contains(back, "| Sunrise Insurance Agency") {
		t.Errorf("the review does not show the end of the mail:\n%s", back)
	}
	o.decides(thread, 2, "ACCEPT")
	if got := o.outbox("bob1@customer.test"); len(got) != 1 {
		t.Errorf("to Bob goes %q", got)
	}
}
