package factcheck

import (
	"fmt"

	"ppamaild/agent/letters"
)

// Unsupported returns the amounts, percentages, days, limits and VINs in a text that are in
// no known text: "the amount "$1,016"". Claims match in any notation.
func Unsupported(text string, words letters.Words, known ...string) (bad []string) {
	f := facts{reader: readerFor(words)}
	f.know(known...)
	for _, c := range f.claimsIn(oneLine(text), nil) {
		if !f.holds(c) {
			bad = append(bad, fmt.Sprintf("%s %q", words.Say(string(c.kind)), c.words))
		}
	}
	return bad
}
