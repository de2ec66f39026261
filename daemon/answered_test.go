package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// An EDIT that names an impossible value is returned to its author only, and the review does
// not change.
func TestCase22AnEditThatIsNotTakenInIsAskedBack(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.Gates["info_analysis"] = config.GateAlways })
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	review := a.gets(a.lee, "What Alice Moreno told us")
	a.gets(a.dana, "What Alice Moreno told us")
	for _, text := range []string{"EDIT: vehicles[0].use: racing", "EDIT: comp 250 / collision 1000"} {
		a.replies(a.lee, review, text)
		says(t, a.gets(a.lee, "Not clear"), "your EDIT was not taken in", "Nothing was decided")
	}
	a.getsNothing(a.dana)
	a.replies(a.lee, review, "EDIT: year of the Civic: 2020")
	says(t, a.gets(a.lee, "Done: you edited"), "takes effect as edited", "year of the Civic: 2020")
	says(t, a.gets(a.lee, "Quote for"), "2020 Honda Civic")
}

// Lines that correct values never reach the customer, in any kind of review.
func TestCase22AnEditOfValuesIsNoMail(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.replies(a.lee, review, "EDIT: year of the Civic: 2018\n\nTell her hello.")
	says(t, a.gets(a.lee, "Not clear"), `it begins with values, and "Tell her hello." is not of the form`)
	a.replies(a.lee, review, "EDIT: year of the Civic: 2018\n\nThanks,\nLee")
	says(t, a.gets(a.lee, "Done: you edited"), "replace the earlier values")
	says(t, a.gets(a.lee, "Questions to"), "2018 Honda Civic")
	a.getsNothing(a.alice)
}

// An EDIT that needs a second look is not reported as done.
func TestCase22AnEditThatComesBackIsNotDone(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "EDIT:\nHello Alice, it will be about $99.")
	for _, m := range []sandbox.Received{a.gets(a.lee, "Not done: you edited"), a.gets(a.dana, "edited the")} {
		says(t, m, "comes back as review 2", `the amount "$99"`, "Nothing was sent")
	}
	a.getsNothing(a.alice)
}

// The decider and the colleagues get the same text, true for all. Only the decider is
// addressed.
func TestCase22ColleaguesAreTold(t *testing.T) {
	parallel(t)
	text := "Hello Alice,\n\nwhen were you born?\nAnd how far do you drive?"
	for name, c := range map[string]struct{ reply, what, label string }{
		"reject":    {"REJECT: ask for her phone number\nand be brief", "It went back with this reason, and review 2 has the result.", "reason"},
		"edit":      {"EDIT:\n" + text, "goes to " + play.Alice + ", exactly as edited", "text"},
		"take over": {"TAKE OVER", "answers the customer by hand", ""},
		"send":      {"SEND:\n" + text, "The text goes to " + play.Alice, "text"},
		"cancel":    {"CANCEL: she called\nand bought elsewhere", "Nothing of this draft was sent, and the customer gets no further mail.", "reason"},
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, inProcess(t))
			a.replies(a.lee, a.asks(), c.reply)
			done, told := a.gets(a.lee, "Done: you "), a.gets(a.dana, "Lee Tran ")
			for _, m := range []sandbox.Received{done, told} {
				says(t, m, c.what)
				_, kept, _ := strings.Cut(strings.ReplaceAll(m.Text, "\r\n", "\n"), c.label+"\n---")
				_, written, _ := strings.Cut(c.reply, ":")
				for line := range strings.Lines(strings.TrimSpace(written)) {
					if line = strings.TrimSpace(line); !strings.Contains(kept, "\n| "+line+"\n") && line != "" {
						t.Errorf("%q has no line %q below %q:\n%s", m.Subject, line, c.label, m.Text)
					}
				}
			}
			for _, words := range []string{"You answer", "you still", "Your text", "your text", "Your reason", "your reason"} {
				if strings.Contains(told.Text, words) {
					t.Errorf("Dana is told %q:\n%s", words, told.Text)
				}
			}
		})
	}
}

// A later cancellation does not deny earlier mails.
func TestCancelOfAThreadThatWasAnsweredByHand(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "TAKE OVER")
	a.gets(a.lee, "Done")
	over := a.gets(a.lee, "Over to you")
	a.replies(a.lee, over, "SEND: Please call me.")
	a.gets(a.alice, "Quote please")
	a.gets(a.lee, "Done")
	a.replies(a.lee, over, "CANCEL")
	done := a.gets(a.lee, "Done: you canceled")
	says(t, done, "The customer gets no further mail.")
	if strings.Contains(done.Text, "was sent") {
		t.Errorf("Lee is told:\n%s", done.Text)
	}
}

// Staff without a copy of a review are not asked to look for the copy.
func TestCase22UnlicensedStaffWhoUseAColleaguesCopyAreToldWhoDecides(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.Staff[1].License = "0X00000" })
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.replies(a.lee, a.gets(a.dana, "Quote for"), "ACCEPT")
	says(t, a.gets(a.lee, "licensed producer"), play.Dana)
	a.getsNothing(a.alice)
}

// A text of somebody's own goes back to them alone.
func TestCase22WhoWasNotAskedIsNotSentToLookForACopy(t *testing.T) {
	a := open(t, inProcess(t))
	_, back := a.returned()
	a.replies(a.dana, back, "ACCEPT")
	told := a.gets(a.dana, "You were not asked")
	says(t, told, play.Lee, "did not count")
	if strings.Contains(told.Text, "look for the mail") {
		t.Errorf("Dana is told:\n%s", told.Text)
	}
	a.getsNothing(a.alice)
}

func TestStaffAnswerToTheAgencyAddress(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.replies(a.lee, review, "?")
	for _, m := range []sandbox.Received{review, a.gets(a.lee, "Not clear")} {
		if to := m.Header.Get("Reply-To"); !strings.Contains(to, "<"+play.Reviews+">") {
			t.Errorf("%q has Reply-To %q", m.Subject, to)
		}
	}
}

// The answer to a decision is sent before the effects of the decision.
func TestDecisionIsAnsweredFirst(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "EDIT:\nIt will be about $99.")
	a.gets(a.lee, "Not done")
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "TAKE OVER")
	a.gets(a.lee, "Over to you")
	var order []string
	for _, m := range a.threads()[0].Mails {
		if m.To[0] == play.Lee {
			order = append(order, string(m.Kind))
		}
	}
	if got, want := strings.Join(order, " "), "review notice review notice review"; got != want {
		t.Errorf("Lee was written to as %s, want %s", got, want)
	}
}
