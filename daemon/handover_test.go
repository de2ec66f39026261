package daemon

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/history"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// A commit takes bounded time: a long history is shortened, and a very long history is left to
// the command.
func TestStoryIsBounded(t *testing.T) {
	o := newOffline(t)
	o.arrives("From: Alice <alice@customer.test>\r\nTo: quotes@agency.test\r\nSubject: Quote\r\nMessage-ID: <1@customer.test>\r\n\r\nA quote for my 2019 Honda Civic, please.\r\n")
	o.passes(o.at)
	threads, err := history.Reader{Store: o.Store}.Threads(t.Context(), history.Query{})
	o.must(err)
	id := threads[0].Thread
	told := func(notes int, text string) notify.Story {
		t.Helper()
		head, err := queue.Read(t.Context(), o.Store, func(tx store.Tx) (store.Head, error) { return tx.Head(id) })
		o.must(err)
		v := viewOf(o.Daemon, head)
		*v.State, err = agent.DecodeState(head.State)
		o.must(err)
		for i := range notes {
			v.Notes = append(v.Notes, agent.Note{
				At: o.at, Source: store.SourceCustomer, Kind: journal.KindUnread, Actor: "alice@customer.test", Ref: fmt.Sprint(i),
				Payload: agent.CustomerMessage{Mail: agent.Mail{Text: text}, At: o.at},
			})
		}
		return v.Story(t.Context(), 1)
	}
	for _, c := range []struct {
		notes   int
		text    string
		page    bool
		without string
	}{
		{1, "Hello", true, "The checkpoints are left out here"},
		{400, "Hello", true, ""},
		{notify.MaxEntries, "Hello", false, ""},
		{1, strings.Repeat("x ", notify.MaxStory), false, ""},
	} {
		s := told(c.notes, c.text)
		if (s.Page != nil) != c.page || s.Page != nil && len(s.Page[0].Content) > notify.MaxStory {
			t.Fatalf("%d notes of %d octets: page %t", c.notes, len(c.text), s.Page != nil)
		}
		if !c.page && !strings.Contains(s.Says, "it is too long for a mail; ppamaild threads report "+id) {
			t.Errorf("it says %q", s.Says)
		}
		if c.page && (s.Page[0].Name != id+".html" || c.without != "" && strings.Contains(string(s.Page[0].Content), c.without)) {
			t.Errorf("%d notes: %s", c.notes, s.Page[0].Name)
		}
	}
}

// The person who takes over sees the work under review: the draft, or the unused facts. The
// conversation holds the sent mails.
func TestHandOverShowsWhatWasUnderReview(t *testing.T) {
	t.Parallel()
	const ask = "My name is Alice Moreno. I would like a quote for my 2019 Honda Civic.\n"
	for name, c := range map[string]struct {
		gate      config.Gate
		decisions []string
		want      []string
		not       string
	}{
		"a draft":      {config.GateNever, []string{"TAKE OVER"}, []string{"The last draft (not sent)", "What is your date of birth?", "The customer's last mail"}, "What was read"},
		"data":         {config.GateAlways, []string{"TAKE OVER"}, []string{"What was read\n", "2019 Honda Civic"}, "The last draft"},
		"what is sent": {config.GateNever, []string{"ACCEPT", ""}, []string{"The conversation before it\n", "What is your date of birth?"}, "The last draft"},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffline(t, func(options *Options) { options.Config.Review.Gates["info_analysis"] = c.gate })
			o.then(0, o.byAlice("", ask))
			var thread string
			o.must(o.Store.View(t.Context(), func(tx store.Tx) error { in, err := tx.Inbound(1); thread = in.Thread; return err }))
			for n, words := range c.decisions {
				if words == "" {
					o.then(1, o.byAlice(thread, "I want to talk to a person about my claim.\n"))
					continue
				}
				o.then(1, o.reply(thread, n+1, words))
			}
			var text string
			for _, m := range o.mailsOf(thread) {
				if strings.Contains(m.Subject, "Over to you") {
					text = o.text(m)
				}
			}
			for _, want := range append(c.want, "alice@customer.test.\n") {
				if !strings.Contains(text, want) {
					t.Errorf("it lacks %q:\n%s", want, text)
				}
			}
			if strings.Contains(text, c.not) {
				t.Errorf("it has %q:\n%s", c.not, text)
			}
		})
	}
}

// After the customer accepted the quote, HAND BACK alone makes no second draft of that quote. The
// hand-over asks for values, and corrected values make another quote.
func TestHandBackAfterAnAcceptanceNeedsValues(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	o.then(0, o.byAlice("", twoCars))
	thread := o.first()
	o.then(1, o.reply(thread, 1, "ACCEPT"))
	o.then(1, o.byAlice(thread, "Great, I accept. Please start the coverage.\n"))
	last := func() string { all := o.mailsOf(thread); return o.text(all[len(all)-1]) }
	contains := func(wants ...string) {
		t.Helper()
		for _, want := range wants {
			if text := strings.Join(strings.Fields(last()), " "); !strings.Contains(text, want) {
				t.Errorf("the last mail lacks %q:\n%s", want, last())
			}
		}
	}
	contains("Over to you", `"HAND BACK: name: value" corrects these values, so that`)
	o.then(1, o.reply(thread, 2, "HAND BACK"))
	contains("Not clear", "the customer accepted quote", "so the agent has no next step")
	o.then(1, o.reply(thread, 2, "HAND BACK: miles a year of the Civic: 12,000"))
	contains("Please review: Quote for Alice Moreno", "12,000")
	o.then(1, o.reply(thread, 3, "ACCEPT"))
	o.then(1, o.byAlice(thread, "I accept. How long is it good for?\n"))
	contains("Over to you")
	o.then(1, o.byAlice(thread, "Actually, please add rental.\n"))
	o.then(1, o.reply(thread, 5, "HAND BACK"))
	contains("Please review: Quote for Alice Moreno", "Rental")
}
