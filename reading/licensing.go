package reading

import (
	"slices"

	"ppamaild/quote"
)

// readLicensing reads how long people have been licensed, in years completed.
func (r *reader) readLicensing() {
	r.readAgesLicensed()
	listed := r.readYearsListed()
	for _, c := range r.cues["licensed"] {
		if r.quiet[c.i] || listed[c.i] || r.taken[c.i] || r.has(r.clause(c.i), "license back") || r.isSuspendedIn(r.clause(c.i)) || r.isLicensedElse(c) || r.isUndriven(c) {
			continue
		}
		if list, at := r.parallel(r.skip(c.j, "since", "in", "for", ":")); list != nil {
			people := r.namedBefore(c.i, len(list))
			if people == nil {
				people = r.toldBefore(c.i, len(list))
			}
			if people == nil && r.inThread() {
				people = r.everyDriver() // in the order in which we ask
			}
			for k, of := range people {
				r.say(entity{'d', of}, "years_licensed", list[k], at)
			}
			continue
		}
		if r.is(c.i-1, "twins", "kids", "boys", "girls") {
			continue // who are named nowhere near
		}
		if r.readEachBehind(c) {
			continue
		}
		if n, at, ok := r.ageBefore(c); ok {
			r.sayYears(at, n, at)
			continue
		}
		if r.isGivenBack(c) {
			continue
		}
		if n, at, ok := r.licensedBehind(c); ok {
			r.sayYears(c, n, at)
			r.andSince(at)
			continue
		}
		if at, ok := r.ageUnknown(c); ok {
			r.andSince(at)
			continue
		}
		if n, at, ok := r.yearsOfDriver(c); ok {
			r.sayYears(c, n, at)
		} else if n, at, ok := r.yearsBefore(c); ok {
			r.sayYears(c, n, at)
			r.andSince(span{at.i, c.j})
		}
	}
	r.readLicenseMeant()
	for _, c := range r.cues["new driver"] {
		if r.is(c.j, "at", "when") || r.is(c.j, "in", "back") && r.kind(c.j+1) != word {
			continue // "I passed my test at 19"
		}
		r.ofDrivers("years_licensed", 0, c, quote.Inferred)
	}
	r.readYearsElided()
	r.readYearsPossessed()
	r.readYearsAnswered()
	r.readYearsBehindBirth()
	r.readYearsAsked()
	r.readYearsDated()
	r.readYearsCompared()
	r.readYearsBare()
	r.readSameYears()
	r.readYearsAlike()
	r.readStatesBehindYears()
	r.readPermits()
}

// isUndriven reports whether the words at c tell since when somebody does not drive: "he has not driven
// since his stroke in 2021".
func (r *reader) isUndriven(c span) bool {
	return r.is(c.i, "driven", "driving", "drive") && r.is(c.j-1, "since") && r.endsAt("negation", c.i) < c.i
}

// isSuspendedIn reports whether s says that a license was suspended, and does not deny it: "licensed 30
// years and have never had it suspended".
func (r *reader) isSuspendedIn(s span) bool {
	c, ok := r.cue("suspended", s)
	if !ok {
		return false
	}
	k := r.deniedFrom(c, "had taken away")
	return r.endsAt("negation", k) == k
}

// isGivenBack reports whether the words at c are of a license that somebody has lost: "before I get my
// license back, DUI last December". "Got my license back in 1998" is told of the first one as well.
func (r *reader) isGivenBack(c span) bool {
	if !r.is(c.j, "back") {
		return false
	}
	_, _, dated := r.year(c.j+2, r.today.Year(), false)
	return !dated || !r.is(c.j+1, "in")
}

