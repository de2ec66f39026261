package reading

import "slices"

// isCommercial: vehicles of a business, as such or by who owns them.
func (r *reader) isCommercial() bool {
	if r.any("business fleet") {
		return true
	}
	for _, c := range r.cues["runs a business"] {
		s := r.sentence(c.i)
		if !r.quiet[c.i] && (r.has(span{s.i, c.i + 1}, "titled to") || r.has(s, "several vehicles") && r.has(s, "runs")) {
			return true
		}
	}
	return false
}

// isOtherLine: a home, a boat or the like, and no car.
func (r *reader) isOtherLine() bool {
	return r.wantsOtherLine() && !r.hasVehicle() && !r.wantsAuto()
}

// wantsAuto leaves out cars that are to stay where they are.
func (r *reader) wantsAuto() bool {
	return slices.ContainsFunc(r.cues["auto line"], func(c span) bool {
		return !r.quiet[c.i] && !r.among(c.j, "beside a car") && !r.has(r.sentence(c.i), "content")
	})
}

// wantsOtherLine leaves out what is only mentioned as insured already or as somebody
// else's, and what a car only tows, or comes by. Beside a car it must be asked for: who
// lists a motorcycle gets the car's quote all the same.
func (r *reader) wantsOtherLine() bool {
	for _, name := range []string{"other line", "other vehicle"} {
		for _, c := range r.cues[name] {
			s := r.sentence(c.i)
			hauled := name == "other vehicle" && r.has(span{max(s.i, c.i-4), c.i}, "hauls")
			place := r.is(c.j, "ramp", "ramps", "launch", "dock", "show", "landing", "club")
			asked := !r.hasVehicle() || r.has(s, "insures", "quote request", "price words") || r.carIn(s)
			if asked && !r.quiet[c.i] && !hauled && !place && !r.isOthers(c) && !r.has(s, "insured already", "discount multi_policy") {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.cues["dwelling"], func(c span) bool {
		s := r.sentence(c.i)
		asked := r.has(span{max(s.i, c.i-4), c.i}, "insures")
		return asked && !r.quiet[c.i] && !r.among(c.j, "of a dwelling") && !r.has(s, "insured already", "discount multi_policy")
	})
}

// carIn reports whether a car's model is stated in s.
func (r *reader) carIn(s span) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		return c.of.kind == 'v' && c.field == "model" && s.i <= c.at && c.at < s.j
	})
}

// isOthers reports whether what stands at c is somebody else's, or nobody's: "his boat",
// "he kept the truck and the boat", "no boats or motorcycles".
func (r *reader) isOthers(c span) bool {
	if _, none := r.before("negation", max(r.clause(c.i).i, c.i-4), c.i); none && r.isReply() {
		return true
	}
	return r.is(c.i-1, "his", "her", "their") || r.is(r.clause(c.i).i, "he", "she", "they")
}
