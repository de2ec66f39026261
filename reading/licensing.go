package reading

import (
	"slices"

	"ppamaild/quote"
)

// readLicensing reads how long people have been licensed, in years completed.
func (r *reader) readLicensing() {
	for _, c := range r.cues["licensed"] {
		if r.quiet[c.i] || r.taken[c.i] || r.has(r.clause(c.i), "suspended", "license back") || r.is(c.j-1, "driving") && r.among(c.j, "of driving") {
			continue
		}
		if list, at := r.parallel(r.skip(c.j, "since", "in", ":")); list != nil {
			for k, of := range r.everyDriver() {
				r.say(entity{'d', of}, "years_licensed", list[k], at)
			}
			continue
		}
		if r.is(c.i-1, "twins", "kids", "boys", "girls") {
			continue // who are named nowhere near
		}
		if n, at, ok := r.licensedBehind(c); ok {
			r.sayYears(c, n, at)
			r.andSince(at)
			continue
		}
		if n, at, ok := r.yearsBefore(c); ok {
			r.sayYears(c, n, at)
			r.andSince(span{at.i, c.j})
		}
	}
	r.readLicenseMeant()
	r.readYearsElided()
	r.readYearsPossessed()
	r.readYearsAnswered()
	r.readYearsBehindBirth()
	r.readYearsBare()
	r.readStatesBehindYears()
	for _, c := range r.cues["new driver"] {
		r.ofDrivers("years_licensed", 0, c, quote.Inferred)
	}
}

// readLicenseMeant reads "had it since 2012" and "got hers in 2019" where a license is meant:
// named shortly before, and before "it" no vehicle since.
func (r *reader) readLicenseMeant() {
	for _, c := range r.cues["license meant"] {
		_, ok := r.before("license words", max(0, c.i-40), c.i)
		car := !r.meansLicense(c.i)
		theirs := r.is(c.j-1, "his", "hers", "mine") || r.is(c.j-2, "his", "hers", "mine")
		if !ok || car && !theirs || r.quiet[c.i] {
			continue
		}
		n, at, ok := r.licensedBehind(span{c.i, c.j - r.backed(c)})
		if ok && r.free(at) && at.i <= c.j+3 && r.who[at.i] == r.who[max(c.j-1, 0)] {
			r.sayYears(c, n, at)
		}
	}
}

// backed is 1 where a cue ends with a word that a value depends on: "got it in".
func (r *reader) backed(c span) int {
	if r.is(c.j-1, "in", "at", "since", "for", "desde", "en", "when") {
		return 1
	}
	return 0
}

// readYearsElided reads "she has 12", "his are 20 years" in the sentence behind one that
// says how many years somebody else has been licensed.
func (r *reader) readYearsElided() {
	for _, c := range slices.Clone(r.claims) {
		if c.field != "years_licensed" || c.at < 0 || r.has(r.sentence(c.at), "accident", "ticket") {
			continue
		}
		next := r.sentence(c.at).j
		s := r.sentence(next)
		for i := s.i + 1; i < min(s.j, s.i+24); i++ {
			if !r.is(i-1, "has", "have", "tiene", "tengo", "lleva", "is", "at") || r.who[i] == r.who[c.at] || r.who[i] <= everybody {
				continue
			}
			n, ok := r.number(i)
			years := isYears(r.at(n.j)) && !r.is(n.j+1, "old")
			if !ok || n.dollar || n.n >= 80 || !r.free(n.span) || !years && (r.is(i-1, "is") || n.j < s.j-1) {
				continue
			}
			if !r.hasClaim(entity{'d', r.peopleAt(i)[0]}, "years_licensed") {
				r.ofDrivers("years_licensed", n.n, n.span, quote.Stated)
			}
		}
	}
}

// readYearsAnswered reads "21 yrs", "since '02" and "21 years for me, 18 for him" at the
// start of what stands below a quoted question for how long somebody has been licensed.
func (r *reader) readYearsAnswered() {
	for k := 1; k < len(r.lines); k++ {
		l := r.lines[k]
		if r.is(l.i, ">") || !r.is(r.lines[k-1].i, ">") || !r.has(r.asked(k-1), "licensed") {
			continue
		}
		i := l.i
		if r.isPersonEnd(i) && i+1 < l.j && !r.dated[i] {
			i++ // "Me since 1971"
		}
		if n, at, ok := r.yearsAnswered(i); ok && r.free(at) {
			r.sayYears(at, n, at)
			r.andSince(at)
		}
	}
}

