package doubts

import (
	"slices"
	"strings"

	"ppamaild/agent/signals"
	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
)

var (
	counts = lazyregexp.MustCompile(`\b(both|two|three|four|five|[2-5]|ambos|ambas|dos|tres|` +
		`cuatro|cinco) (?:\w+ )?(?:(cars|vehicles|autos|carros|coches|vehiculos)|drivers|` +
		`conductores|choferes|of us)\b`)
	numbers = lazy.Value[map[string]int]{New: func() map[string]int {
		return map[string]int{"both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3,
			"4": 4, "5": 5, "ambos": 2, "ambas": 2, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5}
	}}
)

// Miscounted returns the sentences that state a number of cars or drivers, if neither the
// application nor the mail has this number. Then a car or a driver of the mail may be unread.
// Sentences in other notes for staff are left out.
func Miscounted(text string, r reading.Reading, notes []string,
	before, now quote.Application) (said []string) {
	if r.Intent != "new_quote" && r.Intent != "provide_info" {
		return nil
	}
	for _, sentence := range signals.Sentences(text) {
		noted := func(note string) bool { return strings.Contains(note, reading.Mask(sentence)) }
		for _, m := range counts.FindAllStringSubmatch(plain(sentence), -1) {
			n, have, had := numbers.Get()[m[1]], len(now.Drivers), len(before.Drivers)
			if m[2] != "" {
				have, had = len(now.Vehicles), len(before.Vehicles)
			}
			if n != have && n != have-had && !strings.HasPrefix(sentence, ">") &&
				!strings.HasSuffix(sentence, "?") && !slices.ContainsFunc(notes, noted) {
				said = append(said, sentence)
				break
			}
		}
	}
	return said
}
