package reading

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/quote"
)

// Who puts one part of a value right, or doesn't say which value it is of, is understood where
// exactly one that is known can be meant: "apartment 14, not 4", "it's the 11th, not the 1st",
// "not 57, 58, sorry", "make that 12/11/57", "it's spelled Allbright".

// part is what a correction may mean: a value at a path that was known otherwise.
type part struct {
	path  string
	value any
}

// readParts reads corrections by part.
func (r *reader) readParts() {
	if !r.inThread() {
		return
	}
	for _, c := range r.cues["not"] {
		if r.quiet[c.i] || r.quoted[c.i] {
			continue
		}
		if s, ok := r.swapAt(c); ok && !r.correctsUnit(c) {
			r.fixOnly(r.partsWith(s), s.at)
		}
		r.readDaySwap(c)
		r.readNameSwap(c)
	}
	for _, c := range r.cues["says again"] {
		if !r.quiet[c.i] && !r.quoted[c.i] {
			r.readBirthMeant(c)
		}
	}
	r.readOwnBirthYear()
	r.readUnitAlone()
	r.readSpelling()
	r.readNamesByLaw()
}

// readOwnBirthYear reads "my birth year is wrong, it is 1956" of an author whose birth date we know.
func (r *reader) readOwnBirthYear() {
	of := r.people[0].known
	for i := range r.toks {
		if of < 0 || r.quiet[i] || !r.is(i, "my") || !(r.is(i+1, "birth") && r.is(i+2, "year") || r.is(i+1, "year") && r.is(i+2, "of") && r.is(i+3, "birth")) {
			continue
		}
		_, rest, known := strings.Cut(string(r.in.Known.Drivers[of].DateOfBirth), "-")
		for k := i + 3; known && k < min(r.sentence(i).j, i+16); k++ {
			y, j, ok := r.year(k, r.today.Year()-15, false)
			if ok && y > 1900 && !r.taken[k] && r.endsAt("not", k) == k {
				r.fixOnly([]part{{fmt.Sprintf("drivers[%d].date_of_birth", of), quote.Date(fmt.Sprintf("%04d-%s", y, rest))}}, span{k, j})
				return
			}
		}
	}
}

// fixOnly claims the part that is meant by the words of s, if it is the only one.
func (r *reader) fixOnly(parts []part, s span) {
	if len(parts) != 1 || r.quiet[s.i] {
		return
	}
	p := parts[0]
	if slices.ContainsFunc(r.claims, func(c claim) bool { return c.at == s.i || c.of == theApplication && c.field == p.path }) {
		return
	}
	r.claims = append(r.claims, claim{of: theApplication, field: p.path, value: p.value, words: r.raw(s), at: s.i, standing: quote.Stated, fix: true})
}

// partsWith returns the years of birth dates and the house number that a swap of two numbers can mean.
func (r *reader) partsWith(s swap) (parts []part) {
	right, ok1 := s.right.(int)
	wrong, ok2 := s.wrong.(int)
	if !ok1 || !ok2 || r.countsSomething(s.at.j) || r.countsSomething(s.end) {
		return nil
	}
	near := r.nearby(s.at.i)
	for k, d := range r.in.Known.Drivers {
		year, rest, ok := strings.Cut(string(d.DateOfBirth), "-")
		born := atoi(year)
		if !ok || born != wrong && born%100 != wrong || r.meansAnother(k, s.at.i) || r.has(near, "street words") {
			continue
		}
		if right < 100 {
			right += born - born%100
		}
		if age := r.today.Year() - right; 14 < age && age < 110 {
			parts = append(parts, part{fmt.Sprintf("drivers[%d].date_of_birth", k), quote.Date(fmt.Sprintf("%04d-%s", right, rest))})
		}
	}
	number, name, ok := strings.Cut(r.in.Known.GaragingAddress.Street, " ")
	if ok && number == strconv.Itoa(wrong) && !r.has(near, "birth") && !r.claimsStreet() {
		parts = append(parts, part{"garaging_address.street", strconv.Itoa(s.right.(int)) + " " + name})
	}
	return parts
}

// countsSomething reports whether token i says what the number before it counts.
func (r *reader) countsSomething(i int) bool {
	return r.isMiles(i) || isYears(r.at(i)) || r.is(i, "k", "%", "percent", "dollars", "bucks", "am", "pm", "deductible", "old", "people", "cars", "tickets", "mph", "/", "a", "per", "days", "mi", "for", "on")
}

// nearby is the sentence around token i with the one before it.
func (r *reader) nearby(i int) span {
	s := r.sentence(i)
	return span{max(r.sentence(max(s.i-1, 0)).i, r.subjectEnd()), s.j}
}

// meansAnother reports whether the sentence around token i names somebody, and not known driver k.
func (r *reader) meansAnother(k, i int) bool {
	s := r.sentence(i)
	if !r.namesSomebody(s) {
		return false
	}
	for n := s.i; n < s.j; n++ {
		if g := r.lone[n]; g > everybody && slices.ContainsFunc(r.crews[g], func(p int) bool { return r.people[p].known == k }) {
			return false
		}
	}
	return true
}

func (r *reader) claimsStreet() bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.field == "garaging_address.street" })
}

// readDaySwap reads "it's the 11th, not the 1st", around the negation at c.
func (r *reader) readDaySwap(c span) {
	i := r.skip(c.j, "the", "el")
	wrong, end, ok := r.ordinalDay(i)
	if !ok {
		return
	}
	right, at := 0, span{}
	for k := max(r.sentence(c.i).i, c.i-4); k < c.i && right == 0; k++ {
		if day, j, ok := r.ordinalDay(k); ok && r.skip(j, ",", "-") == c.i {
			right, at = day, span{k, j}
		}
	}
	k := end
	for right == 0 && r.is(k, ",", "it's", "its", "but", "the", "-", "it", "is", "was") {
		k++
	}
	if day, j, ok := r.ordinalDay(k); right == 0 && ok && k > end && r.together(c.i, j) {
		right, at = day, span{k, j}
	}
	if right > 0 {
		r.fixOnly(r.daysWith(right, wrong, at), at)
	}
}

