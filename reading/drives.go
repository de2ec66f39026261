package reading

import "ppamaild/quote"

// driverOf is the value of field driver: a place in reader.people, which resolve turns into an
// index of drivers.
type driverOf int

// readDrives reads the driver of a car: "Erik drives the Outback". Questions and several
// drivers state nothing.
func (r *reader) readDrives() {
	for _, p := range r.places {
		i := p.at.i
		for r.is(i-1, "a", "an", "the", "my", "our", "his", "her", "el", "la", "un", "una", "mi", "nuestro", "nuestra") || r.kind(i-1) == digits {
			i--
		}
		s := r.sentence(i)
		if !r.is(i-1, "drive", "drives", "maneja") || r.quiet[i-1] || r.is(s.j-1, "?") || r.has(r.clause(i-1), "negation", "everyone") {
			continue
		}
		if r.is(p.at.j, "too", "also", "sometimes", "tambien") {
			continue
		}
		words := span{max(i-2, s.i), p.at.j}
		g := r.lone[max(i-2, 0)]
		switch {
		case r.is(i-3, "and", "or", "y") && !r.is(i-1, "drive") || r.is(p.at.j, "when", "if"):
		case r.is(i-2, "i"):
			if k := r.isGiven(i - 4); !r.is(i-3, "and", "or") || k < 0 && !r.isKin(i-4) {
				r.driverIs(p, 0, words)
			}
		case r.isGiven(i-2) >= 0:
			r.driverIs(p, r.isGiven(i-2), words)
		case g > everybody && len(r.crews[g]) == 1 && r.isKin(i-2):
			r.driverIs(p, r.crews[g][0], words)
		}
	}
}

// driverIs claims that person k drives the car at p. Where only one person drives, the claim
// says nothing.
func (r *reader) driverIs(p placed, k int, at span) {
	drivers := 0
	for _, other := range r.people {
		if other.isDriver() {
			drivers++
		}
	}
	of := entity{'v', p.vehicle}
	if !r.vehicles[p.vehicle].gone && r.people[k].isDriver() && drivers > 1 && !r.hasClaim(of, "driver") {
		r.claim(of, "driver", driverOf(k), at, quote.Stated)
	}
}
