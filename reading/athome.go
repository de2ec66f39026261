package reading

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// readAtHome reads that a vehicle is driven for pleasure where the mail says no more of it
// than that who drives it has no work to drive to: "I'm retired", "I walk to work".
func readAtHome(r *reader) {
	if len(r.liveVehicles()) == 0 {
		return
	}
	signs := slices.Clone(r.carless)
	for _, c := range r.Cues["no work"] {
		if isSaidOfSomebody(r.sheet, c) {
			signs = append(signs, c)
		}
	}
	for _, c := range signs {
		if r.Quiet[c.I] {
			continue
		}
		for _, k := range drivenBy(r.party, c) {
			if of := (entity{'v', k}); !r.hasClaim(of, "use") {
				r.infer(of, "use", quote.Pleasure, c)
			}
		}
	}
}

// isSaidOfSomebody tells "I'm retired" and "Retired, so …" from "the agent we liked has
// retired" and "my retired neighbor".
func isSaidOfSomebody(r *sheet, c text.Span) bool {
	switch s := r.Sentence(c.I); {
	case r.Has(text.Between(max(s.I, c.I-3), c.I), "negation"), outsiderSpeaks(r, s, c.I), r.Among(c.I-1, "once was"):
		return false
	case r.Has(text.Between(c.J, c.J+4), "discount military"):
		return false // "retired Navy" may have a job
	case r.Is(c.J-1, "work", "trabajo"):
		return worksNowhere(r, c)
	case c.J > c.I+1, r.Clause(c.I).I == c.I:
		return true
	}
	k := c.I - 1
	for r.Among(k, "before retired") {
		k--
	}
	return r.Among(k, "i or we are") || r.Among(k, "others are") && !r.Is(c.J, "from", "de")
}

// worksNowhere tells "I don't work" and "she doesn't work, so …" from "I don't work far from
// home" and "the alarm doesn't work".
func worksNowhere(r *sheet, c text.Span) bool {
	somebody := r.Is(c.I-1, "she", "he", "who") || find.IsKin(r.Text, c.I-1) || r.isGiven(c.I-1) >= 0
	if r.Is(c.I, "doesn't", "does", "doesnt") && !somebody {
		return false
	}
	return endsClause(r.Text, c.J) || r.Among(c.J, "behind no work")
}

// drivenBy returns the vehicles of whom the words at c are about: theirs, or all where
// nobody else drives.
func drivenBy(r *party, c text.Span) []int {
	live, people := r.liveVehicles(), r.peopleAt(c.I)
	if len(people) == 1 && eachHasOwner(r.sheet) {
		if k := keptBy(r.sheet, people[0]); k >= 0 {
			return []int{k}
		}
		return nil
	}
	if others := othersBeside(r.sheet, people); len(others) == 0 || r.who[c.I] == everybody {
		return live
	}
	if k := r.which[c.I]; k > everybody && len(live) > 1 && refersIn(r.garage, r.Sentence(c.I)) {
		return r.vehiclesAt(c, "use") // "Neil, who's retired, has the Maverick"
	}
	return nil
}

// othersBeside returns the drivers that are not among people.
func othersBeside(r *sheet, people []int) []int {
	among := func(k int) bool { return slices.Contains(people, k) }
	return slices.DeleteFunc(r.everyDriver(), among)
}

func refersIn(r *garage, s text.Span) bool { return slices.Contains(r.refers[s.I:s.J], true) }