// readLicenseMeant reads "had it since 2012" and "got hers in 2019" where a license is meant:
// named shortly before, and before "it" no vehicle since.
func (r *reader) readLicenseMeant() {
	for _, c := range r.cues["license meant"] {
		_, ok := r.before("licenses spoken of", max(0, c.i-40), c.i)
		ok = ok || r.has(span{c.j, r.sentence(c.i).j}, "licenses spoken of") // "hers in 1993 (licenses)"
		car := !r.meansLicense(c.i)
		theirs := r.is(c.j-1, "his", "hers", "mine") || r.is(c.j-2, "his", "hers", "mine")
		if !ok || car && !theirs || r.quiet[c.i] {
			continue
		}
		if n, at, ok := r.ageBefore(c); ok {
			r.sayYears(at, n, at)
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
		if c.field != "years_licensed" || c.at < 0 {
			continue
		}
		record := r.has(r.sentence(c.at), "accident", "ticket")
		next := r.sentence(c.at).j
		s := r.sentence(next)
		if r.is(r.clauseEnd(c), ";") {
			s = span{r.clauseEnd(c), r.sentence(c.at).j} // "I've got 30 years; Ilse has 48"
		}
		for i := s.i + 1; i < min(s.j, s.i+24); i++ {
			if !r.is(i-1, "has", "have", "tiene", "tengo", "lleva", "is", "at") || r.who[i] == r.who[c.at] || r.who[i] <= everybody {
				continue
			}
			n, ok := r.number(i)
			years := isYears(r.at(n.j)) && !r.is(n.j+1, "old") && (!r.is(i-1, "tiene", "tengo") || r.countsYearsOf(n))
			if !ok || n.dollar || n.n >= 80 || !r.free(n.span) || !years && (record || r.is(i-1, "is") || n.j < s.j-1) {
				continue
			}
			if people := r.peopleAt(i); len(people) == 0 || r.hasClaim(entity{'d', people[0]}, "years_licensed") {
				continue
			}
			if !years && r.is(i-1, "at") { // an age: "Sue, born 5/6/1985, at 18"
				if n, at, ok := r.sinceAge(n, n.j); ok {
					r.ofDrivers("years_licensed", n, at, quote.Stated)
				}
				continue
			}
			r.ofDrivers("years_licensed", n.n, n.span, quote.Stated)
		}
	}
}

// clauseEnd returns the mark behind the clause that c stands in.
func (r *reader) clauseEnd(c claim) int { return r.clause(c.at).j }

// readYearsAnswered reads "21 yrs", "since '02" and "21 years for me, 18 for him" at the
// start of what stands below a quoted question for how long somebody has been licensed.
func (r *reader) readYearsAnswered() {
	for k := 1; k < len(r.lines); k++ {
		l := r.lines[k]
		if r.is(l.i, ">") || !r.is(r.lines[k-1].i, ">") || !r.has(r.asked(k-1), "licensed") {
			continue
		}
		i := l.i
		if r.isPersonEnd(i) && i+1 < l.j && !r.dated[i] && !r.is(i, "since", "desde", "when", "cuando") {
			i++ // "Me since 1971"
		}
		if r.has(r.asked(k-1), "birth") {
			i = r.behindBirth(i)
		}
		if n, at, ok := r.yearsAnswered(i); ok && r.free(at) {
			r.sayYears(at, n, at)
			r.andSince(at)
		}
	}
}

// behindBirth claims a full date at token i as a birth date, where a question asked for it and
// more, and returns where the rest of the answer starts: "June 16 1975, 33 years".
func (r *reader) behindBirth(i int) int {
	v, ok := r.date(i)
	if !ok || v.y == 0 || v.d == 0 || !r.bornAsDriver(v) {
		return i
	}
	if people := r.peopleAt(i); len(people) == 1 && r.birthOf(people[0]) == "" && r.free(v.span) {
		day, _ := v.born(r.today)
		r.say(entity{'d', people[0]}, "date_of_birth", day, v.span)
	}
	return r.skip(v.j, ",", "and", "-", ";", "y")
}

// forWhom returns who stands behind "for" behind a value: "20 for him".
func (r *reader) forWhom(at span) ([]int, bool) {
	i := r.skip(at.j+1, "my", "our", "mi")
	if !r.is(at.j, "for", "para") || i >= r.sentence(at.i).j || r.who[i] <= nobody || !r.isPersonEnd(i) && !r.is(i, "him", "her", "them") {
		return nil, false
	}
	if len(r.crews[r.lone[i]]) == 1 {
		return r.crews[r.lone[i]], true
	}
	return r.peopleAt(i), true
}

// whoBehind returns who stands behind a value, for whom it is or in brackets, and where the
// words for them end: "20 for him", "20 years (Ann)".
func (r *reader) whoBehind(at span) ([]int, int, bool) {
	if people, ok := r.forWhom(at); ok {
		end := r.skip(at.j+1, "my", "our", "mi") + 1
		for end < r.sentence(at.i).j && (r.isGiven(end) >= 0 || r.isSurname(end)) {
			end++
		}
		return people, end, true
	}
	people, ok := r.namedRightBehind(at)
	for k := at.j; ok && k < min(len(r.toks), at.j+9); k++ {
		if r.is(k, ")") {
			return people, k + 1, true
		}
	}
	return nil, at.j, false
}

// andFor reads ", 20 for him" where "18 years for me" ends at token i, or with ages "at 18 for me".
func (r *reader) andFor(i int, aged bool) {
	for range mostEntries {
		n, at, ok := r.yearsAnswered(r.skip(r.skip(i, ","), "and", "y"))
		people, end, of := r.whoBehind(at)
		if !ok || !of {
			return
		}
		if now, known := r.ageOf(people[0]); aged && n >= 14 && !isYears(r.at(at.j-1)) {
			if n, ok = now-n, known && now >= n; !ok {
				return
			}
		}
		r.sayOf(people, "years_licensed", n, at, quote.Stated)
		i = end
	}
}

// yearsAnswered reads years licensed at token i: "21", "21 years", "since 2003".
func (r *reader) yearsAnswered(i int) (int, span, bool) {
	if j := r.skip(i, "since", "desde", "when", "cuando"); j > i {
		j = r.skip(r.skip(j, "i", "she", "he", "yo"), "was", "turned", "age", "los", "tenia")
		return r.yearsAt(j, span{i, j})
	}
	if y, j, ok := r.year(i, r.today.Year(), false); ok && r.is(j, "for", "para", "(") {
		return r.yearsSince(date{span: span{i, j}, y: y}) // "2002 for Ann, 2004 for me"
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
		i := r.clause(r.endOf(c) - 1).j // "August 2, 1961" has a comma of its own
		if r.isReply() && (r.is(i-1, ".") || r.opensLine(i)) {
			i-- // "5/6/1961. 44 years." may be all of an answer
		}
		n, ok := r.number(r.skip(i+1, "about", "around", "roughly", "maybe", "approx"))
		s := span{i + 1, n.j + 1}
		age, _ := quote.Age(day, r.dateOf())
		if ok && (r.is(i, ",", "-", ";") || r.isReply() && (r.is(i, ".") || r.opensLine(i+1))) && isYears(r.at(n.j)) && n.n <= age-14 && r.standsAsItem(s) && r.free(n.span) {
			r.say(c.of, "years_licensed", n.n, s)
		}
	}
}

// asked returns the quoted question that ends with line k, or with why it is asked.
func (r *reader) asked(k int) span {
	if q, ok := r.questionAbove(k + 1); ok && q.last < k {
		return q.span
	}
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
		if r.who[i] == who || r.is(i, "i'm", "im") || slices.Equal(r.peopleAt(i), r.peopleAt(at.i)) || !r.is(i, "since", "desde", "hace", "for", "hers", "his", "her", "him", "she", "he", "el", "ella", "yo") && !r.isPersonEnd(i) && !(r.is(i, "in", "en", "at") && r.isPersonEnd(i-1)) {
			continue
		}
		j := r.skipPast(i+1, "says", "said", "thinks", "believes", "guesses", "figures", "reckons", "it's", "about", "around", "roughly", "maybe")
		if r.is(i, "since", "desde") {
			j = r.skip(r.skip(j, "he", "she", "i", "they"), "was", "were", "turned")
		}
		n, s, ok := r.yearsAt(j, span{i, i + 1})
		if end := r.lately(j); !ok && end > j && r.is(j-1, "since", "in") {
			n, s, ok = 0, span{j, end}, true // "Mia since last week"
		}
		if m, bare := r.number(j); !ok && bare && !m.dollar && m.n < 80 && (m.j >= r.sentence(i).j-1 || r.breaks(m.j) || r.is(m.j, "for") && j > i+1 || r.is(i, "hers", "his", "el", "ella") && r.kind(m.j) == word && !isYears(r.at(m.j))) {
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
	people, end, ok := r.whoBehind(at)
	if !ok && c.j > at.j {
		people, end, ok = r.whoBehind(span{at.i, c.j}) // "25 years licensed for me"
	}
	if ok {
		r.sayOf(people, "years_licensed", n, at, quote.Stated)
		r.andFor(end, r.countsFromAge(claim{at: at.i, value: n}))
		return
	}
	if k, ok := r.askedOf("drivers", "years_licensed"); ok && r.who[c.i] == nobody && k < len(r.people) {
		r.say(entity{'d', k}, "years_licensed", n, at)
		return
	}
	subject := c.i - 1
	for r.is(subject, "have", "has", "had", "been", "was", "got", "also") && subject > c.i-4 {
		subject--
	}
	own := r.among(subject, "personal") && r.who[c.i] > everybody
	if r.isSaidOfEach(c, at) || r.who[c.i] == everybody && r.who[at.i] == everybody || r.everyoneIn(c.i) && !own {
		for _, k := range r.everyoneMeant(c) {
			r.say(entity{'d', k}, "years_licensed", n, at)
		}
		return
	}
	r.ofDrivers("years_licensed", n, at, quote.Stated)
}

// isBound reports whether what starts at token i is only a bound: "over 40 years".
func (r *reader) isBound(i int) bool {
	return r.is(i-1, "over", "than", "least") || r.isSome(r.skip(i+1, "-")) || r.is(i-1, "de") && r.is(i-2, "mas")
}

// isCeiling reports whether the number at token i is more than what is meant: "under 5 years".
func (r *reader) isCeiling(i int) bool {
	return r.is(i-1, "under") || r.is(i-1, "than") && r.is(i-2, "less", "fewer") || r.is(i-1, "de") && r.is(i-2, "menos")
}

// isSome reports whether token i makes the number before it a bound: "20 some years", "20-odd years".
func (r *reader) isSome(i int) bool {
	return r.is(i, "some", "odd", "something") && isYears(r.at(i+1))
}

// licensedBehind reads what follows the cue: "since 2008", "for 12 years", "at 16".
func (r *reader) licensedBehind(c span) (int, span, bool) {
	end := min(r.sentence(c.i).j, c.j+10)
	if r.is(c.j, "?") && c.j+1 == end && c.j+1 < len(r.toks) {
		end = min(r.sentence(c.j+1).j, c.j+5) // "License? Eight years."
	}
	_, _, before := r.yearsBefore(c)
	for i := c.j; i < end; i++ {
		if before && (r.is(i, ")") || r.lone[i] != r.lone[c.i]) {
			break // "(26 years licensed) and Joel (25 years licensed)"
		}
		if r.is(i, "until", "till") && r.is(c.j-1, "driving") && !r.has(r.clause(c.i), "negation") {
			break // "he did all the driving until 2021"
		}
		if before && i > c.j && r.has(span{i, i + 1}, "accident", "ticket") {
			break // "18 years driving, no tickets in 5 years"
		}
		if r.is(i, ";", "permit", "renews", "renew", "renewal") || r.is(i, "turned", "turns") && i == c.j || r.startsAt("licensed", i) > i || r.is(i, "and", "but", ",") && i > c.j && r.startsAt("birth", i+1) > i+1 {
			break
		}
		if r.isOfSomebodyElse(c, i) {
			break // "Leo has had his license since he was 16, Mia since 2024"
		}
		if n, ok := r.number(i); ok && r.is(i-1, "tiene", "tengo") && isYears(r.at(n.j)) && !r.countsYearsOf(n) {
			break // "acaba de sacar la licencia, tiene 17 años"
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

// ageUnknown finds "since he was 16" behind the words for a license at c, of somebody whose age nobody told.
func (r *reader) ageUnknown(c span) (span, bool) {
	for i := c.j; i < min(r.sentence(c.i).j, c.j+6); i++ {
		if n, ok := r.number(i); ok {
			return n.span, r.isEarlierAge(n) && !isYears(r.at(n.j))
		}
	}
	return span{}, false
}

// isOfSomebodyElse reports whether the years at token i stand right behind somebody else than the words for a license at c
// are about, who is no part of the same list.
func (r *reader) isOfSomebodyElse(c span, i int) bool {
	for i > c.j && r.is(i-1, "since", "in", "for", "only", "just", "about", "when", "at", "desde", "en", "hace") {
		i--
	}
	k := i - 1
	if k <= c.j || !r.isPersonEnd(k) || r.kind(k) != word || r.lone[k] <= everybody || r.lone[c.i] <= everybody || r.lone[k] == r.lone[c.i] {
		return false
	}
	first := k
	for first > c.j && (r.isGiven(first-1) >= 0 || r.isKin(first-1) || owners[r.at(first-1)]) {
		first--
	}
	return !r.is(first-1, "and", "&", "y", "+") && r.breaks(first-1)
}

// countsFromAge reports whether years licensed were counted from the age at which somebody
// got the license: "licensed since I was 17" states an age.
func (r *reader) countsFromAge(c claim) bool {
	n, ok := r.number(c.at)
	return ok && n.n != c.value && n.n < 100 && (r.is(c.at-1, "was", "at", "turned", "age", "since") || r.is(c.at-1, "of") && r.is(c.at-2, "age"))
}
