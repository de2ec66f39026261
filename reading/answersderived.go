package reading

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"ppamaild/quote"
)

// Some answers give no value, but say what it follows from: "4. since he was 16" from how old he is, who was
// asked about, and "4. same" from another answer. They are read when the rest is.

// derived is such an answer.
type derived struct {
	cell
	source int // the entry that it says the same of; -1: none
}

// putDerived keeps an answer to a question about one driver or car whose value follows from something else.
func (r *reader) putDerived(c cell) bool {
	if c.of == nil || c.value.empty() {
		return false
	}
	source, same := r.sameAs(c)
	if !same {
		source = -1
	}
	if !same && (c.field != "years_licensed" || !r.derivesYears(c.value)) {
		return false
	}
	r.take(c.value)
	r.derived = append(r.derived, derived{c, source})
	return true
}

// readDerived claims the values of those answers.
func (r *reader) readDerived() {
	for _, c := range r.derived {
		if r.hasClaim(*c.of, c.field) {
			continue
		}
		if c.source >= 0 {
			r.sayLike(c.cell, c.source)
			continue
		}
		age, aged := r.earlierAge(c.value)
		if now, known := r.ageOf(c.of.index); aged && known && now >= age.n {
			r.infer(*c.of, c.field, now-age.n, age.span)
		} else if years, at, ok := r.yearsConcluded(c.value); ok {
			r.say(*c.of, c.field, years, at)
		} else if at := r.justLicensed(c.value); !at.empty() {
			r.infer(*c.of, c.field, 0, at)
		}
	}
}

// derivesYears reports whether an answer to how long somebody has been licensed tells how old they were, or comes to
// the years in the end: "since high school, so about 30 years".
func (r *reader) derivesYears(s span) bool {
	if s.j-s.i > 16 || r.has(s, "suspended", "negation") || r.tellsOfPermit(s) || r.speaksOfTwo(s) {
		return false
	}
	_, aged := r.earlierAge(s)
	_, _, concluded := r.yearsConcluded(s)
	return aged || concluded || !r.justLicensed(s).empty()
}

// justLicensed finds "got it last week" in an answer to how long somebody has been licensed.
func (r *reader) justLicensed(s span) span {
	if j := r.lately(s.i); r.is(s.i, "less", "under") && j > s.i && j <= s.j {
		return span{s.i, j} // "less than a year"
	}
	if i := r.skip(r.skip(s.i, "she", "he", "i", "they"), "just", "only"); r.is(i, "got", "since", "passed", "just") || i > s.i {
		for i < s.j {
			if j := r.lately(i); j > i && j <= s.j {
				return span{s.i, j}
			}
			i++
		}
	}
	return span{}
}

// speaksOfTwo reports whether an answer speaks of two people: "me at 16, her at 18".
func (r *reader) speaksOfTwo(s span) bool {
	found := make(map[string]bool)
	for i := s.i; i < s.j; i++ {
		switch k := r.isGiven(i); {
		case r.is(i, "i", "i'm", "i've", "me", "mine", "my", "yo"):
			found["i"] = true
		case r.is(i, "she", "her", "hers", "ella"):
			found["she"] = true
		case r.is(i, "he", "his", "him", "el"):
			found["he"] = true
		case k >= 0:
			found[r.people[k].given] = true
		}
	}
	return len(found) > 1
}

// earlierAge reads how somebody was as the first number of an answer: "since I was 17", "got it at 16", "desde
// los 18 años".
func (r *reader) earlierAge(s span) (number, bool) {
	for i := s.i; i < s.j; i++ {
		n, ok := r.number(i)
		if !ok {
			continue
		}
		if n.n < 13 || n.n > 60 || n.dollar || n.j > s.j || r.dated[i] {
			return n, false
		}
		before := i - 1
		for before > s.i && r.is(before, "about", "like", "around", "maybe") {
			before--
		}
		told := before >= s.i && (r.is(before, "at", "was", "were", "age", "aged", "turned", "los") || r.is(before, "of") && r.is(before-1, "age") ||
			r.is(before, "since") && n.n < 22 || r.is(before, "tenia", "cumpli"))
		counted := isYears(r.at(n.j)) && !r.is(n.j+1, "old") && !r.is(before, "los", "was", "tenia", "cumpli")
		return n, told && !counted
	}
	return number{}, false
}

// yearsConcluded reads what an answer that tells since when comes to: "since high school, so about 30 years".
func (r *reader) yearsConcluded(s span) (years int, at span, ok bool) {
	if !r.is(s.i, "since", "ever", "desde", "when", "got") {
		return 0, span{}, false
	}
	for i := s.i + 1; i < s.j; i++ {
		if !r.is(i, "so", "that's", "thats", "makes", "=", "osea", "asi") {
			continue
		}
		j := r.skipPast(i+1, "that's", "thats", "it's", "its", "about", "around", "roughly", "like", "maybe", "almost", "that", "is", "would", "be", "it", "que", "como", "unos")
		if n, is := r.number(j); is && n.n < 80 && !n.dollar && isYears(r.at(n.j)) && n.j < s.j {
			return n.n, span{n.i, n.j + 1}, true
		}
	}
	return 0, span{}, false
}

// likeable are the fields of which one entry may have what another has.
var likeable = []string{"years_licensed", "use", "annual_miles", "commute_miles_one_way"}

