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
		if len(people) != 1 {
			if people = r.crews[max(r.lone[i], everybody)]; len(people) != 1 {
				continue
			}
		}
		switch p := r.people[people[0]]; {
		case r.has(span{max(0, i-2), i}, "turns"):
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
		return true
	}
	if isYears(r.at(n.j)) {
		return r.is(n.j+1, "old", "young") || r.is(n.i-1, "tengo", "tiene") && !r.countsYearsOf(n)
	}
	if r.opensAge(n) {
		return true
	}
	ends := r.breaks(n.j) || r.is(n.j, ".", "and", "yo", "y")
	return ends && (r.is(n.i-1, "i'm", "im", "he's", "she's", "am", "tengo") || r.is(n.i-1, ",") && r.isGiven(n.i-2) >= 0)
}

// opensAge reports whether n begins a sentence that goes on with what one says of a driver:
// "41, been driving since I was 16", "33 male, clean record".
func (r *reader) opensAge(n number) bool {
	j := r.skip(n.j, ",")
	return n.n >= 15 && r.sentence(n.i).i == n.i && r.among(j, "behind an age") && (j > n.j || r.is(j, "male", "female"))
}

// readBirthday reads the day on which person k turns, or turned, n.
func (r *reader) readBirthday(k int, n number) {
	j := r.skip(n.j, "years")
	j = r.skip(r.skip(j, "old"), "on", "el", "(")
	v, ok := r.date(j)
	if !ok {
		v, ok = r.justGone(j)
	}
	if !ok || v.d == 0 || !r.together(n.i, v.j) {
		return
	}
	if given := r.today.Year() - v.y - n.n; v.y == 0 || given < -1 || given > 1 { // not "turned 16 (6/15/2010)"
		day, ok := v.coming(r.today)
		if r.has(span{max(0, n.i-2), n.i}, "turned") {
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
	}
}

// ageOf returns how old person k is, by birth date or in words.
func (r *reader) ageOf(k int) (int, bool) {
	if age, ok := quote.Age(r.birthOf(k), r.dateOf()); ok {
		return age, true
	}
	return r.people[k].age, r.people[k].age > 0
}
