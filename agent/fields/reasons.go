package fields

import (
	"slices"
	"strings"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/find"
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

// movedStart reads a request to start later or earlier: "push the start back two weeks". Each word
// has a meaning, or movedStart returns nil.
func (r Reader) movedStart(a quote.Application, q request) []quote.Fact {
	start, ok := a.EffectiveDate.Time()
	if !ok || q.drop || q.add || q.amount > 0 {
		return nil
	}
	d := find.New(strings.Join(q.rest, " "))
	n, numbers, unit, way, named := 1, 0, 0, 0, false
	for i := 0; i < len(d.Tokens); i++ {
		number, isNumber := find.NumberAt(d, i)
		switch word := d.At(i); {
		case isNumber:
			n, i, numbers = number.N, number.J-1, numbers+1
		case r.isOne("field.weeks", word):
			unit = 7
		case r.isOne("field.days", word):
			unit = 1
		case r.isOne("field.later", word):
			way = 1
		case r.isOne("field.earlier", word):
			way = -1
		case slices.Contains(r.read.names[word], "effective_date"):
			named = true
		case !r.isOne("field.move", word):
			return nil
		}
	}
	moved := start.AddDate(0, 0, way*n*unit)
	if !named || numbers > 1 || moved.Equal(start) || moved.Before(r.Today) {
		return nil
	}
	day := `"` + moved.Format(time.DateOnly) + `"`
	return []quote.Fact{fact("effective_date", []byte(day), "")}
}

// namesEntry reports whether a sentence speaks of taking off, and names a car or another driver.
func (r Reader) namesEntry(a quote.Application, sentence string) bool {
	return r.has("field.takes_off", sentence) &&
		slices.ContainsFunc(strings.Fields(spelling.Words(sentence)), func(word string) bool {
			return r.entry(a, []string{word}) != ""
		})
}

// onlyOther returns the path of the only driver except the insured, or "". After a question about
// another person, "him" may be that person.
func (r Reader) onlyOther(a quote.Application) string {
	if len(a.Drivers) == 2 && !r.Other {
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
