package doubts

import (
	"slices"
	"strings"

	"ppamaild/agent/signals"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
)

var addsOn = lazyregexp.MustCompile(`(?i)\b(too|as well|tambi[eé]n)\W*$`)

// SecondPrices returns the sentences that replace a known coverage and end with "too". Such a
// sentence may ask for two prices: "could you price it with a $250 deductible too?"
func SecondPrices(text string, r reading.Reading, known quote.Application) (said []string) {
	for _, sentence := range signals.Sentences(text) {
		replaces := func(f quote.Fact) bool {
			value, _ := known.Get(f.Path)
			return strings.Contains(f.Path, "coverages.") && len(value) > 0 &&
				string(value) != string(f.Value) &&
				f.Words != "" && strings.Contains(sentence, f.Words)
		}
		if addsOn.MatchString(sentence) && slices.ContainsFunc(r.Facts, replaces) {
			said = append(said, sentence)
		}
	}
	return said
}
