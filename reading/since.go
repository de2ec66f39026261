package reading

import (
	"strings"

	"ppamaild/quote"
)

func isYears(norm string) bool {
	switch norm {
	case "year", "years", "yr", "yrs", "ano", "anos", "yrs.":
		return true
	}
	return false
}

// yearsAt reads a day, a year, an age or a number of years at token i.
func (r *reader) yearsAt(i int, c span) (int, span, bool) {
	if v, ok := r.date(i); ok && v.y != 0 && r.free(v.span) {
		return r.yearsSince(v)
	}
	if v, ok := r.date(i); ok && v.d > 0 && r.is(i-1, "past", "last") && r.free(v.span) { // "this past July 6"
		if day, ok := v.gone(r.today); ok {
			v.y = day.Year()
			return r.yearsSince(v)
		}
	}
	if m := months[r.at(i)]; m > 0 && r.has(c, "license words") && r.is(i-1, "in", "last", "this", "past", "en") && len(r.at(i)) > 2 {
		v := date{span: span{i, i + 1}, m: m, y: r.today.Year()}
		if m > int(r.today.Month()) {
			v.y--
		}
		return r.yearsSince(v)
	}
	if n, ok := r.birthdayAt(i); ok {
		return r.sinceAge(n, n.j)
	}
	if r.is(i, "a", "one") && isYears(r.at(i+1)) && r.is(i+2, "ago") {
		return 1, span{i, i + 3}, true
	}
	if r.is(i, "un") && isYears(r.at(i+1)) && r.is(i-1, "hace") {
		return 1, span{i, i + 2}, true
	}
	if n, at, ok := r.duration(i); ok {
		return n, at, true
	}
	n, ok := r.number(i)
	if !ok || n.dollar || !r.free(n.span) {
		return 0, span{}, false
	}
	if r.is(i-1, "almost", "nearly") && n.n > 0 {
		n.n-- // years completed
	}
	j := r.skip(n.j, "+", "plus", "-", "full")
	if r.is(j, "y") && r.glued(j) && n.n < 80 {
		return n.n, span{n.i, j + 1}, true
	}
	if r.is(j, "and") && r.is(j+1, "a") && r.is(j+2, "half") {
		j += 3
	}
	if isYears(r.at(j)) && n.n < 80 {
		if r.is(j+1, "old") || r.is(i-1, "los") && r.is(i-2, "desde", "a") && 13 <= n.n {
			return r.sinceAge(n, j+2)
		}
		return n.n, span{n.i, j + 1}, true
	}
	if y, k, ok := r.year(i, r.today.Year(), false); ok && y > r.today.Year()-85 {
		return r.yearsSince(date{span: span{i, k}, y: y})
	}
	if r.is(i-1, "since", "desde", "in") && n.plain && n.size == 2 && (n.n >= 40 || n.n < 10) {
		return r.yearsSince(date{span: n.span, y: n.n, short: true}) // "since 96"
	}
	if r.is(i-1, "at", "was", "were", "age", "turned", "since", "los") && 13 <= n.n && n.n <= 60 && !(r.is(i-1, "since") && n.n > 21) {
		return r.sinceAge(n, n.j)
	}
	if r.is(i-1, "for", "por") && n.n < 80 && (r.breaks(n.j) || r.sentence(i).j <= n.j+1 || r.among(n.j, "personal") || r.is(n.j, "we", "we've", "and", "they", "no")) {
		return n.n, n.span, true // "and she has been licensed for fifty"
	}
	if r.is(c.j, ":", "years", "yrs") && n.n < 80 && !r.isMiles(n.j) {
		return n.n, n.span, true
	}
	return 0, span{}, false
}

// duration reads years completed of a time that is not counted in years: "two decades",
// "18 months", "half a century", and "a year and a half".
func (r *reader) duration(i int) (int, span, bool) {
	if r.is(i, "half") && r.is(i+1, "a") && r.is(i+2, "century", "decade") {
		if r.is(i+2, "century") {
			return 50, span{i, i + 3}, true
		}
		return 5, span{i, i + 3}, true
	}
	if r.is(i, "a", "one") && isYears(r.at(i+1)) && r.is(i+2, "and") && r.is(i+3, "a") && r.is(i+4, "half") {
		return 1, span{i, i + 5}, true
	}
	n, j := 1, r.skip(i, "a", "una")
	if v, ok := r.number(i); ok && !v.dollar {
		n, j = v.n, v.j
	}
	switch {
	case j == i || n > 900:
		return 0, span{}, false
	case r.is(j, "decade", "decades", "decada", "decadas") && n < 9:
		return n * 10, span{i, j + 1}, true
	case r.is(j, "month", "months", "meses") && n >= 12:
		return n / 12, span{i, j + 1}, true
	}
	return 0, span{}, false
}

