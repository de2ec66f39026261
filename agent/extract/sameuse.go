package extract

import "ppamaild/quote"

// readSameUse reads that the only new car is driven as the only one that it takes the place of: "traded
// the Civic for a 2022 Maverick, same use and mileage".
func (r *reader) readSameUse() {
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
