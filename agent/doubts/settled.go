package doubts

import (
	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/reading"
)

// IsSettled reports whether values from staff settle a note about an accident or a ticket, or about
// the number of cars or drivers.
func IsSettled(note string, facts []quote.Fact, a quote.Application, today quote.Date,
	words letters.Words) bool {
	var paths []string
	r := reading.Reading{Intent: "new_quote"}
	for _, f := range facts {
		if f.Standing == quote.Confirmed {
			r.Facts, paths = append(r.Facts, f), append(paths, f.Path)
		}
	}
	if paths == nil {
		return false
	}
	if said, is := letters.Said("quoting.uncounted", note, words); is {
		_, left := Record(said, r, a, paths, today)
		return left == nil
	}
	said, is := letters.Said("quoting.miscounted", note, words)
	return is && Miscounted(said, r, nil, quote.Application{}, a) == nil
}
