package doubts

import (
	"slices"
	"strings"

	"ppamaild/agent/signals"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

// takesCar matches words about who drives a car.
var takesCar = lazyregexp.MustCompile(
	`(?i)\b(takes?|drives?|uses?|driver|maneja|manejo|usa|uso)\b`)

// UnreadDrivers returns the sentences that say who drives which of several cars, if no fact has
// words of the sentence. Such a sentence may contradict a fact.
func UnreadDrivers(text string, a quote.Application, facts []quote.Fact) (unread []string) {
	if len(a.Vehicles) < 2 {
		return nil
	}
	for _, said := range signals.Sentences(text) {
		isRead := func(f quote.Fact) bool {
			return strings.HasSuffix(f.Path, "].driver") && f.Words != "" &&
				strings.Contains(said, f.Words)
		}
		if takesCar.MatchString(said) && carsIn(said, a) > 1 &&
			!slices.ContainsFunc(facts, isRead) {
			unread = append(unread, said)
		}
	}
	return unread
}

// carsIn counts the cars that a text names by model.
func carsIn(text string, a quote.Application) (n int) {
	said := signals.Normalize(text)
	for _, v := range a.Vehicles {
		if v.Model != "" && signals.HasWords(said, signals.Normalize(v.Model)) {
			n++
		}
	}
	return n
}
