package agent

import (
	"strings"
	"testing"

	"ppamaild/quote"
	"ppamaild/quote/quotetest"
	"ppamaild/store"
)

// D1: in a thread that the agent handed over, no text leaves without a second look that may
// be a correction. In a thread that staff took over, only value lines get a second look.
func TestD1ATextThatMayBeACorrectionComesBackOnce(t *testing.T) {
	for _, c := range []struct {
		text             string
		word             Word
		byAgent, takenBy bool // it comes back where the agent handed over, or where staff took over
	}{
		{"years licensed of Robert: 26", WordEdit, true, true},
		{"zip: 90001", WordSend, true, true},
		{"nonsense: 12\n\nzip: 90001", WordSend, true, true},
		{"26 years", WordSend, true, false},
		{"Please call us.", WordSend, true, false},
		{"Please call us.", WordEdit, true, false},
		{"Hello Maria, please call us.", WordEdit, true, false},
		{"Hello Maria, please call us.", WordSend, false, false},
		{"Maria, please call us.", WordSend, false, false},
		{"Buenos días: llámenos, por favor.", WordSend, false, false},
		{"We could not finish your quote by mail today, so please call us when you have time.", WordSend, false, false},
		{"Note: the office is closed this week, and we answer all mail again from Monday on.", WordSend, false, false},
	} {
		for name, back := range map[string]bool{"by the agent": c.byAgent, "by staff": c.takenBy} {
			th := newThread(t, closedGates()).customer().act("person", "")
			th.state.CustomerInfo.Name = "Maria Lopez"
			r, err := th.agent.Step(&th.state, Written{Text: c.text, Word: c.word, ByAgent: name == "by the agent", By: "dana@agency.test", At: noon})
			if err != nil {
				t.Fatal(err)
			}
			sent := false
			for _, i := range r.Intents {
				if _, is := i.(SendMail); is {
					sent = true
				}
			}
			if returned := th.state.AgentScratchpad.Returned != nil; returned != back || sent == back {
				t.Errorf("%s %q, handed over %s: it comes back %t, is sent %t", c.word, c.text, name, returned, sent)
			}
		}
	}
}

// A journal of an earlier version replays as it ran.
func TestD1ATextOfAnEarlierVersionIsReplayedAsItWas(t *testing.T) {
	th := newThread(t, closedGates()).customer().act("person", "").do(ownText("zip: 90001"))
	if th.state.AgentScratchpad.Returned != nil {
		t.Error("it comes back")
	}
}

// D1: lines with values correct the application and put the agent back to work. A line
// whose name no value has is refused with the names there are.
func TestD1ValueLinesInAHandedOverThreadAreCorrections(t *testing.T) {
	tools, err := toolbox(t).Tools()
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Policy{}, tools)
	if err != nil {
		t.Fatal(err)
	}
	handed := func() *State {
		s := NewState("Q-7F3K2M", CustomerInfo{Case: quote.Case{Application: quotetest.Portland()}})
		s.Status = store.ThreadHandedOver
		return &s
	}
	for _, c := range []struct{ text, path, value string }{
		{"year of the Civic: 2020", "vehicles[0].year", "2020"},
		{"ZIP code: 97202", "garaging_address.zip", `"97202"`},
		{"coverages.collision_deductible: 1000\n\nyear of the Civic: 2020\n", "coverages.collision_deductible", "1000"},
	} {
		s := handed()
		facts, err := a.HandBackWith(s, c.text, noon)
		if err != nil || len(facts) == 0 {
			t.Fatalf("%q: %v, %v", c.text, facts, err)
		}
		r, err := a.Step(s, HandedBack{Facts: facts, By: "dana@agency.test", At: noon})
		if err != nil || s.Status != store.ThreadRunning || s.Next != NextPlan || len(r.Intents) != 0 {
			t.Errorf("%q leads to %s, %q, %v, %v", c.text, s.Status, s.Next, r.Intents, err)
		}
		if got, _ := s.application().Get(c.path); string(got) != c.value {
			t.Errorf("%q: %s is %s", c.text, c.path, got)
		}
	}
	for text, want := range map[string]string{
		"nonsense: 12":                               `no value is called "nonsense"; the names are: First name; Last name`,
		"year of the Civic: 2020\nnonsense: 12":      `no value is called "nonsense"`,
		"nonsense: 12\nyear of the Civic: 2020":      `no value is called "nonsense"`,
		"year of the Civic: 2055":                    "year",
		"year of the Civic: 2020\n\nThanks,\nLee":    "it begins with values",
		"year of the Civic: 2019":                    "it changes nothing",
		"coverages.comprehensive_deductible: a lots": "comprehensive_deductible",
	} {
		facts, err := a.HandBackWith(handed(), text, noon)
		if err == nil || !strings.Contains(err.Error(), want) || facts != nil && want != "it changes nothing" {
			t.Errorf("%q: %v, %v", text, facts, err)
		}
	}
	for _, text := range []string{"Hello: Maria", "Dear Maria: please call", "Please call us.", "Which car is it: the Civic?", "See https://agency.test", ""} {
		if facts, err := a.HandBackWith(handed(), text, noon); facts != nil || err != nil {
			t.Errorf("%q: %v, %v", text, facts, err)
		}
	}
	elsewhere := handed()
	elsewhere.Status = store.ThreadRunning
	if facts, err := a.HandBackWith(elsewhere, "year of the Civic: 2020", noon); facts != nil || err != nil {
		t.Errorf("while it runs: %v, %v", facts, err)
	}
}