// ordinalDay reads "11th", "the first": a day of a month that is written as one.
func (r *reader) ordinalDay(i int) (day, end int, ok bool) {
	day, end, ok = r.dayNumber(i)
	_, plain := r.digitsAt(i, 2)
	return day, end, ok && !(plain && end == i+1) && r.kind(i) != mark
}

// daysWith returns the days that are known with one number in the month and may have another.
func (r *reader) daysWith(right, wrong int, at span) (parts []part) {
	near := r.nearby(at.i)
	births, dates := r.has(near, "birth"), r.has(near, "effective", "expires", "start")
	for _, path := range knownPaths(r.in.Known) {
		birth := strings.HasSuffix(path, ".date_of_birth")
		raw, ok := r.in.Known.Get(path)
		var day quote.Date
		if !ok || json.Unmarshal(raw, &day) != nil || births && !birth || dates && !births && birth {
			continue
		}
		v, err := time.Parse(time.DateOnly, string(day))
		if m := months[r.at(at.i-1)]; err != nil || v.Day() != wrong || m > 0 && m != int(v.Month()) {
			continue
		}
		var k int
		if _, err := fmt.Sscanf(path, "drivers[%d]", &k); err == nil && r.meansAnother(k, at.i) {
			continue
		}
		if moved := v.AddDate(0, 0, right-wrong); moved.Month() == v.Month() {
			parts = append(parts, part{path, quote.Date(moved.Format(time.DateOnly))})
		}
	}
	return parts
}

// readBirthMeant reads "make that 12/11/57" where one known birth date differs from that in a
// single part, and nothing else in the mail reads the day.
func (r *reader) readBirthMeant(c span) {
	i := r.skip(c.j, "the", ":", ",")
	v, ok := r.date(i)
	if !ok || v.y == 0 || v.d == 0 || r.taken[i] || r.has(r.sentence(i), "licensed", "event", "effective", "expires", "start") {
		return
	}
	day, ok := v.born(r.today)
	if !ok {
		return
	}
	var parts []part
	for k, d := range r.in.Known.Drivers {
		if alike(string(d.DateOfBirth), string(day)) && !r.meansAnother(k, i) {
			parts = append(parts, part{fmt.Sprintf("drivers[%d].date_of_birth", k), day})
		}
	}
	r.fixOnly(parts, v.span)
}

// alike reports whether two days differ in the year, in the month, or in the day alone.
func alike(a, b string) bool {
	as, bs, same := strings.Split(a, "-"), strings.Split(b, "-"), 0
	for k := range min(len(as), len(bs)) {
		if as[k] == bs[k] {
			same++
		}
	}
	return len(as) == 3 && same == 2
}

// readNameSwap reads "it's Lynda, not Linda": a known name, and how it is spelled instead.
func (r *reader) readNameSwap(c span) {
	if r.kind(c.i-1) == mark && !r.is(c.i-1, ",") {
		return
	}
	k := c.i - 1
	if r.is(k, ",") {
		k--
	}
	if r.kind(k) == word && r.capital(k) && r.kind(c.j) == word {
		r.respell(k, r.at(c.j))
	}
}

// readSpelling reads "my name is spelled Allbright": of the known names, the only one that is so
// like it.
func (r *reader) readSpelling() {
	for _, c := range r.cues["is spelled"] {
		at := c.j
		for r.is(c.i, "spells") && at < min(r.sentence(c.i).j, c.j+8) && !r.capital(at) {
			at++ // "Sarah spells it without the h: Sara"
		}
		if r.kind(at) == word && r.capital(at) && !r.quiet[at] {
			r.respell(at, "")
		}
	}
}

// respell spells a known name as token i does, where they differ in a letter or two; wrong is how
// it is said to be known, "" where that is not said.
func (r *reader) respell(i int, wrong string) {
	met := map[string][]string{}
	for k, d := range r.in.Known.Drivers {
		for field, name := range map[string]string{"given_name": d.GivenName, "surname": d.Surname} {
			if likeName(fold(name), r.at(i)) && (wrong == "" || wrong == fold(name)) {
				met[field+fold(name)] = append(met[field+fold(name)], fmt.Sprintf("drivers[%d].%s", k, field))
			}
		}
	}
	if len(met) != 1 {
		return
	}
	for _, paths := range met { // of a family, all are called so
		for _, path := range paths {
			r.claims = slices.DeleteFunc(r.claims, func(c claim) bool { return c.at == i })
			r.claims = append(r.claims, claim{of: theApplication, field: path, value: nameCase(r.raw(span{i, i + 1})), words: r.raw(span{i, i + 1}), at: i, standing: quote.Stated, fix: true})
		}
	}
}

// likeName reports whether two names, of four letters at least, differ in one or two of them.
func likeName(a, b string) bool {
	if len(a) < 4 || len(b) < 4 || a == b || a[0] != b[0] {
		return false
	}
	return apart([]rune(a), []rune(b), 2) <= 2
}

// apart is how many letters must be put in, left out or changed to make b of a, up to most.
func apart(a, b []rune, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	switch {
	case len(a) == 0 || len(b) == 0:
		return len(a) + len(b)
	case most == 0:
		return 1
	}
	return 1 + min(apart(a[1:], b, most-1), apart(a, b[1:], most-1), apart(a[1:], b[1:], most-1))
}
