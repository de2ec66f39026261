package reading

import (
	"slices"

	"ppamaild/quote"
)

// readAtHome reads that a vehicle is driven for pleasure where the mail says no more of it
// than that who drives it has no work to drive to: "I'm retired", "I walk to work".
func (r *reader) readAtHome() {
	if len(r.liveVehicles()) == 0 {
		return
	}
	signs := slices.Clone(r.carless)
	for _, c := range r.cues["no work"] {
		if r.isSaidOfSomebody(c) {
			signs = append(signs, c)
		}
	}
	for _, c := range signs {
		if r.quiet[c.i] {
			continue
		}
		for _, k := range r.drivenBy(c) {
			if of := (entity{'v', k}); !r.hasClaim(of, "use") {
				r.infer(of, "use", quote.Pleasure, c)
			}
		}
	}
}

// isSaidOfSomebody tells "I'm retired" and "Retired, so …" from "the agent we liked has
// retired" and "my retired neighbor".
func (r *reader) isSaidOfSomebody(c span) bool {
	switch s := r.sentence(c.i); {
	case r.has(span{max(s.i, c.i-3), c.i}, "negation"), r.outsiderSpeaks(s, c.i), r.among(c.i-1, "once was"):
		return false
	case r.has(span{c.j, c.j + 4}, "discount military"):
		return false // "retired Navy" may have a job
	case r.is(c.j-1, "work", "trabajo"):
		return r.worksNowhere(c)
	case c.j > c.i+1, r.clause(c.i).i == c.i:
		return true
	}
	k := c.i - 1
	for r.among(k, "before retired") {
		k--
	}
	return r.among(k, "i or we are") || r.among(k, "others are") && !r.is(c.j, "from", "de")
}

// worksNowhere tells "I don't work" and "she doesn't work, so …" from "I don't work far from
// home" and "the alarm doesn't work".
func (r *reader) worksNowhere(c span) bool {
	somebody := r.is(c.i-1, "she", "he", "who") || r.isKin(c.i-1) || r.isGiven(c.i-1) >= 0
	if r.is(c.i, "doesn't", "does", "doesnt") && !somebody {
		return false
	}
	return r.endsClause(c.j) || r.among(c.j, "behind no work")
}

// drivenBy returns the vehicles of whom the words at c are about: theirs, or all where
// nobody else drives.
func (r *reader) drivenBy(c span) []int {
	live, people := r.liveVehicles(), r.peopleAt(c.i)
	if len(people) == 1 && r.eachHasOwner() {
		if k := r.keptBy(people[0]); k >= 0 {
			return []int{k}
		}
		return nil
	}
	if others := r.othersBeside(people); len(others) == 0 || r.who[c.i] == everybody {
		return live
	}
	if k := r.which[c.i]; k > everybody && len(live) > 1 && r.refersIn(r.sentence(c.i)) {
		return r.vehiclesAt(c, "use") // "Neil, who's retired, has the Maverick"
	}
	return nil
}

// othersBeside returns the drivers that are not among people.
func (r *reader) othersBeside(people []int) []int {
	return slices.DeleteFunc(r.everyDriver(), func(k int) bool { return slices.Contains(people, k) })
}

// refersIn reports whether words in s stand for a vehicle.
func (r *reader) refersIn(s span) bool { return slices.Contains(r.refers[s.i:s.j], true) }
