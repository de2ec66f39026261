package quoting

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/quote"
	"ppamaild/quote/quotetest"
	"ppamaild/store"
)

// TestCorrectionsAreNoMail separates an EDIT with corrected values from an EDIT with the text of
// a mail.
func TestCorrectionsAreNoMail(t *testing.T) {
	tools, err := toolbox(t).Tools()
	if err != nil {
		t.Fatal(err)
	}
	a, err := agent.New(agent.Policy{}, tools)
	if err != nil {
		t.Fatal(err)
	}
	s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Case: quote.Case{Application: quotetest.Portland()}})
	friday := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	s.DataForReview = &agent.Proposal{Stage: agent.StageQuote, Draft: &agent.Draft{Text: "Hello"}}
	for _, tt := range []struct {
		text, want string
		refused    bool
	}{
		{"coverages.comprehensive_deductible: 250", "coverages.comprehensive_deductible: 250", false},
		{"\nCollision deductible: $500\nvehicles[0].trim: EX\n", "coverages.collision_deductible: 500\nvehicles[0].trim: EX", false},
		{"drivers[0].given_name: Mary \"May\"", "drivers[0].given_name: Mary \"May\"\nnamed_insured.given_name: Mary \"May\"", false},
		{`discounts: ["paid_in_full"]`, `discounts: ["paid_in_full"]`, false},
		{"year of the Civic: 2020", "vehicles[0].year: 2020", false},
		{"year of the Honda: 2020\nDOB: 4/9/1988", "vehicles[0].year: 2020\nnamed_insured.date_of_birth: 1988-04-09\ndrivers[0].date_of_birth: 1988-04-09", false},
		{"start: Monday", "effective_date: 2026-11-23", false},
		{"year of the Civic: 2055", "", true},
		{"vin: 1FTMW1T88MFA00001", "", true}, // of a Ford of 2021
		{"coverages.comprehensive_deductible: lots", "", true},
		{"coverages.glass: 250", "", true},
		{"vehicles[7].year: 2019", "", true},
		{"Hello Maria,\nCollision deductible: $500", "", false},
		{"year of the Civic: 2020\n\nThanks,\nLee", "", true},
		{"Which car is it: the Civic?", "", false},
		{"Hello: Maria", "", false},
		{"", "", false},
		{"nonsense: 12", "", true},
		{"The office: it is open from nine to five on each weekday.", "", false},
	} {
		facts, err := Corrections(a, &s, tt.text, friday)
		if got := written(facts); err == nil && got != tt.want || (err != nil) != tt.refused {
			t.Errorf("%q corrects %q, %v", tt.text, got, err)
		}
	}
	s.DataForReview.Draft = nil
	if got, err := Corrections(a, &s, "coverages.comprehensive_deductible: 250", friday); got != nil || err != nil {
		t.Errorf("of data: %v, %v", got, err)
	}
}

// written writes facts, one per line.
func written(facts []quote.Fact) string {
	var all []string
	for _, f := range facts {
		value := string(f.Value)
		_ = json.Unmarshal(f.Value, &value) // other types stay JSON
		all = append(all, f.Path+": "+value)
	}
	return strings.Join(all, "\n")
}

// Lines with values correct the application and restart the agent. A line with an unknown
// name is refused with the list of names.
func TestFindingD1ValueLinesInAHandedOverThreadAreCorrections(t *testing.T) {
	tools, err := toolbox(t).Tools()
	if err != nil {
		t.Fatal(err)
	}
	a, err := agent.New(agent.Policy{}, tools)
	if err != nil {
		t.Fatal(err)
	}
	handed := func() *agent.State {
		s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Case: quote.Case{Application: quotetest.Portland()}})
		s.Status = store.ThreadHandedOver
		return &s
	}
	for _, c := range []struct{ text, path, value string }{
		{"year of the Civic: 2020", "vehicles[0].year", "2020"},
		{"ZIP code: 97202", "garaging_address.zip", `"97202"`},
		{"coverages.collision_deductible: 1000\n\nyear of the Civic: 2020\n", "coverages.collision_deductible", "1000"},
	} {
		s := handed()
		facts, err := HandBackWith(a, s, s.CustomerInfo.Case, c.text, noon)
		if err != nil || len(facts) == 0 {
			t.Fatalf("%q: %v, %v", c.text, facts, err)
		}
		r, err := a.Step(s, agent.HandedBack{Facts: facts, By: "dana@agency.test", At: noon})
		if err != nil || s.Status != store.ThreadRunning || s.Next != agent.NextPlan || len(r.Intents) != 0 {
			t.Errorf("%q leads to %s, %q, %v, %v", c.text, s.Status, s.Next, r.Intents, err)
		}
		if got, _ := s.Application().Get(c.path); string(got) != c.value {
			t.Errorf("%q: %s is %s", c.text, c.path, got)
		}
	}
	for text, want := range map[string]string{
		"nonsense: 12":                               `no value is called "nonsense". Close names: `,
		"year of the Civic: 2020\nnonsense: 12":      `no value is called "nonsense"`,
		"nonsense: 12\nyear of the Civic: 2020":      `no value is called "nonsense"`,
		"year of the Civic: 2055":                    "Year of the 2019 Honda Civic: a number from 1900 to 2027",
		"year of the Civic: 2020\n\nThanks,\nLee":    "it begins with values",
		"year of the Civic: 2019":                    "it changes nothing",
		"coverages.comprehensive_deductible: a lots": "Comprehensive deductible: one of these",
	} {
		s := handed()
		facts, err := HandBackWith(a, s, s.CustomerInfo.Case, text, noon)
		if err == nil || !strings.Contains(err.Error(), want) || facts != nil && want != "it changes nothing" {
			t.Errorf("%q: %v, %v", text, facts, err)
		}
	}
	for _, text := range []string{"Hello: Maria", "Dear Maria: please call", "Please call us.", "Which car is it: the Civic?", "See https://agency.test", ""} {
		s := handed()
		if facts, err := HandBackWith(a, s, s.CustomerInfo.Case, text, noon); facts != nil || err != nil {
			t.Errorf("%q: %v, %v", text, facts, err)
		}
	}
	elsewhere := handed()
	elsewhere.Status = store.ThreadRunning
	if facts, err := HandBackWith(a, elsewhere, elsewhere.CustomerInfo.Case, "year of the Civic: 2020", noon); facts != nil || err != nil {
		t.Errorf("while it runs: %v, %v", facts, err)
	}
}
