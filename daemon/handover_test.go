package daemon

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/daemon/history"
	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// What a commit waits for is bounded: a long story is told in less detail, and one
// that is too long is left to the command.
func TestStoryIsBounded(t *testing.T) {
	o := newOffline(t)
	o.arrives("From: Alice <alice@customer.test>\r\nTo: quotes@agency.test\r\nSubject: Quote\r\nMessage-ID: <1@customer.test>\r\n\r\nA quote for my 2019 Honda Civic, please.\r\n")
	o.passes(o.at)
	threads, err := history.Reader{Store: o.store}.Threads(t.Context())
	o.must(err)
	id := threads[0].Thread
	told := func(notes int, text string) story {
		t.Helper()
		r := &run{d: o.Daemon}
		o.must(o.store.View(t.Context(), func(tx store.Tx) (err error) { r.head, err = tx.Head(id); return err }))
		r.state, err = agent.DecodeState(r.head.State)
		o.must(err)
		for i := range notes {
			r.note(store.SourceCustomer, journal.KindUnread, "alice@customer.test", fmt.Sprint(i), agent.CustomerMessage{Mail: agent.Mail{Text: text}, At: o.at})
		}
		return r.tell(t.Context(), 1)
	}
	for _, c := range []struct {
		notes   int
		text    string
		page    bool
		without string
	}{
		{1, "Hello", true, "The checkpoints are left out here"},
		{400, "Hello", true, ""},
		{maxTold, "Hello", false, ""},
		{1, strings.Repeat("x ", maxStory), false, ""},
	} {
		s := told(c.notes, c.text)
		if (s.page != nil) != c.page || s.page != nil && len(s.page[0].Content) > maxStory {
			t.Fatalf("%d notes of %d octets: page %t", c.notes, len(c.text), s.page != nil)
		}
		if !c.page && !strings.Contains(s.says, "ppamaild threads report "+id) {
			t.Errorf("it says %q", s.says)
		}
		if c.page && (s.page[0].Name != id+".html" || c.without != "" && strings.Contains(string(s.page[0].Content), c.without)) {
			t.Errorf("%d notes: %s", c.notes, s.page[0].Name)
		}
	}
}
