package reading

import (
	"slices"

	"ppamaild/reading/text"
)

// isCommercial: vehicles of a business, as such or by who owns them.
func (r *reader) isCommercial() bool {
	if r.any("business fleet") {
		return true
	}
	for _, c := range r.Cues["runs a business"] {
		s := r.Sentence(c.I)
		if !r.Quiet[c.I] && (r.Has(text.Between(s.I, c.I+1), "titled to") || r.Has(s, "several vehicles") && r.Has(s, "runs")) {
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
	return slices.ContainsFunc(r.Cues["auto line"], func(c text.Span) bool {
		return !r.Quiet[c.I] && !r.Among(c.J, "beside a car") && !r.Has(r.Sentence(c.I), "content")
	})
}

// wantsOtherLine leaves out what is only mentioned as insured already or as somebody
// else's, and what a car only tows, or comes by. Beside a car it must be asked for: who
// lists a motorcycle gets the car's quote all the same.
func (r *reader) wantsOtherLine() bool {
	for _, name := range []string{"other line", "other vehicle"} {
		for _, c := range r.Cues[name] {
			s := r.Sentence(c.I)
			hauled := name == "other vehicle" && r.Has(text.Between(max(s.I, c.I-4), c.I), "hauls")
			place := r.Is(c.J, "ramp", "ramps", "launch", "dock", "show", "landing", "club")
			asked := !r.hasVehicle() || r.Has(s, "insures", "quote request", "price words") || r.carIn(s)
			if asked && !r.Quiet[c.I] && !hauled && !place && !r.isOthers(c) && !r.Has(s, "insured already", "discount multi_policy") {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.Cues["dwelling"], func(c text.Span) bool {
		s := r.Sentence(c.I)
		asked := r.Has(text.Between(max(s.I, c.I-4), c.I), "insures")
		return asked && !r.Quiet[c.I] && !r.Among(c.J, "of a dwelling") && !r.Has(s, "insured already", "discount multi_policy")
	})
}

// carIn reports whether a car's model is stated in s.
func (r *reader) carIn(s text.Span) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		return c.of.kind == 'v' && c.field == "model" && s.I <= c.at && c.at < s.J
	})
}

// isOthers reports whether what stands at c is somebody else's, or nobody's: "his boat",
// "he kept the truck and the boat", "no boats or motorcycles".
func (r *reader) isOthers(c text.Span) bool {
	if _, none := r.Before("negation", max(r.Clause(c.I).I, c.I-4), c.I); none && r.isReply() {
		return true
	}
	return r.Is(c.I-1, "his", "her", "their") || r.Is(r.Clause(c.I).I, "he", "she", "they")
}

// isSpam: bulk mail, an offer to the agency, or several of its usual words. Who
// states an application is a customer whatever a list put below it.
func (r *reader) isSpam() bool {
	n := len(r.Cues["spam"])
	switch {
	case r.in.Bulk && n > 0, r.any("bulk mail"):
		return r.facts() < 6 || !r.isPersonal()
	case (r.any("to a business") || r.any("business owned")) && r.any("an offer") && !r.any("own insurance"):
		return r.facts() < 3
	case r.any("business owned") && r.sells():
		return r.facts() == 0
	}
	return n >= 2 && !r.hasVehicle() || n == 1 && r.facts() == 0 && !r.any("quote request") || r.weighFor(junk) > 0
}

// sells reports whether the writer, as a seller does, can do something for others:
// "we can fix it", "our team will boost".
func (r *reader) sells() bool {
	return slices.ContainsFunc(r.Cues["sells"], func(c text.Span) bool {
		return r.Among(c.I-1, "sellers") || r.Among(c.I-2, "sellers")
	})
}