// lately returns the end of words at token i for less than a year ago, or i: "last
// week", "this year", "yesterday", "two months ago", "a few weeks ago".
func (r *reader) lately(i int) int {
	if r.is(i, "yesterday", "ayer") {
		return i + 1
	}
	if weekdays[r.at(i+1)] > 0 && r.is(i, "on") {
		return i + 2
	}
	if _, day := ordinalNumber(r.at(i + 1)); day && r.is(i, "the") && r.is(i-1, "on") && !r.is(i+2, "of", "birthday") {
		return i + 2
	}
	if r.is(i, "last", "this", "past") && (r.is(i+1, "week", "month", "weekend", "summer", "spring", "fall", "winter") || r.is(i, "this") && r.is(i+1, "year") || weekdays[r.at(i+1)] > 0) {
		return i + 2
	}
	if under := r.skip(r.skip(i, "less"), "than", "under"); under > i && !r.is(under, "less") && r.is(under, "a", "one") && r.is(under+1, "year", "yr", "month", "week") {
		return under + 2
	}
	j := r.skip(r.skip(i, "a"), "few", "couple")
	j = r.skip(j, "of")
	if n, ok := r.number(i); ok && n.n < 12 {
		j = n.j
	}
	if j > i && r.is(j, "day", "days", "week", "weeks", "month", "months") && (r.is(j+1, "ago") || r.is(i-1, "licensed", "for", "since")) {
		return r.skip(j+1, "ago")
	}
	return i
}

// birthdayAt reads "16th birthday" at token i as an age.
func (r *reader) birthdayAt(i int) (number, bool) {
	n := number{span: span{i, i + 2}, n: atoi(strings.TrimRight(r.at(i), "stndrh"))}
	return n, r.kind(i) == mixed && isOrdinal(r.at(i)) && 13 <= n.n && n.n <= 60 && r.is(i+1, "birthday", "bday")
}

// yearsSince counts completed years from a day; of a year alone, the
// difference of the years.
func (r *reader) yearsSince(v date) (int, span, bool) {
	if v.short {
		v.y += 2000
		if v.y > r.today.Year() {
			v.y -= 100
		}
	}
	n := r.today.Year() - v.y
	if v.m > int(r.today.Month()) || v.m == int(r.today.Month()) && v.d > r.today.Day() {
		n--
	}
	return max(n, 0), v.span, n < 85 && v.y <= r.today.Year()
}

// sinceAge counts the years since somebody had an age, where it is known how old
// they are now; an age in which people are licensed.
func (r *reader) sinceAge(n number, end int) (int, span, bool) {
	at := span{n.i, end}
	people := r.peopleAt(n.i)
	for _, k := range people {
		age, ok := r.ageOf(k)
		if len(people) == 1 || !ok {
			return age - n.n, at, ok && age >= n.n
		}
		r.infer(entity{'d', k}, "years_licensed", age-n.n, at)
	}
	return 0, at, false
}

// birthOf returns the birth date of a person, said in this mail or before.
func (r *reader) birthOf(k int) quote.Date {
	for _, c := range r.claims {
		if day, ok := c.value.(quote.Date); ok && c.field == "date_of_birth" && c.of == (entity{'d', k}) {
			return day
		}
	}
	if i := r.people[k].known; i >= 0 {
		return r.in.Known.Drivers[i].DateOfBirth
	}
	return ""
}

// yearsBefore reads "12 years licensed", "20 yrs of driving experience".
func (r *reader) yearsBefore(c span) (int, span, bool) {
	j := c.i
	for range 2 {
		if r.is(j-1, "of", "been", "a", "with", "as", "experience", "con", "de") {
			j--
		}
	}
	if !isYears(r.at(j - 1)) {
		return 0, span{}, false
	}
	for i := max(0, j-5); i < j-1; i++ {
		if n, ok := r.number(i); ok && n.j >= j-2 && n.n < 80 {
			return n.n, span{n.i, j}, true
		}
	}
	return 0, span{}, false
}

// yearsSummed reads what an age comes to: "I was 17, so 20 years".
func (r *reader) yearsSummed(i, end int) (any, span, bool) {
	for ; i < min(end, r.sentence(i).j); i++ {
		if n, ok := r.number(i); ok && n.n < 80 && isYears(r.at(n.j)) && !r.is(n.j+1, "old") {
			return n.n, n.span, true
		}
	}
	return nil, span{i, i}, false
}

// yearsIn reads years licensed behind a label: "23", "since 2003", "2003", "at 16".
func (r *reader) yearsIn(s span) (any, span, bool) {
	for i := s.i; i < min(s.j, s.i+6); i++ {
		if n, at, ok := r.yearsAt(i, span{s.i, s.i}); ok {
			return n, at, true
		}
		if n, ok := r.number(i); ok && n.n < 80 && !n.dollar && n.j <= s.j {
			if r.is(i-1, "age", "at", "turned", "was") || r.is(i-1, "los") && r.is(i-2, "desde", "a") {
				return r.yearsSummed(n.j, s.j) // how old they are now may be said further below
			}
			if r.has(span{max(0, s.i-8), s.i}, "age label") {
				return nil, s, false
			}
			return n.n, n.span, true
		}
	}
	return nil, s, false
}
