package reading

import (
	"slices"

	"ppamaild/quote"
)

// readBareBirth claims a full date without a word for its role as the birth date
// of the person it stands behind: "my wife Ana (3/4/85)".
func (r *reader) readBareBirth(v date) bool {
	day, ok := v.born(r.today)
	age, known := quote.Age(day, r.dateOf())
	if !ok || !known || age < 14 || v.d == 0 || !r.isBareBirth(v, age) {
		return false
	}
	r.sayBirth(day, v.span)
	return true
}

// isBareBirth reports whether v, so many years ago, stands where birth dates do.
func (r *reader) isBareBirth(v date, age int) bool {
	j := v.i
	for r.is(j-1, "(", ",", "-", ":", "|", ";") {
		j--
	}
	aged := j
	for r.is(aged-1, "old", "yo") || isYears(r.at(aged-1)) {
		aged--
	}
	if n, ok := r.number(aged - 1); ok && j < v.i && n.n == age {
		return true // "I'm 22 (6/9/2004)"
	}
	if r.isEquated(v.i) || r.startsAlone(v) || j < v.i && r.is(j-1, "him", "her") {
		return true
	}
	if r.named("event", v.i, 5) && !r.is(v.i-1, "(") {
		return false
	}
	return r.endsPerson(j-1) || r.isItemOfPerson(v, age)
}

// startsAlone reports whether v starts a line or sentence that can be of one person
// only: a line of its own among answers, or where one person is spoken of; "I am the
// only driver. 7/19/1958."; "4/4/1990, licensed 18 years".
func (r *reader) startsAlone(v date) bool {
	l, s := r.body(r.lines[r.lineOf(v.i)]), r.sentence(v.i)
	one := len(r.people) == 1
	switch {
	case r.isReply() && one && r.putsIt(v.i) && s.j-v.j < 2, r.isReply() && one && s.i == v.i && r.is(v.j, "and", "y", ",", ";", "-"), r.isReply() && one && r.is(v.i-1, ":"), (r.isReply() || one) && l.i == v.i && r.isWholeLine(v.j, l.j), one && s.i == v.i && s.j-v.j < 2:
		return true
	}
	return s.i == v.i && r.is(v.j, ",") && r.has(span{v.j + 1, v.j + 3}, "licensed")
}

// isEquated reports whether a person is said to be the date at token i: "Noriko is
// 4/2/1977", "hers is 1/19/1996", "I'm 3/5/1990", and "I was born on June 2, 1947, and she on May 3, 1949".
func (r *reader) isEquated(i int) bool {
	switch {
	case r.is(i-1, "is", "was", "es"):
		whole := r.is(i-2, ",") && (r.isSurname(i-3) || r.isGiven(i-3) >= 0) // "my wife, Ana Lopez, is"
		return whole || r.isGiven(i-2) >= 0 || r.is(i-2, "mine", "hers", "his")
	case r.is(i-1, "on", "el"):
		return r.is(i-2, "she", "he", "i", "yo", "ella") && r.named("birth", i, 16)
	}
	return r.among(i-1, "i am")
}

// endsPerson reports whether token i ends the name of a person, perhaps with who that
// is in brackets behind: "Ana Lopez (my wife)".
func (r *reader) endsPerson(i int) bool {
	if !r.is(i, ")") {
		return r.isPersonEnd(i)
	}
	said := false
	for k := i - 1; k > max(0, i-8); k-- {
		if r.is(k, "(") {
			return said && r.isPersonEnd(k-1)
		}
		said = said || r.isKin(k) || r.among(k, "self")
	}
	return false
}

// isItemOfPerson reports whether v stands by itself in a sentence about one person who
// was named in it, and is of a day so long ago that only a birth is told by it:
// "My husband Dale, same last name, 1/31/1964".
func (r *reader) isItemOfPerson(v date, age int) bool {
	s := r.sentence(v.i)
	g := r.lone[v.i]
	if age < 15 || age > 95 || v.y < 100 || !r.breaks(v.i-1) || r.has(span{s.i, v.i}, "event", "licensed", "effective", "expires") || g <= everybody || len(r.crews[g]) != 1 {
		return false
	}
	p := r.people[r.crews[g][0]]
	return p.given != "" && s.i <= p.at.i && p.at.i < v.i && r.birthOf(r.crews[g][0]) == ""
}

// readBirthList reads "2/2/1984 and 1/1/1985" as the birth dates of as many people, in the
// order in which they were named last, and returns where it ends, or the start of v.
func (r *reader) readBirthList(v date) int {
	list := []date{v}
	for next, ok := r.date(r.behindComma(v.j)); ok && next.y != 0 && next.d != 0 && len(list) < mostEntries; next, ok = r.date(r.behindComma(next.j)) {
		list = append(list, next)
	}
	if len(list) < 2 || r.roleOf(v) != "birth" && !r.is(v.i-1, ":") {
		return v.i
	}
	people := r.namedBefore(v.i, len(list))
	days := make([]quote.Date, len(list))
	for n, each := range list {
		day, ok := each.born(r.today)
		age, known := quote.Age(day, r.dateOf())
		if people == nil || !ok || !known || r.people[people[n]].age > 0 && r.people[people[n]].age != age {
			return v.i
		}
		days[n] = day
	}
	for n, k := range people {
		r.people[k].drives = true
		r.say(entity{'d', k}, "date_of_birth", days[n], list[n].span)
		r.take(list[n].span)
	}
	return list[len(list)-1].j
}

// behindComma returns the token behind ", and" or one of both at token i; -1 where
// neither stands there.
func (r *reader) behindComma(i int) int {
	if j := r.skip(r.skip(i, ","), "and", "&"); j > i {
		return j
	}
	return -1
}

// namedBefore returns the n people that were named before token i, in their order, where
// the last sentence that names anybody names just as many; else nil.
func (r *reader) namedBefore(i, n int) []int {
	var people []int
	from := -1
	for k := i - 1; k >= max(0, i-40); k-- {
		if r.sentence(k).i < from && len(people) > 0 {
			break
		}
		if g := r.lone[k]; g > everybody && (k == 0 || g != r.lone[k-1]) && len(r.crews[g]) == 1 && !slices.Contains(people, r.crews[g][0]) {
			people = append(people, r.crews[g][0])
			from = r.sentence(k).i
		}
	}
	if len(people) != n {
		return nil
	}
	slices.Reverse(people)
	return people
}

// putsIt reports whether the words before token i give what was asked for: "it's", "that should
// be", "I meant".
func (r *reader) putsIt(i int) bool {
	return r.is(i-1, "it's", "its", "es", "meant", "mean") ||
		r.is(i-1, "is", "was") && r.is(i-2, "it", "that") ||
		r.is(i-1, "be") && r.is(i-2, "should", "must")
}