// sameAs returns the entry that the answer says it is like: "same", "same as me", "same as 2".
func (r *reader) sameAs(c cell) (source int, ok bool) {
	if !slices.Contains(likeable, c.field) {
		return 0, false
	}
	i := r.skipPast(c.value.i, "about", "the", "lo", "exactly", "pretty", "much", "also")
	if !r.is(i, "same", "ditto", "mismo", "igual", "likewise") {
		return 0, false
	}
	i = r.skipPast(i+1, "thing", "amount", "number", "of", "time", "years", "here", "too", "for", "as", "with", "que", "de", "distance")
	end := c.value.j
	for end > i && r.is(end-1, ".", "!", ",") {
		end--
	}
	source = r.sourceMeant(c, span{i, end})
	return source, source >= 0 && source != c.of.index
}

// sourceMeant returns the entry that the words of s, which stand behind "same as", mean; -1: none that is plain.
func (r *reader) sourceMeant(c cell, s span) int {
	n, numbered := r.digitsAt(r.skip(s.i, "#"), 2)
	switch {
	case s.empty(), r.is(s.i, "above", "previous", "arriba") && s.j-s.i == 1:
		return r.askedBefore(c)
	case numbered && s.j-s.i < 3:
		return r.askedAs(c, n)
	case c.of.kind != 'd' || s.j-s.i > 1:
		return -1
	case r.is(s.i, "me", "mine", "i", "yo", "mio", "mia"):
		return 0
	case r.is(s.i, "her", "hers", "him", "his", "el", "ella") && len(r.people) == 2:
		return 1 - c.of.index
	}
	return r.isGiven(s.i)
}

// askedBefore returns the entry for which we asked the same last before, or the only other one.
func (r *reader) askedBefore(c cell) int {
	list, last := map[byte]string{'d': "drivers", 'v': "vehicles"}[c.of.kind], -1
	for _, path := range r.in.Asked {
		rest, is := strings.CutPrefix(path, list+"[")
		index, field, _ := strings.Cut(rest, "].")
		if k := atoi(index); is && field == c.field && k == c.of.index {
			break
		} else if is && field == c.field {
			last = k
		}
	}
	if last < 0 && c.of.kind == 'd' && len(r.in.Known.Drivers) == 2 {
		return 1 - c.of.index
	}
	if last < 0 && c.of.kind == 'v' && len(r.in.Known.Vehicles) == 2 {
		return 1 - c.of.index
	}
	return last
}

// askedAs returns the entry of the question of that number, where that asked for the same.
func (r *reader) askedAs(c cell, number int) int {
	if number < 1 || number > len(r.in.Asked) {
		return -1
	}
	entry, field, _ := strings.Cut(r.in.Asked[number-1], "].")
	list, index, _ := strings.Cut(entry, "[")
	if field != c.field || list != map[byte]string{'d': "drivers", 'v': "vehicles"}[c.of.kind] {
		return -1
	}
	return atoi(index)
}

// sayLike claims for an answer what is said of its source in this mail, or was before.
func (r *reader) sayLike(c cell, source int) {
	from := entity{c.of.kind, source}
	for _, k := range r.claims {
		switch {
		case k.of != from || k.field != c.field:
		case c.field == "years_licensed" && k.at >= 0:
			r.sayAlike(c.of.index, k, c.value.i)
			return
		default:
			r.infer(*c.of, c.field, k.value, c.value)
			return
		}
	}
	if value, ok := r.knownOf(from, c.field); ok {
		r.infer(*c.of, c.field, value, c.value)
	}
}

// knownOf returns what was known of an entry before.
func (r *reader) knownOf(of entity, field string) (any, bool) {
	list, entry := "drivers", -1
	if of.kind == 'v' && of.index < len(r.vehicles) {
		list, entry = "vehicles", r.vehicles[of.index].known
	} else if of.kind == 'd' && of.index < len(r.people) {
		entry = r.people[of.index].known
	}
	raw, ok := r.in.Known.Get(list + "[" + strconv.Itoa(entry) + "]." + field)
	if !ok || entry < 0 {
		return nil, false
	}
	if field == "use" {
		var use quote.Use
		err := json.Unmarshal(raw, &use)
		return use, err == nil && use != ""
	}
	var n int
	err := json.Unmarshal(raw, &n)
	return n, err == nil
}

// turn notes that line l answers a question about one driver: what it says of nobody by name is theirs, and "she" in
// it means them.
func (r *reader) turn(l line, c cell) {
	if c.of == nil || c.of.kind != 'd' {
		return
	}
	if r.turns == nil {
		r.turns = make(map[int]int)
	}
	r.turns[l.i], r.turns[l.j] = c.of.index, -1
}

// turnAt returns who is in focus where an answer about one driver begins, or where it ends.
func (r *reader) turnAt(i int) (group int, ok bool) {
	k, ok := r.turns[i]
	if k < 0 || !ok {
		return nobody, ok
	}
	return r.crews.of(k), ok
}

// askedAbout returns the driver, other than who writes, whom the line of token i answers about, or -1.
func (r *reader) askedAbout(i int) int {
	if k, ok := r.turns[r.lines[r.lineOf(i)].i]; ok && k > 0 {
		return k
	}
	return -1
}