// forWhom returns who stands behind "for" behind a value: "20 for him".
func (r *reader) forWhom(at span) ([]int, bool) {
	i := at.j + 1
	if !r.is(at.j, "for") || i >= r.sentence(at.i).j || r.who[i] <= nobody || !r.isPersonEnd(i) && !r.is(i, "him", "her", "them") {
		return nil, false
	}
	return r.peopleAt(i), true
}

// andFor reads ", 20 for him" behind "18 years for me".
func (r *reader) andFor(at span) {
	for range mostEntries {
		n, next, ok := r.yearsAnswered(r.skip(r.skip(at.j+2, ","), "and", "y"))
		people, of := r.forWhom(next)
		if !ok || !of || !r.is(at.j, "for") {
			return
		}
		r.sayOf(people, "years_licensed", n, next, quote.Stated)
		at = next
	}
}

// yearsAnswered reads years licensed at token i: "21", "21 years", "since 2003".
func (r *reader) yearsAnswered(i int) (int, span, bool) {
	if j := r.skip(i, "since", "desde"); j > i {
		j = r.skip(r.skip(j, "i", "she", "he", "yo"), "was", "turned", "age", "los", "tenia")
		return r.yearsAt(j, span{i, j})
	}
	if v, ok := r.date(i); ok && v.y != 0 && (r.breaks(v.j) || r.is(v.j, ".") || r.row(v.j) != r.row(i)) {
		return r.yearsSince(v)
	}
	n, ok := r.number(i)
	if !ok || n.dollar || n.n >= 80 || r.dated[i] {
		return 0, span{}, false
	}
	if isYears(r.at(n.j)) {
		return n.n, span{n.i, n.j + 1}, !r.is(n.j+1, "old")
	}
	return n.n, n.span, r.is(n.j, "for") || r.breaks(n.j) || r.row(n.j) != r.row(i)
}

// readYearsBehindBirth reads "28 years" as an item behind a birth date, "8/2/1980, 28
// years", where it is too little to be an age.
func (r *reader) readYearsBehindBirth() {
	for _, c := range slices.Clone(r.claims) {
		day, birth := c.value.(quote.Date)
		if !birth || c.field != "date_of_birth" || c.at < 0 || r.hasClaim(c.of, "years_licensed") {
			continue
		}
		if r.saySinceBehind(c) {
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
		if r.who[i] == who || !r.is(i, "since", "desde", "for", "hers", "his", "her", "him", "she", "he", "el", "ella", "yo") && !r.isPersonEnd(i) {
			continue
		}
		n, s, ok := r.yearsAt(i+1, span{i, i + 1})
		if m, bare := r.number(i + 1); !ok && bare && !m.dollar && m.n < 80 && (m.j >= r.sentence(i).j-1 || r.breaks(m.j) || r.is(i, "hers", "his", "el", "ella") && r.kind(m.j) == word && !isYears(r.at(m.j))) {
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
	if people, ok := r.forWhom(at); ok {
		r.sayOf(people, "years_licensed", n, at, quote.Stated)
		r.andFor(at)
		return
	}
	if k, ok := r.askedOf("drivers", "years_licensed"); ok && r.who[c.i] == nobody && k < len(r.people) {
		r.say(entity{'d', k}, "years_licensed", n, at)
		return
	}
	own := (r.among(c.i-1, "personal") || r.among(c.i-2, "personal") && r.is(c.i-1, "have", "has", "had", "been", "was", "got")) && r.who[c.i] > everybody
	if r.everyoneIn(c.i) && !own {
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
		if r.has(span{c.j, min(r.sentence(c.i).j, c.j+4)}, "license to come") {
			continue // "a California license is applied for"
		}
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

// countsFromAge reports whether years licensed were counted from the age at which somebody
// got the license: "licensed since I was 17" states an age.
func (r *reader) countsFromAge(c claim) bool {
	n, ok := r.number(c.at)
	return ok && n.n != c.value && n.n < 100 && (r.is(c.at-1, "was", "at", "turned", "age", "since") || r.is(c.at-1, "of") && r.is(c.at-2, "age"))
}
