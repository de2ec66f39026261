package reading

import "ppamaild/quote"

// readAges reads how old people say they are. An age is no birth date, but it
// tells how long somebody licensed "at 16" has been; with the birthday that it
// starts at, as in "turns 17 on December 3", it is one.
func (r *reader) readAges() {
	for i := range r.toks {
		if r.taken[i] || r.quiet[i] || r.kind(i) == mark {
			continue
		}
		n, ok := r.number(i)
		if !ok || n.dollar || n.n < 10 || n.n > 99 || r.isMiles(n.j) {
			continue
		}
		people := r.peopleAt(i)
		if len(people) == 2 && r.is(i-1, "both") && r.who[i] > everybody && (r.breaks(n.j) || r.is(n.j, "and", ".", "years", "yrs", "y")) {
			for _, k := range people {
				r.people[k].age = n.n // "Carl and I are both 52"
			}
			continue
		}
		if len(people) != 1 {
			if people = r.crews[max(r.lone[i], everybody)]; len(people) != 1 {
				continue
			}
		}
		asOf := r.is(n.j, "as") && r.is(n.j+1, "of")
		switch p := r.people[people[0]]; {
		case r.has(span{max(0, i-2), i}, "turns"), asOf && n.n < 30 && !r.named("licensed", i, 4):
			r.readBirthday(people[0], n)
		case r.isAge(n):
			p.age = n.n
		}
	}
}

// isAge reports whether n stands where ages do: "(77)", "I'm 41,", "75 years
// old", "age 62", "Leo, 17,".
func (r *reader) isAge(n number) bool {
	if r.is(n.i-1, "(") && r.is(n.j, ")") || r.is(n.i-1, "age", "aged") {
		return !r.is(n.i-2, "at", "of") && !r.named("licensed", n.i, 4) // "licensed at age 18"
	}
	if isYears(r.at(n.j)) {
		return r.is(n.j+1, "old", "young") || r.is(n.i-1, "tengo", "tiene") && !r.countsYearsOf(n)
	}
	if r.opensAge(n) {
		return true
	}
	switch {
	case r.is(n.i-1, ":") && r.is(n.i-2, "age", "edad") && !r.named("licensed", n.i, 5):
		return true
	case r.is(n.j, "yo") && n.n >= 15 && !r.is(n.i-1, "since", "at", "was", "old"):
		return true
	case r.is(n.i-1, ",") && r.is(n.j, ",") && n.n >= 15 && r.startsAt("licensed", n.j+1) > n.j+1:
		return true // "I'm a nurse, 31, licensed since I was 18"
	}
	if r.is(n.i-1, "is", "am") && (r.is(n.i-2, "he", "she", "i") || r.isGiven(n.i-2) >= 0 || r.is(n.i-1, "is") && r.isKin(n.i-2)) && n.n >= 14 && (r.endsClause(n.j) || r.is(n.j, "and", "now") || r.goesOnToLicense(n.j)) {
		return true
	}
	ends := r.breaks(n.j) || r.is(n.j, ".", "and", "yo", "y", "now", "this", "today", "ahora", "hes", "shes", "ive") || r.goesOnToLicense(n.j)
	if r.is(n.i-1, "now", "currently") && r.among(n.i-2, "i am") && n.n > 14 {
		return ends
	}
	return ends && (r.is(n.i-1, "hes", "shes", "i'm", "im", "he's", "she's", "am", "tengo", "tiene") || r.is(n.i-1, ",") && (r.isGiven(n.i-2) >= 0 || r.isSurname(n.i-2) || r.isFromPart(n.i-2)))
}

// goesOnToLicense reports whether what one says of a license follows at token i: "I'm 22 got my
// license at 17".
func (r *reader) goesOnToLicense(i int) bool {
	return r.startsAt("licensed", i) > i || r.startsAt("got a license", i) > i
}

// opensAge reports whether n begins a sentence that goes on with what one says of a driver:
// "41, been driving since I was 16", "33 male, clean record".
func (r *reader) opensAge(n number) bool {
	j := r.skip(n.j, ",")
	return n.n >= 15 && r.sentence(n.i).i == n.i && r.among(j, "behind an age") && (j > n.j || r.is(j, "male", "female"))
}

// readBirthday reads the day on which person k turns, or turned, n.
func (r *reader) readBirthday(k int, n number) {
	past := r.has(span{max(0, n.i-2), n.i}, "turned") || r.is(n.j, "as")
	if r.isOwnTurn(n) {
		r.people[k].age = n.n // "I turned 72 in February"
	}
	if m := months[r.at(n.j+1)]; r.is(n.j, "in", "en") && !past && m > int(r.today.Month()) && r.kind(n.j+2) != digits {
		r.people[k].age = n.n - 1 // "I will be 78 in April"
	}
	j := r.skip(r.skip(n.j, "years"), "old")
	if lately := r.lately(r.skip(r.skip(j, "as"), "of")); past && r.dayNamed(r.skipPast(lately, ",", "(", "on", "-")) {
		j = r.skipPast(lately, ",", "(", "on", "-") // "turned 16 last week, on Oct 3"
	}
	j = r.skipPast(j, "as", "of")
	day := r.skip(r.skip(j, "on", "el", "(", "next"), "next", "this", "last", "the")
	v, ok := r.date(day)
	if !ok && past {
		v, ok = r.justGone(j)
	} else if !ok {
		v, ok = r.nearDay(day, r.today)
	}
	if !ok || v.d == 0 || !r.together(n.i, v.j) {
		return
	}
	if given := r.today.Year() - v.y - n.n; v.y == 0 || given < -1 || given > 1 { // not "turned 16 (6/15/2010)"
		day, ok := v.coming(r.today)
		if past {
			day, ok = v.gone(r.today)
		}
		if !ok {
			return
		}
		v.y, v.short = day.Year()-n.n, false
	}
	if born, ok := v.born(r.today); ok {
		s := span{n.i, v.j}
		r.people[k].drives = true
		r.claim(entity{'d', k}, "date_of_birth", born, s, quote.Inferred)
		r.take(s)
		if age, _ := quote.Age(born, r.dateOf()); age == 16 && n.n == 16 && r.has(r.sentence(n.i), "got a license") {
			r.claim(entity{'d', k}, "years_licensed", 0, s, quote.Inferred) // nobody could before
		}
	}
}

// isOwnTurn reports whether a sentence tells that somebody has turned n in a month, not what was
// when they did: "I turned 72 in February".
func (r *reader) isOwnTurn(n number) bool {
	j := n.i - 1
	if !r.is(j, "turned") || !r.is(n.j, "in") || months[r.at(n.j+1)] == 0 || r.kind(n.j+2) == digits {
		return false
	}
	for k := j - 1; k > j-4; k-- {
		if r.is(k, "when", "since", "after", "until", "till", "before", "once") {
			return false
		}
	}
	return true
}

// ageOf returns how old person k is, by birth date or in words.
func (r *reader) ageOf(k int) (int, bool) {
	if age, ok := quote.Age(r.birthOf(k), r.dateOf()); ok {
		return age, true
	}
	return r.people[k].age, r.people[k].age > 0
}

// dayNamed reports whether a day and its month stand at token i.
func (r *reader) dayNamed(i int) bool {
	v, ok := r.date(i)
	return ok && v.d > 0
}
