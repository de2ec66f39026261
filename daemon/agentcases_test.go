package daemon

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// reply is a mail of Lee's that answers a review.
func (o *offline) reply(thread string, review int, words string) string {
	o.Helper()
	o.uids++ // for a Message-ID of its own
	return fmt.Sprintf("From: Lee Tran <%s>\r\nTo: reviews@agency.test\r\nMessage-ID: <lee-%d@agency.test>\r\nSubject: Re: review\r\n\r\n%s\r\n\r\n> Ref: %s\r\n",
		play.Lee, o.uids, words, o.References.Mint(thread, review, play.Lee))
}

// decides has Lee answer a review, and runs the outcome.
func (o *offline) decides(thread string, review int, words string) {
	o.Helper()
	o.arrives(o.reply(thread, review, words))
	o.passes(o.at)
}

// stand checks where the reviews of a thread stand, by number.
func (o *offline) stand(thread string, want ...store.ReviewStatus) {
	o.Helper()
	var got []store.ReviewStatus
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		reviews, err := tx.Reviews(thread)
		for _, rv := range reviews {
			got = append(got, rv.Status)
		}
		return err
	}))
	if !slices.Equal(got, want) {
		o.Errorf("the reviews of %s stand at %q, want %q", thread, got, want)
	}
}

// Two open reviews of one thread are decided independently.
func TestAgentCase3EachReviewHasItsOwnID(t *testing.T) {
	o := newOffline(t)
	o.Config.Review.BounceWait.Duration = 0
	m := o.dies(o.toAlice())
	o.passes(o.at)
	o.stand(m.Thread, store.ReviewOpen, store.ReviewOpen) // the draft, and the mail that may have left
	o.decides(m.Thread, 2, "LEAVE")
	o.stand(m.Thread, store.ReviewOpen, store.ReviewDecided)
	o.decides(m.Thread, 1, "CANCEL: a test")
	o.stand(m.Thread, store.ReviewDecided, store.ReviewDecided)
	if m = o.mail(m.ID); m.Status != store.MailSent {
		t.Errorf("the mail is %s", m.Status)
	}
}

func TestAgentCase4AnUnknownReviewIsAnswered(t *testing.T) {
	o := newOffline(t)
	thread := o.toAlice().Thread
	for _, c := range []struct {
		thread string
		review int
	}{{thread, 9}, {"Q-ZZZZZZ", 1}} {
		before := len(o.outbox(play.Lee))
		o.decides(c.thread, c.review, "ACCEPT")
		got := o.outbox(play.Lee)[before:]
		if len(got) != 1 || !strings.Contains(got[0], "answers no open review") {
			t.Errorf("to ACCEPT of %s-%d Lee got %q", c.thread, c.review, got)
		}
	}
	o.stand(thread, store.ReviewOpen)
}

// An answer to an old question never answers a later question.
func TestAgentCase19AnOldAnswerDecidesNothingNew(t *testing.T) {
	o := newOffline(t)
	thread := o.toAlice().Thread
	rejection := o.reply(thread, 1, "REJECT: please also ask for the VIN")
	o.arrives(rejection)
	o.passes(o.at)
	o.stand(thread, store.ReviewDecided, store.ReviewOpen)
	o.arrives(rejection) // by way of another mailbox
	o.passes(o.at)
	o.decides(thread, 1, "ACCEPT") // late
	o.stand(thread, store.ReviewDecided, store.ReviewOpen)
	if got := o.outbox("alice@customer.test"); len(got) != 0 {
		t.Errorf("Alice gets %q", got)
	}
	o.decides(thread, 2, "ACCEPT")
	if got := o.outbox("alice@customer.test"); len(got) != 1 {
		t.Errorf("Alice gets %q", got)
	}
}

// A duplicate mail is answered once, even with several workers.
func TestAgentCase25OneMailOneAnswer(t *testing.T) {
	o := newOffline(t)
	raw := "From: Alice <alice@customer.test>\r\nTo: quotes@agency.test\r\nMessage-ID: <1@customer.test>\r\nSubject: Quote\r\n\r\nI want a quote.\r\n"
	o.arrives(raw, raw, raw)
	var threads []string
	o.must(o.Store.View(t.Context(), func(tx store.Tx) (err error) { threads, err = tx.Queued(); return err }))
	if len(threads) != 1 {
		t.Fatalf("threads: %q", threads)
	}
	var group sync.WaitGroup
	for range 2 { // as if two programs worked on the store
		group.Go(func() {
			if err := o.runner.RunThread(t.Context(), threads[0]); err != nil && !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrNotFound) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	o.stand(threads[0], store.ReviewOpen)
	if got := o.outbox(play.Lee); len(got) != 1 {
		t.Errorf("Lee got %q", got)
	}
}
