package reading

import "slices"

// leaveAlone notes that nobody else drives where the author says so, "quote just me", "I'm the
// only driver": who is named besides, and of whom nothing is told that one says of a driver, does not.
func (r *reader) leaveAlone() {
	if !slices.ContainsFunc(r.cues["i alone drive"], r.isAlone) {
		return
	}
	for k, p := range r.people[1:] {
		of := entity{'d', k + 1}
		told := slices.ContainsFunc(r.claims, func(c claim) bool {
			return c.of == of && (c.field == "date_of_birth" || c.field == "years_licensed" || c.field == "license_number")
		})
		if p.known < 0 && !told {
			p.idle = true
		}
	}
}

// isAlone tells "just me." from "just me and my wife" and "not just me", and from what is said of
// one of several cars.
func (r *reader) isAlone(c span) bool {
	j := r.skip(c.j, ",", "(", ".")
	goesOn := r.is(j, "and", "&", "y", "plus", "or", "with", "+", "who", "n") || r.is(c.j, "of", "for", "on") || r.isKin(j) || r.isKin(j+1)
	return !r.quiet[c.i] && !goesOn && !r.is(c.i-1, "not", "no", "isn't", "nearly") && len(r.liveVehicles()) < 2
}
