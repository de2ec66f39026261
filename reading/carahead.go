package reading

import "slices"

// followCarsAhead puts a vehicle in focus where a sentence tells of a car that only the next one names:
// "I visit clients in my own car. It's a 2019 Kia Soul."
func (r *reader) followCarsAhead() {
	for n, p := range r.places {
		s := r.sentence(p.at.i)
		if s.i == 0 || p.at.i > s.i+5 || !r.is(s.i, "it's", "its", "that's", "thats") && !(r.is(s.i, "it", "that", "this") && r.is(s.i+1, "is")) || n > 0 && isPlaced(p.vehicle, r.places[:n]) {
			continue
		}
		before := r.sentence(s.i - 1)
		if !r.tellsOfOneCar(before) || r.paragraph(before.i) != r.paragraph(s.i) {
			continue
		}
		for i := before.i; i < before.j; i++ {
			r.which[i] = r.fleets.of(p.vehicle)
		}
	}
}

func isPlaced(vehicle int, places []placed) bool {
	return slices.ContainsFunc(places, func(p placed) bool { return p.vehicle == vehicle })
}

// tellsOfOneCar reports whether s speaks of "my car" or the like, of no vehicle by name, and of nobody
// else who may have one.
func (r *reader) tellsOfOneCar(s span) bool {
	own := false
	for i := s.i; i < s.j; i++ {
		if r.which[i] != nobody || r.isKin(i) || plurals[r.at(i)] != "" || r.is(i, "cars", "other", "another", "both", "two", "vehicles", "not", "no") {
			return false
		}
		own = own || r.is(i, "my", "our", "mi") && (r.among(i+1, "a car") || r.is(i+1, "own", "personal") && r.among(i+2, "a car"))
	}
	return own
}
