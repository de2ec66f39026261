package quoting

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/quote"
	"ppamaild/quote/quotetest"
)

// TestQuestionsOfTheCustomerAreShown: drafts warn about the customer's own questions until a
// quote is sent. The questions cast no doubt on the reading.
func TestQuestionsOfTheCustomerAreShown(t *testing.T) {
	s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
	s.AgentScratchpad.Inbox = []agent.Mail{{ID: "m", Subject: "Quote", Text: "I need a quote for my 2015 Kia Soul. Could you quote it for us? Do you also cover rental cars in Mexico?", Date: noon}}
	box := toolbox(t)
	data, flags, err := box.extract(context.Background(), agent.Call{State: &s, At: noon}, ExtractArgs{Message: "m"})
	if err != nil {
		t.Fatal(err)
	}
	want := `the customer also asks: "Do you also cover rental cars in Mexico?"`
	if len(flags) > 0 {
		t.Errorf("what was read is doubted: %q", flags)
	}
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	var read agent.Extracted
	if err := json.Unmarshal(raw, &read); err != nil {
		t.Fatal(err)
	}
	box.applyFacts(&s, read, noon)
	if !slices.Equal(s.AgentScratchpad.MailNotes, []string{want}) {
		t.Errorf("the state keeps %q", s.AgentScratchpad.MailNotes)
	}
}

// TestCoverageThatCanNotBeLeftOutIsTold: staff see a declined coverage that the state requires.
func TestCoverageThatCanNotBeLeftOutIsTold(t *testing.T) {
	k := quote.Case{Application: quotetest.Portland()}
	for path, words := range map[string]string{"coverages.uninsured_motorist": "take the UM out", "coverages.medical_payments": "no med pay"} {
		if err := k.Apply(quote.Fact{Path: path, Words: words, Standing: quote.Stated}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := k.Assume(quote.Coverages{}, "2026-11-20"); err != nil {
		t.Fatal(err)
	}
	got := Toolbox{}.mandatoryCoverages(k)
	if len(got) != 1 || !strings.Contains(got[0], `Uninsured motorist stays in the price, because it can't be omitted; the customer wrote "take the UM out"`) {
		t.Errorf("staff are told %q", got)
	}
}
