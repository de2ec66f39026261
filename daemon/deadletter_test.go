package daemon

import (
	"fmt"
	"testing"

	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// Each event of an unreadable thread has the usual number of attempts and then goes to staff,
// because the cause may pass.
func TestCase31EachEventOfAThreadThatCannotBeReadHasItsAttempts(t *testing.T) {
	o := newOffline(t)
	thread := o.asksForQuote()
	for n := range 2 {
		o.arrives(fmt.Sprintf("From: Alice <alice+1@customer.test>\r\nTo: quotes@agency.test\r\nMessage-ID: <more%d@customer.test>\r\nIn-Reply-To: <1@customer.test>\r\nSubject: Re: Quote\r\n\r\nWhen do I hear from you?\r\n", n))
	}
	o.must(o.Store.Update(t.Context(), func(tx store.Tx) error {
		head, err := tx.Head(thread)
		if err != nil {
			return err
		}
		head.State = []byte("{")
		_, err = tx.PutHead(head)
		return err
	}))
	for attempt, want := range []int{2, 2, 1, 1, 0} { // the third and the fifth go on with what comes next
		if err := o.runner.RunThread(t.Context(), thread); (err == nil) != (want == 0) {
			t.Errorf("attempt %d: %v", attempt+1, err)
		}
		o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
			events, err := tx.Events(thread)
			if len(events) != want {
				t.Errorf("after attempt %d there are %d events, want %d", attempt+1, len(events), want)
			}
			return err
		}))
	}
	if n := o.noted(journal.AgencyThread, journal.KindQuarantined); n != 2 {
		t.Errorf("%d messages were put before staff", n)
	}
}
