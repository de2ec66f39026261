package extract

import (
	"slices"
	"strings"

	"ppamaild/quote"
)

// readLicensing reads how long people have been licensed, in years completed.
func (r *reader) readLicensing() {
	for _, c := range r.cues["licensed"] {
		if r.quiet[c.i] || r.taken[c.i] || r.has(r.clause(c.i), "suspended") || r.is(c.j-1, "driving") && r.among(c.j, "of driving") {
			continue
		}
		if list, at := r.parallel(r.skip(c.j, "since", "in", ":")); list != nil {
			for k, of := range r.everyDriver() {
				r.say(entity{'d', of}, "years_licensed", list[k], at)
			}
			continue
		}
		if n, at, ok := r.licensedBehind(c); ok {
			r.sayYears(c, n, at)
			r.andSince(at)
			continue
		}
		if n, at, ok := r.yearsBefore(c); ok {
			r.sayYears(c, n, at)
		}
	}
	r.readYearsAnswered()
	r.readYearsBehindBirth()
	for _, c := range r.cues["new driver"] {
		r.ofDrivers("years_licensed", 0, c, quote.Inferred)
	}
}

// readYearsAnswered reads "21 yrs" at the start of what stands below a quoted
// question for how long somebody has been licensed.
func (r *reader) readYearsAnswered() {
	for k := 1; k < len(r.lines); k++ {
		l := r.lines[k]
		if r.is(l.i, ">") || !r.is(r.lines[k-1].i, ">") || !r.has(r.asked(k-1), "licensed") {
			continue
		}
		if n, ok := r.number(l.i); ok && n.n < 80 && isYears(r.at(n.j)) && !r.is(n.j+1, "old") && r.free(n.span) {
			r.ofDrivers("years_licensed", n.n, span{n.i, n.j + 1}, quote.Stated)
		}
	}
}

// readYearsBehindBirth reads "28 years" as an item behind a birth date, "8/2/1980, 28
// years", where it is too little to be an age.
func (r *reader) readYearsBehindBirth() {
	for _, c := range slices.Clone(r.claims) {
		day, birth := c.value.(quote.Date)
		if !birth || c.field != "date_of_birth" || c.at < 0 || r.hasClaim(c.of, "years_licensed") {
			continue
		}
		i := r.clause(c.at).j
		n, ok := r.number(i + 1)
		s := span{i + 1, n.j + 1}
		age, _ := quote.Age(day, r.dateOf())
		if ok && r.is(i, ",", "-", ";") && isYears(r.at(n.j)) && n.n <= age-14 && r.standsAsItem(s) && r.free(n.span) {
			r.say(c.of, "years_licensed", n.n, s)
		}
	}
}

// asked returns the quoted question that ends with line k.
func (r *reader) asked(k int) span {
	s := r.lines[k].span
	for r.goesOn(k) && k > 0 {
		k--
		s.i = r.lines[k].i
	}
	return s
}

// andSince reads "and he since 2002", "Ana 2004", "and hers 8" behind what another was
// said of.
func (r *reader) andSince(at span) {
	who := r.who[at.i]
	for i := at.j; i < min(r.sentence(at.i).j, at.j+18); i++ {
		if r.who[i] == who || !r.is(i, "since", "desde", "for", "hers", "his") && !r.isPersonEnd(i) {
			continue
		}
		n, s, ok := r.yearsAt(i+1, span{i, i + 1})
		if m, bare := r.number(i + 1); !ok && bare && !m.dollar && m.n < 80 && (m.j >= r.sentence(i).j-1 || r.breaks(m.j) || r.is(i, "hers", "his") && r.kind(m.j) == word && !isYears(r.at(m.j))) {
			n, s, ok = m.n, m.span, true // "he has had his for 8", "Ana 8"
		}
		if ok {
			r.ofDrivers("years_licensed", n, s, quote.Stated)
			who = r.who[i]
		}
	}
}

// sayYears claims n of whom the cue is about.
func (r *reader) sayYears(c span, n int, at span) {
	if k, ok := r.askedOf("drivers", "years_licensed"); ok && r.who[c.i] == nobody && k < len(r.people) {
		r.say(entity{'d', k}, "years_licensed", n, at)
		return
	}
	if r.everyoneIn(c.i) {
		for _, k := range r.everyDriver() {
			r.say(entity{'d', k}, "years_licensed", n, at)
		}
		return
	}
	r.ofDrivers("years_licensed", n, at, quote.Stated)
}

// everyoneIn reports whether the sentence around i is about everybody.
func (r *reader) everyoneIn(i int) bool {
	named := r.who[i] > everybody && len(r.crews[r.who[i]]) > 1 // "Ann and I both"
	return r.has(r.clauseOrSentence(i), "everyone") && r.who[i] != everybody && !named
}

func (r *reader) everyDriver() []int {
	var all []int
	for k, p := range r.people {
		if p.isDriver() {
			all = append(all, k)
		}
	}
	return all
}

