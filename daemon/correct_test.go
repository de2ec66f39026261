package daemon_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ppamaild/daemon"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
	"ppamaild/daemon/refusal"
	"ppamaild/sandbox"
	"ppamaild/store"
)

// corrects makes a correction as ppamaild threads does: through the running daemon, or on the
// store of a stopped daemon.
func (a *agency) corrects(c admin.Correction) (admin.Correction, error) {
	a.t.Helper()
	threads, err := daemon.Connect(a.t.Context(), a.cfg)
	must(a.t, err)
	defer func() { must(a.t, threads.Close()) }()
	c.By = "dana"
	return threads.Correct(a.t.Context(), c)
}

func (a *agency) corrected(c admin.Correction) admin.Correction {
	a.t.Helper()
	done, err := a.corrects(c)
	must(a.t, err)
	return done
}

// thread returns the thread with an id from the result of threads.
func thread(t *testing.T, all []history.Thread, id string) history.Thread {
	t.Helper()
	i := slices.IndexFunc(all, func(d history.Thread) bool { return d.Thread == id })
	if i < 0 {
		t.Fatalf("there is no thread %s", id)
	}
	return all[i]
}

// entries are the journal's entries of a kind, as "source actor ref".
func entries(d history.Thread, kind string) []string {
	var out []string
	for _, line := range d.Journal {
		if line.Kind == kind {
			out = append(out, strings.TrimSpace(string(line.Source)+" "+line.Actor+" "+line.Ref))
		}
	}
	return out
}

func isIn(t *testing.T, d history.Thread, kind string, want ...string) {
	t.Helper()
	if got := entries(d, kind); !slices.Equal(got, want) {
		t.Errorf("%s has %s %q, want %q", d.Thread, kind, got, want)
	}
}

const mileage = "I was born on March 4, 1985, have had my licence for 20 years, and drive about 9,000 miles a year, to work."

// fewerAnswers leaves a question open.
const fewerAnswers = "I was born on March 4, 1985 and drive about 9,000 miles a year, to work."

// Two threads about one matter are merged while the daemon runs. An answer to a mail from the
// ended thread finds the other thread.
func TestThreadsMerge(t *testing.T) {
	onEachHost(t, func(a *agency) {
		first := a.asks()
		a.replies(a.lee, first, "ACCEPT")
		asked := a.gets(a.alice, "Quote please")
		a.gets(a.lee, "Done")
		other := a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: fewerAnswers})
		stale := a.gets(a.lee, "Questions to")
		from, into := first.Subject[1:9], stale.Subject[1:9]

		a.corrected(admin.Correction{From: strings.ToLower(from), Into: into})
		says(t, a.gets(a.lee, "Questions to"), "Civic")
		a.replies(a.lee, first, "ACCEPT")
		a.gets(a.lee, "ecided")
		a.replies(a.alice, asked, "My licence is from Oregon.")
		a.getsNothing(a.alice)

		all := a.threads()
		ended, going := thread(t, all, from), thread(t, all, into)
		if len(all) != 2 || ended.Status != store.ThreadCancelled {
			t.Errorf("%d threads, and %s is %s", len(all), from, ended.Status)
		}
		isIn(t, ended, "merged_into", "human_review_action dana "+into)
		isIn(t, going, "merged_from", "human_review_action dana "+from)
		messages := entries(going, "message")
		if len(messages) != 3 || !strings.HasSuffix(messages[0], other) || !strings.HasSuffix(messages[1], a.aliceWrote) {
			t.Errorf("%s holds the messages %q", into, messages)
		}
	})
}

// A thread about two matters is split: a message opens a new thread, and the rest is read as if
// the message had never arrived.
func TestThreadsSplit(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	id := a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", InReplyTo: a.aliceWrote, References: []string{a.aliceWrote},
		Text: "Please also quote the 2015 Ford F-150 of my business, which I drive 30,000 miles a year."})
	stale := a.gets(a.lee, "[Q-")
	says(t, stale, "F-150")
	done := a.corrected(admin.Correction{From: review.Subject[1:9], Messages: []string{"<" + id + ">"}})
	for range 2 { // of either thread
		m := a.gets(a.lee, "[Q-")
		if m.Subject[1:9] == done.From && strings.Contains(m.Text, "F-150") {
			t.Errorf("what is left still knows what left:\n%s", m.Text)
		}
	}
	a.replies(a.lee, stale, "ACCEPT")
	a.gets(a.lee, "Replaced")
	a.getsNothing(a.alice)

	all := a.threads()
	old, opened := thread(t, all, done.From), thread(t, all, done.Into)
	isIn(t, old, "moved_out", "human_review_action dana "+id)
	isIn(t, opened, "moved_in", "human_review_action dana "+id)
	if n := len(entries(old, "message")); n != 3 {
		t.Errorf("the journal of %s has %d messages, want the two that came and the one that was read anew", old.Thread, n)
	}
	isIn(t, opened, "message", "customer alice@customer.test "+id)
	a.start()
	a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: "The truck is a 2016.", InReplyTo: id})
	if m := a.gets(a.lee, "[Q-"); m.Subject[1:9] != done.Into {
		t.Errorf("an answer to the message that left went to %s", m.Subject)
	}
}

