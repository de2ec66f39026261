package reading

import "slices"

// isSpam: bulk mail, an offer to the agency, or several of its usual words. Who
// states an application is a customer whatever a list put below it.
func (r *reader) isSpam() bool {
	n := len(r.cues["spam"])
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
	return slices.ContainsFunc(r.cues["sells"], func(c span) bool {
		return r.among(c.i-1, "sellers") || r.among(c.i-2, "sellers")
	})
}