// parallel reads "38, 35 and 2 years" or "1988, 1991 and 2024" at token i as one
// number of years for each driver.
func (r *reader) parallel(i int) ([]int, span) {
	var list []int
	start, years := i, 0
	for {
		n, ok := r.number(i)
		if !ok || n.dollar || n.n > 80 && n.size != 4 {
			return nil, span{}
		}
		if since, _, ok := r.yearsSince(date{y: n.n, span: n.span}); ok && n.size == 4 {
			n.n = since
			years++
		}
		list = append(list, n.n)
		i = n.j
		if !r.is(i, ",", "and", "/") {
			break
		}
		for r.is(i, ",", "and", "/") {
			i++
		}
	}
	if len(list) < 2 || len(list) != len(r.everyDriver()) || years != len(list) && (years > 0 || !isYears(r.at(i))) {
		return nil, span{}
	}
	if years > 0 {
		return list, span{start, i}
	}
	return list, span{start, i + 1}
}

func isYears(norm string) bool {
	switch norm {
	case "year", "years", "yr", "yrs", "ano", "anos", "yrs.":
		return true
	}
	return false
}

// licensedBehind reads what follows the cue: "since 2008", "for 12 years", "at 16".
func (r *reader) licensedBehind(c span) (int, span, bool) {
	end := min(r.sentence(c.i).j, c.j+10)
	for i := c.j; i < end; i++ {
		if r.is(i, ";") || r.startsAt("licensed", i) > i || r.is(i, "and", "but", ",") && i > c.j && r.startsAt("birth", i+1) > i+1 {
			break
		}
		if n, at, ok := r.yearsAt(i, c); ok {
			return n, at, true
		}
		if j := r.lately(i); j > i {
			return 0, span{c.i, j}, true
		}
		age := r.is(i-1, "at", "was", "were", "turned")
		if r.kind(i) == digits && !r.taken[i] && !age && !r.is(i+1, "year", "years") || r.isMiles(i) {
			break
		}
	}
	return 0, span{}, false
}

// yearsAt reads a day, a year, an age or a number of years at token i.
func (r *reader) yearsAt(i int, c span) (int, span, bool) {
	if v, ok := r.date(i); ok && v.y != 0 && r.free(v.span) {
		return r.yearsSince(v)
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
	n, ok := r.number(i)
	if !ok || n.dollar || !r.free(n.span) {
		return 0, span{}, false
	}
	if r.is(i-1, "almost", "nearly") && n.n > 0 {
		n.n-- // years completed
	}
	j := r.skip(n.j, "+", "plus", "-", "full")
	if r.is(j, "and") && r.is(j+1, "a") && r.is(j+2, "half") {
		j += 3
	}
	if isYears(r.at(j)) && n.n < 80 {
		if r.is(j+1, "old") {
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
	if r.is(c.j, ":", "years", "yrs") && n.n < 80 {
		return n.n, n.span, true
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
	if r.is(i, "last", "this", "past") && (r.is(i+1, "week", "month", "weekend", "summer", "spring", "fall", "winter") || r.is(i, "this") && r.is(i+1, "year") || weekdays[r.at(i+1)] > 0) {
		return i + 2
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

// yearsIn reads years licensed behind a label: "23", "since 2003", "2003", "at 16".
func (r *reader) yearsIn(s span) (any, span, bool) {
	for i := s.i; i < min(s.j, s.i+6); i++ {
		if n, at, ok := r.yearsAt(i, span{s.i, s.i}); ok {
			return n, at, true
		}
		if n, ok := r.number(i); ok && n.n < 80 && !n.dollar && n.j <= s.j {
			if r.is(i-1, "age", "at", "turned") {
				return nil, s, false // how old they are now may be said further below
			}
			if r.has(span{max(0, s.i-8), s.i}, "age label") {
				return nil, s, false
			}
			return n.n, n.span, true
		}
	}
	return nil, s, false
}

// readLicenseStates reads "Texas license", "licensed in California", "OR 4821973".
func (r *reader) readLicenseStates() {
	for _, s := range r.licenses {
		for _, i := range []int{s.i - 1, s.i - 2, s.j, s.j + 1} {
			if code, j, ok := r.state(max(i, 0)); ok && r.sentence(s.i) == r.sentence(i) && (j <= s.i || i >= s.j) {
				r.ofDrivers("license_state", code, span{i, j}, quote.Stated)
				break
			}
		}
	}
	for _, c := range r.cues["license words"] {
		if code, j, ok := r.state(c.j); ok && (r.is(c.j-1, "in", "from", "of", "de", "en") || r.is(c.j-1, "license") && r.breaks(j)) {
			r.ofDrivers("license_state", code, span{c.j, j}, quote.Stated)
		}
		if code, j, ok := r.state(c.j + 1); ok && r.is(c.j, ":") {
			r.ofDrivers("license_state", code, span{c.j + 1, j}, quote.Stated)
		}
		for i := c.j; i < min(r.clause(c.i).j, c.j+5); i++ {
			if code, j, ok := r.state(i + 2); ok && isYears(r.at(i)) && r.is(i+1, "in", "en") {
				r.ofDrivers("license_state", code, span{i + 2, j}, quote.Stated) // "licensed 12 years in Oregon"
			}
		}
		for n := 1; n < 3; n++ {
			if code, j, ok := r.state(max(c.i-n, 0)); ok && j == c.i && c.i-n >= 0 && len(r.at(j-1)) > 1 && r.capital(c.i-n) {
				r.ofDrivers("license_state", code, span{c.i - n, j}, quote.Stated)
				break
			}
		}
	}
}
