package agent

import "fmt"

// Unproven returns the amounts, percentages, days, limits and VINs of a text that none of
// the known texts has, however each is written: "the amount "$1,016"".
func Unproven(text string, known ...string) (bad []string) {
	var f facts
	f.know(known...)
	for _, c := range claimsIn(oneLine(text), nil) {
		if !f.holds(c) {
			bad = append(bad, fmt.Sprintf("%s %q", c.kind, c.words))
		}
	}
	return bad
}