// A message moves to the right thread, even without a running daemon. The next start handles
// the message.
func TestThreadsMove(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	id := a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: "I am Bob, by the way, and drive it 12,000 miles a year.",
		InReplyTo: a.aliceWrote, References: []string{a.aliceWrote}})
	a.gets(a.lee, "[Q-")
	a.writes(a.bob, sandbox.Mail{Subject: "Bob's car", Text: "Please quote my 2018 Subaru Outback. Bob Miller, 1420 SE Taylor St, Portland, OR 97214."})
	bobs := a.gets(a.lee, "Questions to Bob").Subject[1:9]
	a.stop()
	done := a.corrected(admin.Correction{Messages: []string{id}, Into: bobs})
	if done.From != review.Subject[1:9] {
		t.Errorf("it left %s", done.From)
	}
	a.start()
	a.gets(a.lee, bobs)
	all := a.threads()
	if got := thread(t, all, bobs).Participants; !slices.Equal(got, []string{"bob@customer.test", "alice@customer.test"}) {
		t.Errorf("in %s take part %q", bobs, got)
	}
	isIn(t, thread(t, all, bobs), "moved_in", "human_review_action dana "+id)
	if n := len(entries(thread(t, all, bobs), "message")); n != 2 {
		t.Errorf("%d messages were read there, want 2", n)
	}
}

func TestCorrectionsThatCantBeMade(t *testing.T) {
	a := open(t, inProcess(t))
	first := a.asks().Subject[1:9]
	only := a.aliceWrote
	a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: mileage})
	second := a.gets(a.lee, "Questions to").Subject[1:9]
	for want, c := range map[string]admin.Correction{
		"there is no thread Q-NONE22":           {From: first, Into: "Q-NONE22"},
		"there is no thread Q-NONE23":           {From: "Q-NONE23", Into: first},
		"can't be merged into itself":           {From: first, Into: strings.ToLower(first)},
		"merging takes the thread":              {From: first},
		"is in " + first + " already":           {Messages: []string{only}, Into: first},
		"there is no message x@y.test":          {Messages: []string{"x@y.test"}, Into: first},
		"x@y.test is not a customer's":          {From: first, Messages: []string{only, "x@y.test"}},
		"nothing would stay in " + first:        {From: first, Messages: []string{only}},
		"threads merge " + first + " " + second: {Messages: []string{only}, Into: second},
		"is not a customer's message in":        {From: second, Messages: []string{only}},
	} {
		_, err := a.corrects(c)
		if refused, is := errors.AsType[refusal.Error](err); !is || !strings.Contains(string(refused), want) {
			t.Errorf("%+v: %v, want %q", c, err, want)
		}
	}
	for _, d := range a.threads() {
		if d.Status != store.ThreadAwaitingReview {
			t.Errorf("%s is %s", d.Thread, d.Status)
		}
	}
}

// What the customer got must be known before messages move.
func TestCorrectionWaitsForTheOutbox(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: "alice@customer.test", Drop: true, Lost: true})
	a.replies(a.lee, review, "ACCEPT")
	question := a.gets(a.lee, "Did this mail arrive")
	a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: mileage})
	second := a.gets(a.lee, "Questions to").Subject[1:9]
	c := admin.Correction{From: second, Into: question.Subject[1:9]}
	if _, err := a.corrects(c); err == nil || !strings.Contains(err.Error(), "answer the review that asks about it") {
		t.Errorf("while a mail is uncertain: %v", err)
	}
	a.forgets(a.lee)
	a.replies(a.lee, question, "LEAVE")
	a.gets(a.lee, "Done")
	a.corrected(c)
	if _, err := a.corrects(c); err == nil || !strings.Contains(err.Error(), second+" was merged into") {
		t.Errorf("merging it again: %v", err)
	}
}
