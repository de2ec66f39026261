package factcheck

import "fmt"

// Unsupported returns the amounts, percentages, days, limits and VINs in a text that are in
// no known text: "the amount "$1,016"". Claims match in any notation.
func Unsupported(text string, known ...string) (bad []string) {
	var f facts
	f.know(known...)
	for _, c := range claimsIn(oneLine(text), nil) {
		if !f.holds(c) {
			bad = append(bad, fmt.Sprintf("%s %q", c.kind, c.words))
		}
	}
	return bad
}
