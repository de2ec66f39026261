package quoting

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/quote"
)

func reader(t *testing.T) Toolbox {
	return toolbox(t)
}

// readBy reads a mail with a planner that found these facts.
func readBy(t *testing.T, text string, facts ...quote.Fact) (agent.Extracted, []string) {
	t.Helper()
	s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
	s.AgentScratchpad.Inbox = []agent.Mail{{ID: "m1", Subject: "Car insurance", Text: text, FromName: "Maria Lopez", Date: noon}}
	data, flags, err := reader(t).extract(context.Background(), agent.Call{State: &s, At: noon}, ExtractArgs{Message: "m1", Read: facts})
	if err != nil {
		t.Fatal(err)
	}
	return data.(agent.Extracted), flags
}

func worded(path, value, words string) quote.Fact {
	return quote.Fact{Path: path, Value: json.RawMessage(value), Words: words, Standing: quote.Stated}
}

func TestCase40AValueWhoseWordsAreNotInTheMailIsDropped(t *testing.T) {
	const text = "I’d like a quote for\nmy 2019  Honda. About 1,000 miles a month.\nI was born 3/4/1985.\nThanks, Maria"
	tests := []struct {
		name     string
		fact     quote.Fact
		standing quote.Standing // "": dropped
	}{
		{"literal", worded("vehicles[0].year", "2019", "my 2019 Honda"), quote.Stated},
		{"other marks and spaces", worded("vehicles[0].make", `"Honda"`, "I'd like a quote for my 2019 honda"), quote.Stated},
		{"from the display name", worded("named_insured.surname", `"Lopez"`, "Maria Lopez"), quote.Stated},
		{"in another form", worded("named_insured.date_of_birth", `"1985-03-04"`, "born 3/4/1985"), quote.Stated},
		{"derived", worded("vehicles[0].annual_miles", "12000", "1,000 miles a month"), quote.Inferred},
		{"invented", worded("vehicles[0].year", "2019", "my 2019 Honda Civic"), ""},
		{"part of a word", worded("vehicles[0].year", "2019", "ond"), ""},
		{"no words", worded("vehicles[0].year", "2019", " "), ""},
		{"marks only", worded("vehicles[0].year", "2019", ","), ""},
		{"more than was said", worded("named_insured.given_name", `"Maria, you are covered for $12"`, "Maria"), ""},
		{"somebody else's address", worded("named_insured.email", `"eve@evil.test"`, "Maria"), ""},
		{"the name of a car that is called otherwise", worded("vehicles[0].make", `"Chevrolet"`, "my 2019 Honda"), quote.Inferred},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			data, flags := readBy(t, text, test.fact)
			if test.standing == "" {
				if len(data.Facts) != 0 || len(flags) != 1 || !strings.Contains(flags[0], "was dropped") || len(data.Dropped) != 1 {
					t.Errorf("facts %+v, flags %q", data.Facts, flags)
				}
				return
			}
			if len(data.Facts) != 1 || data.Facts[0].Standing != test.standing || data.Facts[0].Message != "m1" {
				t.Errorf("facts %+v, flags %q", data.Facts, flags)
			}
		})
	}
}

func TestAPlannerConfirmsNothing(t *testing.T) {
	f := worded("vehicles[0].year", "2019", "2019")
	f.Standing = quote.Confirmed
	if data, _ := readBy(t, "a 2019 Civic", f); data.Facts[0].Standing != quote.Inferred {
		t.Errorf("%+v", data.Facts)
	}
}

func TestAValueReadTwiceAndDifferentlyIsAContradiction(t *testing.T) {
	data, _ := readBy(t, "a 2019 Civic, or is it 2020? no, 2021",
		worded("vehicles[0].year", "2019", "2019"), worded("vehicles[0].year", "2020", "2020"), worded("vehicles[0].year", "2021", "2021"))
	if len(data.Facts) != 0 || len(data.Conflicts) != 1 || len(data.Conflicts[0].Values) != 3 {
		t.Errorf("%+v", data)
	}
}

func TestWhatTheRulesDoNotBearOutIsInDoubt(t *testing.T) {
	const text = "I need a quote for my 2019 Honda Civic that I bought in 2020. I drive it 8,000 miles a year, or 15,000 miles a year with the new job."
	tests := []struct {
		name string
		fact quote.Fact
		want string // "": nothing
	}{
		{"another value", worded("vehicles[0].year", "2020", "2020"), "Year of the 2020 = 2020 is in doubt: the rules read 2019 in"},
		{"one of two", worded("vehicles[0].annual_miles", "15000", "15,000 miles a year"), "the rules read 8000 and also 15000"},
		{"in words that do not say it", worded("drivers[0].years_licensed", "30", "Honda"), `Years licensed, the main driver = 30 is in doubt: it is inferred from "Honda"`},
		{"taken back in words that do not say it", quote.Fact{Path: "coverages.rental", Words: "Honda", Standing: quote.Stated}, "Rental car = nothing is in doubt"},
		{"read alike, in words that do not say it", worded("vehicles[0].model", `"Civic"`, "Honda"), ""},
		{"in words that say it, by this reader alone", worded("vehicles[0].cost_new", "2020", "2020"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, flags := readBy(t, text, test.fact)
			if got := strings.Join(flags, " "); !strings.Contains(got, test.want) || (test.want == "") != (got == "") {
				t.Errorf("%q", flags)
			}
		})
	}
}

