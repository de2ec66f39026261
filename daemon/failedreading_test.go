package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/reading"
	"ppamaild/sandbox"
)

const unreadable = "I live at 1420 SE Taylor St, Apt"

// failing opens an agency that fails to read mails with the text of unreadable.
func failing(t *testing.T) *agency {
	t.Helper()
	return open(t, inProcess(t), func(a *agency) {
		a.reader = func(in reading.Input) reading.Reading {
			if strings.Contains(in.Text, unreadable) {
				return reading.Reading{Intent: "other", Language: "en", Failed: "too many steps"}
			}
			return reading.Read(in)
		}
	})
}

// HAND BACK after a failed reading lets the agent ask the customer. The review reports the
// failure.
func TestHandBackAfterAFailedReading(t *testing.T) {
	a := failing(t)
	a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: "Please quote my 2019 Honda Civic. " + unreadable})
	over := a.gets(a.lee, "Over to you")
	a.replies(a.lee, over, "HAND BACK")
	review := a.gets(a.lee, "Questions to")

	says(t, review, "could not read the customer's mail", unreadable)
	a.replies(a.lee, review, "ACCEPT")
	a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: incomplete, InReplyTo: a.gets(a.alice, "My car").MessageID})
	says(t, a.gets(a.lee, "Questions to"), "2019 Honda Civic")
}

// Staff can type in values after a failed reading.
func TestEditAfterAFailedReading(t *testing.T) {
	a := failing(t)
	a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: "Please quote my 2019 Honda Civic. " + unreadable})
	over := a.gets(a.lee, "Over to you")
	a.replies(a.lee, over, "EDIT:\nZIP code: 97214\nvehicles[0].year: 2019\nvehicles[0].make: Honda\nvehicles[0].model: Civic")
	a.gets(a.lee, "Done: you edited")
	review := a.gets(a.lee, "Questions to")

	says(t, review, "2019 Honda Civic", "97214", "could not read the customer's mail")
}

// The names in a hand-over mail work in an EDIT, also after the reading was rejected.
func TestEditOfARejectedReadingTakesThePrintedNames(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.Gates["info_analysis"] = config.GateAlways })
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.replies(a.lee, a.gets(a.lee, "What Alice Moreno told us"), "TAKE OVER")
	over := a.gets(a.lee, "Over to you")

	says(t, over, "Years licensed, Alice 22", "Year of the 2019 Honda Civic 2019", "Miles a year, the 2019 Honda")
	a.replies(a.lee, over, "HAND BACK:\nYears licensed, Alice: 21\nYear of the 2019 Honda Civic: 2020\nMiles a year, the 2019 Honda Civic: 8,000")
	says(t, a.gets(a.lee, "Done: you answered"), "Changed: Years licensed", "→ 21")
	review := a.gets(a.lee, "What Alice Moreno told us")
	says(t, review, "Year of the 2020 Honda Civic 2020", "Years licensed, Alice 21", "8,000")

	a.replies(a.lee, review, "ACCEPT")
	says(t, a.gets(a.lee, "Quote for"), "2020 Honda Civic")
}

// A correction by staff wins over an older mail of the customer. A newer mail of the customer
// wins over the correction.
func TestACorrectionWinsOverAnOlderMail(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "TAKE OVER")
	a.gets(a.lee, "Over to you")
	a.writesAgain("It is a 2018 Honda Civic, not a 2019 one. I drive it 9,000 miles a year.")
	over := a.gets(a.lee, "Over to you")
	says(t, over, "2018 Honda Civic")
	a.replies(a.lee, over, "HAND BACK: year of the Civic: 2020")
	a.gets(a.lee, "Done: you answered")
	review := a.gets(a.lee, "Questions to")
	says(t, review, "2020 Honda Civic", "9,000")
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.writesAgain("Sorry, my car is a 2017 Honda Civic, not a 2020 one.")
	says(t, a.gets(a.lee, "Questions to"), "2017 Honda Civic")
}

// writesAgain has Alice answer in her thread.
func (a *agency) writesAgain(text string) {
	a.t.Helper()
	a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: text, InReplyTo: a.aliceWrote, References: []string{a.aliceWrote}})
}
