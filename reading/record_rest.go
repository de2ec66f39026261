package reading

import (
	"strings"

	"ppamaild/quote"
)

// What somebody had is often told together with what the others did not: "Rick had a ticket, the rest
// of us have none", "no tickets other than one for Rick".

// isOfRest reports whether the denial at is of all but those of whom the mail tells an incident: "the
// rest of us have no tickets", "nobody else has had an accident".
func (r *reader) isOfRest(at span) bool {
	return r.has(span{r.clause(at.i).i, at.j}, "the rest") && (r.hasIncident("accidents") || r.hasIncident("violations"))
}

// readRestNone reads "the others have none" as none of what its sentence, or the one before, counted of
// somebody.
func (r *reader) readRestNone() {
	for _, c := range r.cues["the rest"] {
		i := r.skipPast(c.j, "of", "us", "them", "have", "has", "had", "got", "with", "tienen", "-", ":")
		if r.quiet[c.i] || !r.is(i, "none", "nothing", "zero", "nada", "ninguno", "ninguna") || !r.endsThere(i+1) {
			continue
		}
		s := r.sentence(c.i)
		from := r.sentence(max(0, s.i-1)).i
		for _, field := range []string{"accidents", "violations"} {
			if r.hasIncident(field) && (r.counted(field, span{s.i, c.i}) || !r.has(s, "accident", "ticket") && r.counted(field, span{from, s.i})) {
				r.sayOf(r.spotless(), field, 0, span{c.i, i + 1}, quote.Stated)
			}
		}
	}
}

// listedBehind returns the people of the list that token i starts, "me", "Tom and me", up to who is told
// of anew: "me, Linda has one".
func (r *reader) listedBehind(i int) []int {
	people := r.peopleAt(i)
	for start, end := i, r.sentence(i).j; i < end; i++ {
		switch {
		case i > start && r.othersOwn(i):
			return people
		case r.isPersonEnd(i):
			people = append(people, r.peopleAt(i)...)
		case !r.is(i, "and", "&", "or", "y", ",") && !owners[r.at(i)]:
			return people
		}
	}
	return people
}

// isNeitherNor reports whether "neither" at token i is of incidents, "I have neither accidents nor
// tickets", and not of people.
func (r *reader) isNeitherNor(i int) bool {
	return r.is(i, "neither", "either") && max(r.startsAt("accident", i+1), r.startsAt("ticket", i+1)) > i+1
}

// readExcepted reads "no tickets other than one for Rick", whose denial of field c is of, as one of Rick
// and none of the others. It is true also where an exception leaves open what is denied.
func (r *reader) readExcepted(field string, c span) bool {
	j, several := r.behindDenied(c.j)
	if k := c.i - 1; r.is(k, "or", "and", "nor", ",", "/") {
		several = several || min(r.endsAt("accident", k), r.endsAt("ticket", k)) < k
	}
	from := r.startsAt("exception", j)
	if from == j {
		return false
	}
	but := span{from, r.clause(min(from, len(r.toks)-1)).j}
	own, other := "accident", "ticket"
	if field == "violations" {
		own, other = other, own
	}
	if r.has(but, other) && !r.has(but, own) {
		return !several
	}
	k, n := r.exceptedIn(but)
	if k < 0 || several && !r.has(but, own) || r.isOld(span{c.i, from}) {
		return true
	}
	r.sayOf([]int{k}, field, n, but, quote.Stated)
	for _, other := range r.everyDriver() {
		if other != k {
			r.sayOf([]int{other}, field, 0, c, quote.Inferred)
		}
	}
	return true
}

// whoseItWas returns the person of whom the words beside an incident say that it is theirs, "my only
// ticket", "the ticket in May was Rick's"; -1 where they don't.
func (r *reader) whoseItWas(at span) int {
	if r.is(at.i-1, "my", "mi") {
		return 0
	}
	for i := at.j; i < r.clause(at.j-1).j; i++ {
		switch {
		case !r.is(i, "is", "was", "were", "fue"):
		case r.is(i+1, "mine", "my", "mio", "mia"):
			return 0
		case r.isGiven(i+1) > 0 && strings.HasSuffix(r.at(i+1), "'s"):
			return r.isGiven(i + 1)
		}
	}
	return -1
}

// behindDenied returns where the list of what is denied ends that goes on at token j, and whether it
// does: "no accidents or tickets".
func (r *reader) behindDenied(j int) (end int, several bool) {
	for r.is(j, "or", "and", "nor", ",", "/") {
		next := max(r.startsAt("accident", j+1), r.startsAt("ticket", j+1))
		if next == j+1 {
			break
		}
		j, several = next, true
	}
	return r.skip(j, ","), several
}

// exceptedIn returns who has what s excepts from a denial, and how many, "one of Rick's", "my speeding
// ticket"; -1 where it does not say.
func (r *reader) exceptedIn(s span) (k, n int) {
	k, n = -1, 0
	if v, ok := r.number(s.i); ok && v.n < 10 && !v.dollar {
		n = v.n
	} else if r.is(s.i, "a", "an", "my", "his", "her", "mine", "his", "hers", "una", "un") || r.isGiven(s.i) >= 0 || r.isKin(s.i+1) {
		n = 1
	}
	for i := s.i; i < s.j && k < 0 && n > 0; i++ {
		switch {
		case r.is(i, "me", "mine", "i", "mi"), r.is(i, "my") && !r.isKin(i+1):
			k = 0
		case r.lone[i] > everybody && len(r.crews[r.lone[i]]) == 1 && r.namesOne(i):
			k = r.crews[r.lone[i]][0]
		}
	}
	return k, n
}
