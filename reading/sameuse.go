package reading

import (
	"slices"

	"ppamaild/quote"
)

// readSameUse reads that the only new car is driven as the only one that it takes the place of: "traded
// the Civic for a 2022 Maverick, same use and mileage".
func (r *reader) readSameUse() {
	r.readUsedAlike()
	if len(r.cues["driven the same"])+len(r.cues["same use"])+len(r.cues["same miles"]) == 0 {
		return
	}
	old, next := r.replaced()
	if old < 0 {
		return
	}
	was := r.in.Known.Vehicles[r.vehicles[old].known]
	for _, of := range []struct {
		cue         string
		use, annual bool
	}{{"driven the same", true, true}, {"same use", true, false}, {"same miles", false, true}} {
		for _, c := range r.cues[of.cue] {
			if !r.quiet[c.i] {
				r.sayDrivenAs(entity{'v', next}, was, c, of.use, of.annual)
			}
		}
	}
}

// replaced returns the only known car that goes, and the only one that comes; -1 where there are more, or none.
func (r *reader) replaced() (old, next int) {
	old, next = -1, -1
	for k, v := range r.vehicles {
		switch {
		case v.known >= 0 && v.removed:
			if old >= 0 {
				return -1, -1
			}
			old = k
		case v.known < 0 && !v.gone && r.isClaimed(entity{'v', k}):
			if next >= 0 {
				return -1, -1
			}
			next = k
		}
	}
	if old < 0 || next < 0 {
		return -1, -1
	}
	return old, next
}

// sayDrivenAs claims of a car what was known of another, where the mail says nothing else.
func (r *reader) sayDrivenAs(of entity, was quote.Vehicle, c span, use, annual bool) {
	if use && was.Use != "" && !r.hasClaim(of, "use") {
		r.say(of, "use", was.Use, c)
		if was.CommuteMilesOneWay != nil && !r.hasClaim(of, "commute_miles_one_way") {
			r.say(of, "commute_miles_one_way", *was.CommuteMilesOneWay, c)
		}
	}
	if annual && was.AnnualMiles != nil && !r.hasClaim(of, "annual_miles") {
		r.say(of, "annual_miles", *was.AnnualMiles, c)
	}
}

// readUsedAlike reads that a car is driven to where another one is that the mail tells of: "the Accord: same commute",
// "2015 Accord - same as the Cherokee". The miles of a year are said with them only in a list, or as "same as".
func (r *reader) readUsedAlike() {
	for i := range r.toks {
		if !r.is(i, "same", "ditto") || r.quiet[i] || r.named("negation", i, 3) {
			continue
		}
		to, like, whole, at := r.alikeCarsAt(i)
		if like < 0 {
			like = r.onlyCommuter(i, to)
		}
		if to < 0 || like < 0 || to == like || r.isWithoutCar(at) {
			continue
		}
		for _, c := range slices.Clone(r.claims) {
			drive := c.field == "use" || c.field == "commute_miles_one_way" || whole && c.field == "annual_miles"
			if drive && c.of == (entity{'v', like}) && c.at < i && !r.hasClaim(entity{'v', to}, c.field) {
				r.infer(entity{'v', to}, c.field, c.value, at)
			}
		}
	}
}

// alikeCarsAt returns the car that the words from "same" at token i on are said of, the one that it is like, or -1
// where they do not name it, whether they tell all of it, and their span.
func (r *reader) alikeCarsAt(i int) (to, like int, whole bool, at span) {
	to, like = -1, -1
	if of := r.vehiclesAt(span{i, i + 1}, "use"); len(of) == 1 {
		to = of[0]
	}
	j := max(r.startsAt("same use", i), r.startsAt("driven the same", i))
	switch {
	case j > i:
		if k := r.skip(j, "as"); k > j {
			like, j = r.carAt(k)
		}
	case r.is(i+1, "way") && r.is(i-1, "the") && r.is(i-2, "used", "driven"):
		j = i + 2
	case r.is(i+1, "as") && r.standsBehindCar(i):
		if like, j = r.carAt(i + 2); like < 0 || !r.endsClause(j) {
			return -1, -1, false, at
		}
		whole = true
	case r.is(i+1, "for", "with") && r.sentence(i).i == i:
		if g := r.which[i]; g > everybody && len(r.fleets[g]) == 1 {
			like = r.fleets[g][0]
		}
		if to, j = r.carAt(i + 2); like < 0 || to < 0 || !r.endsClause(j) {
			return -1, -1, false, at
		}
		whole = true
	case r.standsBehindCar(i) && r.endsClause(i+1) && r.row(i) != r.row(i+1):
		j, whole = i+1, true
	default:
		return -1, -1, false, at
	}
	return to, like, whole, span{i, max(j, i+1)}
}

// standsBehindCar reports whether a car is named right before token i, with no more than a mark or "is the" between:
// "2015 Accord: same".
func (r *reader) standsBehindCar(i int) bool {
	for r.is(i-1, ":", "-", ",", "=", "is", "the", "(") {
		i--
	}
	n, _ := slices.BinarySearchFunc(r.places, i, func(p placed, i int) int { return p.at.i - i })
	return n > 0 && r.places[n-1].at.j == i
}

// onlyCommuter returns the only vehicle besides one whose way to work the mail tells before token i; -1 where there
// are more, or none.
func (r *reader) onlyCommuter(i, besides int) int {
	found := -1
	for _, c := range r.claims {
		if c.of.kind == 'v' && c.field == "commute_miles_one_way" && c.at < i && c.of.index != besides && c.of.index != found {
			if found >= 0 {
				return -1
			}
			found = c.of.index
		}
	}
	return found
}
