package fields

import (
	"slices"
	"strings"

	"ppamaild/quote"
)

// longestName is the number of words in the longest name of a driver or a car that Requests
// misses.
const longestName = 4

// isDollars reports whether an amount is no year of a car: "drop the 2015 Focus".
func isDollars(amount int) bool { return amount > 0 && (amount < 1950 || amount > 2100) }

// Idle returns the values that take a coverage off an application without this coverage.
func Idle(a quote.Application, facts []quote.Fact) (idle []quote.Fact) {
	has := func(path string) bool {
		raw, _ := a.Get(path)
		return !slices.Contains([]string{"", "null", "false", "0"}, string(raw))
	}
	for _, f := range facts {
		_, shared, ofCar := strings.Cut(f.Path, "].")
		own, _ := a.Get(f.Path)
		if strings.Contains(f.Path, "coverages.") && isOff(f) &&
			!has(f.Path) && !(ofCar && len(own) == 0 && has(shared)) {
			idle = append(idle, f)
		}
	}
	return idle
}
