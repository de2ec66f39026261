package fields

import (
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/spelling"
)

// parts splits a sentence at its joints, and before a word such as "because".
func (r Reader) parts(said string) (all []string) {
	for _, part := range joints.Split(said, -1) {
		words := strings.Fields(part)
		at := slices.IndexFunc(words, func(w string) bool { return r.isOne("field.because", bareWords(w)) })
		if at > 0 {
			all, words = append(all, strings.Join(words[:at], " ")), words[at:]
		}
		all = append(all, strings.Join(words, " "))
	}
	return all
}

// reason reads a part after a removal, such as "he moved out" or "keeps the Tahoe". A car that the
// removed driver keeps also leaves the quote. goesOn means that the part follows a reason. ok is
// false for a condition, a coverage, or a part that is no reason.
func (r Reader) reason(a quote.Application, part string, goesOn bool) (off []quote.Fact, ok bool) {
	words := strings.Fields(spelling.Words(part))
	if len(words) == 0 || !goesOn && !r.isOne("field.reason", words[0]) ||
		r.has("field.condition", part) || r.has("field.with", part) || r.namesCoverage(part) {
		return nil, false
	}
	if !r.has("field.keeps", part) || r.isOne("field.me", words[0]) {
		return nil, true
	}
	var cars []string
	for _, word := range words {
		if !r.isOne("field.car", word) {
			cars = append(cars, r.entry(quote.Application{Vehicles: a.Vehicles}, []string{word}))
		}
	}
	cars = slices.DeleteFunc(cars, func(path string) bool { return path == "" })
	if cars = slices.Compact(cars); len(cars) != 1 {
		return nil, len(cars) == 0
	}
	return []quote.Fact{fact(cars[0], nil, "")}, true
}

// namesEntry reports whether a sentence speaks of taking off, and names a car or another driver.
func (r Reader) namesEntry(a quote.Application, sentence string) bool {
	return r.has("field.takes_off", sentence) &&
		slices.ContainsFunc(strings.Fields(spelling.Words(sentence)), func(word string) bool {
			return r.entry(a, []string{word}) != ""
		})
}

// onlyOther returns the path of the only driver except the insured, or "".
func onlyOther(a quote.Application) string {
	if len(a.Drivers) == 2 {
		return "drivers[1]"
	}
	return ""
}

// driverIn returns the path of the only other driver whom a sentence names, or "".
func (r Reader) driverIn(a quote.Application, sentence string) string {
	found := ""
	for word := range strings.FieldsSeq(spelling.Words(sentence)) {
		path := ""
		if !r.isOne("field.him", word) {
			path = r.entry(quote.Application{Drivers: a.Drivers}, []string{word})
		}
		switch {
		case path == "" || path == found:
		case found != "":
			return ""
		default:
			found = path
		}
	}
	return found
}
