package reading

import "ppamaild/quote"

// bornTogetherAt reads the names of several others than who writes at the start of a sentence, of whom it
// tells their births, or since when they are licensed: "Owen and Paige, both born 7/6/2008".
func (r *reader) bornTogetherAt(i int) (group, end int, ok bool) {
	if !r.cased || !r.capital(i) || r.quiet[i] || r.sentence(i).i != i || !r.hasAndNear(i) || r.from.given == "" && r.people[0].given == "" {
		return 0, i, false
	}
	names := r.namesListed(i)
	if len(names) < 2 || len(names)+len(r.people) > mostEntries {
		return 0, i, false
	}
	last := names[len(names)-1].j
	one, behind := r.kinOfAll(last)
	if one == "" && !r.tellsOfBirths(behind) {
		return 0, i, false
	}
	var members []int
	for _, n := range names {
		if k := r.isGiven(n.i); k == 0 || k < 0 && r.isFrom(n) {
			return 0, i, false // who writes is among them
		}
		members = append(members, r.personBorn(n, kinds()[one]))
	}
	return r.crews.of(members...), last, true
}

// kinOfAll reads ", my kids" behind names that end before token i: what one of them is, or "", and where
// the words end.
func (r *reader) kinOfAll(i int) (one string, end int) {
	j := r.skip(i, ",", "(", "-")
	if j == i || !r.is(j, "my", "our", "mis", "nuestros") {
		return "", i
	}
	j = r.skipDescription(j + 1)
	return plurals[r.at(j)], j + 1
}

// tellsOfBirths reports whether ", both born" or "have been licensed" stands at token i.
func (r *reader) tellsOfBirths(i int) bool {
	j := r.skipPast(i, ",", "(", "-", "were", "was", "are", "both", "each", "all", "have", "had", "been", "got", "a", "their", "is")
	return r.startsAt("birth", j) > j || r.startsAt("licensed", j) > j || r.startsAt("birth", i) > i || r.startsAt("licensed", i) > i
}

// personBorn returns whom a name means of several that are told of together: somebody met before, or
// somebody new.
func (r *reader) personBorn(n fullName, of kin) int {
	k := r.isGiven(n.i)
	if k < 0 && of.relation != "" {
		k = r.meet(of, n, n.i)
	}
	if k < 0 {
		k = len(r.people)
		r.people = append(r.people, &person{known: -1, first: n.i, at: n.span})
		r.beSibling(k, n.i, 0)
	}
	p := r.people[k]
	p.drives, p.at = true, n.span
	r.addName(k, n)
	if of.relation != "" && p.known < 0 && p.relation != quote.Insured {
		p.relation = of.relation
		r.say(entity{'d', k}, "relationship", of.relation, n.span)
	}
	return k
}
