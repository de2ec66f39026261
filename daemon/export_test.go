package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/daemon"
	"ppamaild/daemon/history"
	"ppamaild/report"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// exported returns the thread with an exported mail that holds words, and the texts of all its
// incoming messages.
func (a *agency) exported(words string) (id, messages string) {
	a.t.Helper()
	admin, err := daemon.Connect(a.t.Context(), a.cfg)
	must(a.t, err)
	defer func() { must(a.t, admin.Close()) }()
	list, err := admin.Threads(a.t.Context(), history.Query{})
	must(a.t, err)
	for _, s := range list {
		whole, err := admin.Export(a.t.Context(), s.Thread)
		must(a.t, err)
		if text := texts(whole); strings.Contains(text, words) {
			id, messages = s.Thread, messages+text
		}
	}
	return id, messages
}

func texts(t report.Thread) string {
	var all strings.Builder
	for _, m := range t.Messages {
		all.Write(m.Raw)
	}
	return all.String()
}

// Another mail may repeat a Message-ID. An export, and a thread that is read again, uses the
// message number in the journal.
func TestAMessageIDOfAnotherShowsNothingOfTheirs(t *testing.T) {
	a := open(t, inProcess(t))
	same := "same@customer.test"
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete + "\nThe key lies under the mat.\n", MessageID: same})
	a.gets(a.lee, "Questions to")
	a.raw("From: Mallory <mallory@elsewhere.test>", "To: "+play.Quotes, "Subject: Another quote", "Message-ID: <"+same+">",
		"Date: Fri, 20 Nov 2026 11:00:00 -0800", "", incomplete, "It is mine, says Mallory.")
	a.replies(a.lee, a.gets(a.lee, "Unknown sender"), "NEW")
	review := a.gets(a.lee, "Questions to")

	forged, theirs := a.exported("From: Mallory <")
	if strings.Contains(theirs, "under the mat") || strings.Count(theirs, "From: Mallory <") != 1 {
		t.Errorf("the export of %s, which is Mallory's, holds:\n%s", forged, theirs)
	}
	genuine, hers := a.exported("under the mat")
	if strings.Contains(hers, "From: Mallory <") || strings.Count(hers, "under the mat") != 1 || genuine == forged {
		t.Errorf("the export of %s, which is Alice's, holds:\n%s", genuine, hers)
	}

	a.replies(a.lee, review, "CANCEL: mention our picnic")
	a.gets(a.lee, "Done: you canceled")
	if _, now := a.exported("From: Mallory <"); !strings.Contains(now, "CANCEL: mention our picnic") {
		t.Errorf("what Lee decided in is not in the export:\n%s", now)
	}
}

// Simple web forms give all mails of one second the same Message-ID. No such mail is lost, and
// a copy that a server changed in transit still counts as a copy.
func TestFormsThatNameAllMailsOfASecondTheSame(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Mailbox.Customer.LeadSenders = []string{"no-reply@form.test"} })
	form := func(replyTo, text string) {
		a.raw("From: Quote form <no-reply@form.test>", "To: "+play.Quotes, "Reply-To: "+replyTo, "Subject: Quote please", "Message-ID: <1795300000@form.test>",
			"Date: Fri, 20 Nov 2026 10:00:00 -0800", "", text)
	}
	page := "\nSent from https://form.test/quote?to="
	form(play.Alice, incomplete+page+"a")
	a.gets(a.lee, "Questions to")
	form("bob@customer.test", "Name: Bob\nCar: 2015 Ford F-150"+page+"b")
	says(t, a.gets(a.lee, "Unknown sender"), "2015 Ford F-150")
	form(play.Alice, "[EXTERNAL] "+incomplete+page+"c"+"\n\nChecked for viruses.\n")
	a.logs("the same message as 1", 1)
}
