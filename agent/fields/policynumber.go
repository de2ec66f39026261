package fields

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

// policyNumber matches the number of another policy: "policy HO-1234", "póliza 4471882".
var policyNumber = lazyregexp.MustCompile(`(?i)\b(?:policy|póliza|poliza)` +
	`(?: (?:number|no\.?|num\.?|número|is|es|#))*:? *#? *([A-Z]{0,4}[- ]?\d[\dA-Z-]{3,})\b`)

// WithPolicyNumber adds the number of another policy to the words for the discounts, so that the
// quote does not ask for the number.
func WithPolicyNumber(facts []quote.Fact, text string) []quote.Fact {
	facts = slices.Clone(facts)
	number := policyNumber.FindString(text)
	for i, f := range facts {
		if number != "" && f.Path == "discounts" && !strings.Contains(f.Words, number) &&
			strings.Contains(string(f.Value), string(quote.MultiPolicy)) {
			facts[i].Words = strings.TrimSpace(f.Words + " … " + number)
		}
	}
	return facts
}
