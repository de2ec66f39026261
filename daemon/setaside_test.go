package daemon_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/raced"
	"ppamaild/store"
)

// nearlyEight moves the agency to where it is nearly eight in the morning.
func (a *agency) nearlyEight() {
	now := time.Now().UTC()
	wanted := 8*time.Hour - raced.Slowdown*2*time.Second
	today := now.Sub(now.Truncate(24 * time.Hour))
	offset := math.Floor((wanted - today).Seconds()) // never later than wanted
	a.cfg.Agency.Location = time.FixedZone("agency", int(offset))
	a.cfg.Review.DigestAt = config.Default().Review.DigestAt
}

// nextMorning restarts the daemon just before the list is due.
func (a *agency) nextMorning() {
	a.t.Helper()
	a.stop()
	a.nearlyEight()
	a.start()
}

// newsletter is a mail with list headers and a customer's words.
func (a *agency) newsletter(subject string) {
	a.t.Helper()
	a.writes(a.alice, sandbox.Mail{Subject: subject, Text: incomplete, Header: map[string]string{"List-Unsubscribe": "<mailto:u@customer.test>"}})
}

func TestCase31WhatIsSetAsideIsListedDailyAndReleased(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.newsletter("My car, sent by a tool")
		a.logs("message set aside", 1)
		a.writes(a.bob, sandbox.Mail{Subject: "Out of office", Text: "I am back on Monday.", Header: map[string]string{"Auto-Submitted": "auto-replied"}})
		a.logs("message set aside", 2)
		a.bounce("made-up@agency.test")
		a.logs("message set aside", 3)

		a.nextMorning()
		list := a.gets(a.lee, "digest")
		danasList := a.gets(a.dana, "digest")
		says(t, list, "1 "+play.Alice+": My car, sent by a tool (list: List-Unsubscribe")
		says(t, list, "2 bob@customer.test: Out of office (auto_reply: Auto-Submitted")
		says(t, list, "3 MAILER-DAEMON@mx.test: Undelivered")
		if ref(list) == ref(danasList) {
			t.Error("two of staff have one reference")
		}

		a.replies(a.lee, list, "RELEASE 1, 3 and 9")
		refused := a.gets(a.lee, "Not released")
		says(t, refused, "3 It is a delivery report")
		says(t, refused, "9 The list has no such number; its numbers go from 1 to 3.")
		released := a.gets(a.lee, "Released: My car")
		says(t, released, play.Lee+" released this mail")
		a.gets(a.dana, "Released: My car")
		review := a.gets(a.lee, "Questions to")
		thread := review.Subject[1:9]
		says(t, released, "It is in the thread "+thread)
		a.replies(a.lee, review, "ACCEPT")
		a.gets(a.alice, "My car")

		a.replies(a.dana, danasList, "RELEASE 1")
		again := a.gets(a.dana, "Not released")
		says(t, again, play.Lee+" released it before. It is in the thread "+thread)
		a.replies(a.dana, again, "RELEASE 2") // the answer has a reference that counts
		a.gets(a.dana, "Released: Out of office")

		a.forgets(a.lee)
		a.nextMorning()
		quiet := a.gets(a.lee, "digest")
		says(t, quiet, "Waiting for the customer")
		if strings.Contains(quiet.Text, "set aside") || ref(quiet) != "" {
			t.Errorf("nothing new was set aside, and there is nothing to answer:\n%s", quiet.Text)
		}
		a.newsletter("Again sent by a tool")
		a.logs("message set aside", 4)
		a.nextMorning()
		next := a.gets(a.lee, "digest")
		says(t, next, "1 "+play.Alice+": Again sent by a tool")
		if strings.Contains(next.Text, "auto_reply") {
			t.Errorf("what was listed is listed again:\n%s", next.Text)
		}
		if n := len(a.threads()); n != 2 {
			t.Errorf("%d threads, want 2: the agency's own is none", n)
		}
	})
}

func ref(m sandbox.Received) string {
	_, after, _ := strings.Cut(m.Text, "\nRef: ")
	return after
}

// Only the recipients of a list answer the list, by its own words.
func TestListDecidesNothingElse(t *testing.T) {
	a := open(t, inProcess(t))
	a.newsletter("My car, sent by a tool")
	a.logs("message set aside", 1)
	a.nextMorning()
	list := a.gets(a.lee, "digest")
	a.replies(a.lee, list, "ACCEPT")
	says(t, a.gets(a.lee, "Not clear"), "RELEASE")
	a.replies(a.lee, list, "RELEASE everything")
	a.gets(a.lee, "Not clear")
	a.replies(a.dana, list, "RELEASE 1")
	a.gets(a.dana, "copy")
	a.replies(a.bob, list, "RELEASE 1")
	says(t, a.gets(a.lee, "reference"), "bob@customer.test")
	a.getsNothing(a.bob)
	if aside := a.inbound(store.InboundSetAside); len(aside) != 2 || aside[0].Released != "" { // with Bob's
		t.Errorf("set aside: %+v", aside)
	}
}

// A released mail counts as a personal mail in all ways: a reply joins its thread, and staff
// see a stranger's mail.
func TestReleasedMailIsRoutedLikeAnyOther(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	automatic := func(m *sandbox.Mail) { m.Header = map[string]string{"Auto-Submitted": "auto-generated"} }
	a.replies(a.alice, asked, "I drive it to work, about 9,000 miles a year.", automatic)
	a.logs("message set aside", 1)
	a.replies(a.bob, asked, "What did she tell you?", automatic)
	a.logs("message set aside", 2)
	a.forgets(a.lee)
	a.nextMorning()
	a.replies(a.lee, a.gets(a.lee, "digest"), "RELEASE 1\nRELEASE 2")
	told, other := a.gets(a.lee, "Released"), a.gets(a.lee, "Released") // in either order
	told.Text += other.Text
	says(t, told, "It is in the thread Q-")
	says(t, told, "Its thread is unclear")
	a.gets(a.lee, "Questions to")
	says(t, a.gets(a.lee, "Unknown sender"), "bob@customer.test")
	if threads := a.threads(); len(threads) != 1 || len(threads[0].Participants) != 1 {
		t.Errorf("threads: %+v", threads)
	}
}
