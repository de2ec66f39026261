package doubts

import (
	"strings"

	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/reading"
)

// IsSettled reports whether a number from staff counts the words in a note about an accident or a
// ticket of the only driver. With several drivers, the note stays.
func IsSettled(note string, facts []quote.Fact, a quote.Application, today quote.Date,
	words letters.Words) bool {
	before, after, _ := strings.Cut(words.Say("quoting.uncounted", "#"), "#")
	said, is := strings.CutPrefix(note, before)
	if !is || len(a.Drivers) != 1 {
		return false
	}
	said = strings.TrimSuffix(said, after)
	var paths []string
	r := reading.Reading{Intent: "new_quote"}
	_, open := Record(said, r, a, nil, today)
	for _, f := range facts {
		if f.Standing == quote.Confirmed {
			r.Facts, paths = append(r.Facts, f), append(paths, f.Path)
		}
	}
	_, left := Record(said, r, a, paths, today)
	return open != nil && left == nil
}