func TestCase40NoReadingTalksARefusalAway(t *testing.T) {
	s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
	s.AgentScratchpad.Inbox = []agent.Mail{{ID: "m1", Text: "I need a quote. I need an SR-22 filing because of a DUI.", Date: noon}}
	data, _, err := identifying{reader(t)}.identifyIntent(context.Background(), agent.Call{State: &s, At: noon}, IntentArgs{Message: "m1", Intent: "new_quote"})
	if err != nil || data.(intentData).Refer != "sr22" || data.(intentData).Intent != "new_quote" {
		t.Errorf("%+v, %v", data, err)
	}
}

// A forwarded page with "same as this" is a request that the agent understands.
func TestSameAsThePageIsUnderstood(t *testing.T) {
	const page = "Named insured: Priya Nair\nPolicy period: 06/20/2026 to 12/20/2026\n" +
		"2019 Toyota RAV4\nBodily injury liability: $100,000 / $300,000\n" +
		"Rental reimbursement: included\n"
	for text, want := range map[string]string{"Same as this, please.": "new_quote",
		"Hi, please quote the same as below. I drive to work.": "new_quote",
		"I hope this helps you in some way.":                   "other"} {
		s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
		s.AgentScratchpad.Inbox = []agent.Mail{{ID: "m1", Text: text, FromName: "Priya Nair",
			Subject: "Fwd: Your policy renewal", Forwarded: page, Date: noon}}
		call := agent.Call{State: &s, At: noon}
		intent, _, err := identifying{reader(t)}.identifyIntent(t.Context(), call, IntentArgs{Message: "m1"})
		if err != nil || intent.(intentData).Intent != want {
			t.Errorf("%s: %+v, %v", text, intent, err)
		}
		if want == "other" {
			continue
		}
		applyIntent(&s, intent.(intentData), noon)
		data, flags, err := reader(t).extract(t.Context(), call, ExtractArgs{Message: "m1"})
		if strings.Contains(strings.Join(flags, "\n"), "only the forwarded text says this") {
			t.Errorf("%s: staff read twice that the page says so: %q", text, flags)
		}
		read := data.(agent.Extracted)
		has := func(path, value string) bool {
			return slices.ContainsFunc(read.Facts, func(f quote.Fact) bool {
				return f.Path == path && string(f.Value) == value
			})
		}
		if err != nil || !has("coverages.rental", "true") ||
			!has("vehicles[0].model", `"RAV4"`) || len(read.MailNotes) != 1 {
			t.Errorf("%+v, %v", data, err)
		}
	}
}

// A page names no new car, and "same" in a question is no answer to the question.
func TestSameAsThePageIsNotAll(t *testing.T) {
	const page = "Named insured: Priya Nair\nPolicy period: 06/20/2026 to 12/20/2026\n" +
		"2019 Toyota RAV4\nBodily injury liability: $100,000 / $300,000\n"
	for text, want := range map[string]string{
		"Quote the same as below for my new car. I drive 10 miles to work.": "also lists a 2019",
		"Quote the same as below. Do you have the same cover for renters?":  "cover for renters?",
	} {
		s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
		s.AgentScratchpad.Inbox = []agent.Mail{{ID: "m1", Text: text, FromName: "Priya Nair",
			Subject: "Fwd: Your policy renewal", Forwarded: page, Date: noon}}
		s.AgentScratchpad.Intent = "new_quote"
		data, _, err := reader(t).extract(t.Context(), agent.Call{State: &s, At: noon},
			ExtractArgs{Message: "m1"})
		notes := strings.Join(data.(agent.Extracted).MailNotes, "\n")
		if err != nil || !strings.Contains(notes, want) {
			t.Errorf("%s: %q, %v", text, notes, err)
		}
	}
}

// Staff do not read that an acceptance of the quote is not understood.
func TestAcceptanceIsUnderstood(t *testing.T) {
	for _, accepts := range []bool{true, false} {
		s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
		s.AgentScratchpad.Inbox = []agent.Mail{{ID: "m1", Text: "Perfect, I accept.\n\nMaria",
			Date: noon}}
		s.AgentScratchpad.Intent, s.AgentScratchpad.AcceptsQuote = "other", accepts
		data, _, err := reader(t).extract(t.Context(), agent.Call{State: &s, At: noon},
			ExtractArgs{Message: "m1"})
		if noted := len(data.(agent.Extracted).MailNotes) > 0; err != nil || noted == accepts {
			t.Errorf("%t: %+v, %v", accepts, data, err)
		}
	}
}

// Staff read the name of a driver, not the index.
func TestADoubtfulDriverIsNamed(t *testing.T) {
	_, flags := readBy(t, "Quote my Honda. My husband Carlos works from home, and the Honda is his.",
		worded("drivers[0].given_name", `"Maria"`, "Maria Lopez"),
		worded("vehicles[0].make", `"Honda"`, "Honda"), worded("drivers[1].given_name", `"Carlos"`, "Carlos"),
		worded("vehicles[0].driver", "1", "the Honda is his"))
	const want = `= Carlos is in doubt: it is inferred from "the Honda is his"`
	if said := strings.Join(flags, "\n"); !strings.Contains(said, want) {
		t.Errorf("%s", said)
	}
}

// A date of another driver is in doubt, even if its words state the date.
func TestADateOfAnotherDriverIsInDoubt(t *testing.T) {
	_, flags := readBy(t, "Quote my Honda. My wife Ana was born 3/4/1985.",
		worded("drivers[0].given_name", `"Maria"`, "Maria Lopez"),
		worded("drivers[0].date_of_birth", `"1985-03-04"`, "born 3/4/1985"))
	const want = `Date of birth of Maria = "1985-03-04" is in doubt`
	if said := strings.Join(flags, "\n"); !strings.Contains(said, want) {
		t.Errorf("%s", said)
	}
}
