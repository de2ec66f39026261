package doubts

import (
	"strconv"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/reading"
)

var figures = lazyregexp.MustCompile(`[0-9]+`)

// IsDerived reports whether a conflicting number was calculated from the customer's words. "Since
// he was 16" gives 36 years, and "3 days a week" gives miles per year. A question must not claim
// that the customer wrote the number.
func IsDerived(c reading.Conflict) bool {
	for i, raw := range c.Values {
		n, err := strconv.Atoi(raw)
		if err != nil || i >= len(c.Words) {
			continue
		}
		written := figures.FindAllString(strings.ReplaceAll(c.Words[i], ",", ""), -1)
		if len(written) == 0 && n > 0 {
			continue // "twelve"
		}
		if !holdsFigure(written, n) {
			return true
		}
	}
	return false
}

// holdsFigure reports whether n, or n in thousands, was written.
func holdsFigure(written []string, n int) bool {
	for _, w := range written {
		if m, err := strconv.Atoi(w); err == nil && (m == n || m > 0 && m*1000 == n) {
			return true
		}
	}
	return false
}
