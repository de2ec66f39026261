package quoting

import (
	"strconv"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/reading"
)

var figures = lazyregexp.MustCompile(`[0-9]+`)

// isDerived reports whether one of the numbers that contradict each other follows from the
// customer's words and does not stand in them: "since he was 16" comes to 36 years, "3 days a
// week" to miles of a year. We don't say that they wrote it.
func isDerived(c reading.Conflict) bool {
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

// holdsFigure reports whether one of the figures is n, or n in thousands.
func holdsFigure(written []string, n int) bool {
	for _, w := range written {
		if m, err := strconv.Atoi(w); err == nil && (m == n || m > 0 && m*1000 == n) {
			return true
		}
	}
	return false
}
