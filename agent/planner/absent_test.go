package planner_test

import (
	"strings"
	"testing"

	"ppamaild/agent"
)

// bare is a request for a quote of two cars, one driver, and neither rental nor towing.
var bare = strings.Replace(pilotAndForester, "Please include rental car coverage and towing.",
	"No rental and no towing please.", 1)

// TestFinding15StaffLearnWhatIsNotOnTheQuote: a mail takes off what the quote does not have. Staff
// see a note, and nothing is taken off.
func TestFinding15StaffLearnWhatIsNotOnTheQuote(t *testing.T) {
	t.Parallel()
	const rental, towing = "Rental car: nothing was taken off", "Towing: nothing was taken off"
	const other = "may ask to take something off that is not on the quote: "
	for mail, want := range map[string][]string{
		"Actually take rental off again please.":                  {rental},
		"No rental please.":                                       {rental},
		"Can you remove the rental coverage?":                     {rental},
		"Quiten la grúa por favor.":                               {towing},
		"Drop rental and towing, and start it December 20.":       {rental, towing},
		"Take rental off please. Also, when would it start?":      {rental},
		"Take rental off the Pilot.":                              {"Rental car for the 2020 Honda Pilot"},
		"Take my wife off.":                                       {other + `"Take my wife off."`},
		"Please take Tom off the policy. He moved out.":           {other},
		"Quite a mi esposo.":                                      {other + `"Quite a mi esposo."`},
		"Drop the boat.":                                          {other + `"Drop the boat."`},
		"Remove the 2015 Ford Focus please, thanks":               {other},
		"Take the third car off.":                                 {other},
		"Collision deductible 1000 please, and drop the Mustang.": {other + `"drop the Mustang."`},
		"Drop me a line when you can.":                            nil,
		"Please take the Forester off.":                           nil,
		"Should I take my wife off?":                              nil,
		"If my wife moves out, take her off.":                     nil,
		"Collision deductible 1000 please. I'm off Friday.":       nil,
	} {
		c := begin(t, usual())
		c.customer(bare)
		c.accept()
		before := *c.state.Application()
		c.customer(mail)
		seen := strings.Join(c.handed, "\n")
		if p := c.state.DataForReview; p != nil {
			seen += strings.Join(p.Warnings, "\n")
		}
		mustHave(t, seen, want...)
		if want == nil {
			mustLack(t, seen, "nothing was taken off", other)
		} else if now := c.state.Application(); len(now.Drivers) != len(before.Drivers) ||
			len(now.Vehicles) != len(before.Vehicles) {
			t.Errorf("%s: %s", mail, c.summary())
		}
	}
}

// TestFinding15OffMeansOff: "I want … off" with another request never adds the coverage.
func TestFinding15OffMeansOff(t *testing.T) {
	t.Parallel()
	for mail, both := range map[string]bool{
		"I want rental off, and mail me a copy.":                          false,
		"I want rental off and remove my daughter please.":                false,
		"We'd like the rental coverage removed, and send my wife a copy.": false,
		"I want rental and towing off, and call Tom.":                     true,
	} {
		for _, first := range []string{pilotAndForester, bare} {
			c := begin(t, usual())
			c.customer(first)
			c.accept()
			c.customer(mail)
			got := c.state.Application().Coverages
			if *got.Rental || both && *got.Towing {
				t.Errorf("%s: rental %v, towing %v", mail, *got.Rental, *got.Towing)
			}
		}
	}
}

// TestFinding12TheQuestionBackQuotesTheMail: the question about a mail that was not understood
// names the words. A link is not repeated, and an amount of the customer is no claim of the draft.
func TestFinding12TheQuestionBackQuotesTheMail(t *testing.T) {
	t.Parallel()
	long := "please do the other thing " + strings.Repeat("and the thing ", 20)
	for mail, want := range map[string]string{
		"34, not 43":                "what you mean by “34, not 43”, so",
		"Take rental off please.":   "You wrote “Take rental off please.”, and we did not find this",
		"make it\n$300 <b>less</b>": "what you mean by “make it $300 <b>less</b>”, so",
		"hm http://evil.test/x":     "We are not sure what you mean, so",
		long:                        "and the…”, so",
	} {
		c := begin(t, usual())
		c.customer(bare)
		c.accept()
		c.customer(mail)
		p := c.underReview(agent.StageInfoRequest)
		mustHave(t, strings.Join(strings.Fields(p.Draft.Text), " "), want)
		mustLack(t, p.Draft.HTML+p.Draft.Text, "evil.test")
		mustLack(t, p.Draft.HTML, "<b>")
		if bad := agent.CheckFacts(*p.Draft, &c.state, nil); bad != nil {
			t.Errorf("%s: %q", mail, bad)
		}
	}
}
