package agent

import (
	"testing"

	"ppamaild/quote"
)

// After a hand-over by the agent, each text that may be a correction gets a second look.
// After TAKE OVER by staff, only value lines get a second look.
func TestFindingD1ATextThatMayBeACorrectionComesBackOnce(t *testing.T) {
	for _, c := range []struct {
		text             string
		word             Word
		byAgent, takenBy bool // expected second look after each kind of hand-over
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
			if returned := th.state.AgentScratchpad.OwnText != nil; returned != back || sent == back {
				t.Errorf("%s %q, handed over %s: it comes back %t, is sent %t", c.word, c.text, name, returned, sent)
			}
		}
	}
}

// A journal of an earlier version replays without changes.
func TestFindingD1ATextOfAnEarlierVersionIsReplayedAsItWas(t *testing.T) {
	th := newThread(t, closedGates()).customer().act("person", "").do(ownText("zip: 90001"))
	if th.state.AgentScratchpad.OwnText != nil {
		t.Error("it comes back")
	}
}

// A greeting of a driver counts, also after a comma. Links and pictures of a signature are no
// placeholders.
func TestTextForTheCustomerIsAMail(t *testing.T) {
	th := newThread(t, closedGates())
	s := &th.state
	s.CustomerInfo.Name = "Maria Lopez"
	s.CustomerInfo.Case.Application.Drivers = []quote.Driver{{GivenName: "Tom"}}
	for text, is := range map[string]bool{
		"Hi, Maria! I will call you at noon tomorrow.":         true,
		"Good morning, Maria. I will call you at noon.":        true,
		"Hi Tom, I will call you at noon tomorrow.":            true,
		"Hi Maria,\ncall me: 503-555-0100<tel:5035550100>":     true,
		"Hi Maria,\ncall me.\n\nLee\n[image: Logo]":            true,
		"Hi Maria,\nyour premium is <3% higher, and >2 points": true,
		"Hi, please ask Maria for the VIN first":               false,
		"Hi, ask Maria for the VIN first":                      false,
		"Hi Maria,\nwe wrote to [carrier name].":               false,
		"Hi Maria,\nwe wrote to < insert name >.":              false,
	} {
		if why := th.agent.NoMail(s, text, WordEdit); (why == nil) != is {
			t.Errorf("%q: %q", text, why)
		}
	}
}
