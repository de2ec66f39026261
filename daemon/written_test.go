package daemon

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/quote"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// A customer with a wrong year on the clock gets no question about a start in the wrong year.
func TestDateThatCannotBeIsNotBelieved(t *testing.T) {
	t.Parallel()
	for _, date := range []string{"Thu, 01 Jan 1970 00:00:00 +0000", "Wed, 20 Nov 2047 09:00:00 -0800", "yesterday", "Tue, 20 Nov 0026 09:00:00 -0800"} {
		o := newOffline(t)
		o.arrives(fmt.Sprintf("From: Alice <%s>\r\nTo: quotes@agency.test\r\nSubject: Car\r\nMessage-ID: <1@customer.test>\r\nDate: %s\r\n\r\n"+
			"I am Alice Moreno, born 3/14/1985, and want a quote for my 2019 Honda Civic from December 1.\r\n", play.Alice, date))
		o.passes(o.at)
		var s agent.State
		o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
			in, err := tx.Inbound(1)
			o.must(err)
			head, err := tx.Head(in.Thread)
			o.must(err)
			s, err = agent.DecodeState(head.State)
			return err
		}))
		facts := s.CustomerInfo.Case.Facts
		for path, want := range map[string]string{"effective_date": "2026-12-01", "drivers[0].date_of_birth": "1985-03-14", "vehicles[0].year": "2019"} {
			if got := facts[path]; got.Standing != quote.Stated || !strings.Contains(string(got.Value), want) {
				t.Errorf("Date: %s: %s is %s (%s), want %s", date, path, got.Value, got.Standing, want)
			}
		}
	}
}
