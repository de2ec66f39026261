package quoting

import (
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/quote/quotetest"
)

// A quote names the insurance company with any name.
func TestQuoteNamesTheInsurer(t *testing.T) {
	b := toolbox(t)
	for _, name := range []string{
		"21st Century Insurance", "Best Choice Mutual", "Guarantee Insurance Company", "USAA", "AAA", "The Hartford", "Auto-Owners",
		"State Farm", "Ford Insure", "5 Star Casualty", "Mercury <West> & Sons", "1-800-Insure", "Esurance, Inc.", "Plymouth Rock / 24",
		"Toyota Insurance 2000", "$5 Insurance", "Coverage", "12/31 Mutual",
	} {
		for _, language := range []string{"en", "es"} {
			s := rated(t, b, quotetest.Portland(), language, 1)
			s.AgentScratchpad.Quote.Illustrative, s.AgentScratchpad.Quote.Carrier = false, name
			d := drafted(t, b.sendQuote, s, SendQuoteArgs{QuoteID: s.AgentScratchpad.Quote.ID})
			if bad := agent.CheckFacts(d, s, nil); len(bad) > 0 {
				t.Errorf("%s: %q", name, bad)
			}
			if !strings.Contains(oneLine(d.Text), name) {
				t.Errorf("%s is not in\n%s", name, d.Text)
			}
		}
	}
}
