package reading

import "slices"

// readMilesOfEach reads "the miles: Civic 6000, Forester 10000", and "swap the miles: …": behind a
// word for miles and a colon, cars by name, each with its number. Nothing else may stand there.
func (r *reader) readMilesOfEach() {
	for i := range r.toks {
		if !r.is(i, "miles", "mileage", "millas", "millaje") || r.quiet[i] || r.quoted[i] {
			continue
		}
		j := r.skip(i+1, "a", "per", "al")
		if j = r.skip(r.skip(j, "year", "ano"), "are", "is"); !r.is(j, ":") {
			continue
		}
		r.sayMilesOfEach(j+1, r.sentence(j).j)
	}
}

// sayMilesOfEach claims the miles of the cars that a list from token k names, if it names each car
// once, with one number.
func (r *reader) sayMilesOfEach(k, end int) {
	var cars []int
	var said []number
	for k < end && !r.is(k, ".") {
		for r.is(k, "the", "my", "and", "y", ",", "for", ";", "el", "la") {
			k++
		}
		v := r.mentionedAt(k)
		if v < 0 {
			return
		}
		for k++; k < end && r.focusedUpTo(k); k++ {
		}
		k = r.skip(k, ":", "-", "is", "=", "at", "about")
		n, ok := r.number(k)
		if !ok || slices.Contains(cars, v) || n.dollar || n.n < leastMilesOfYear || n.n > 100_000 {
			return
		}
		cars, said = append(cars, v), append(said, n)
		k = r.skip(r.skip(n.j, "k"), "miles")
	}
	if len(said) < 2 {
		return
	}
	for i, n := range said {
		r.say(entity{'v', cars[i]}, "annual_miles", n.n, n.span)
		r.take(n.span)
	}
}

// leastMilesOfYear is what a year of a car comes to at least, to be told from its age and the like.
const leastMilesOfYear = 500

// focusedUpTo reports whether token k is within the name of a car.
func (r *reader) focusedUpTo(k int) bool {
	for _, p := range r.places {
		if p.at.i < k && k < p.at.j {
			return true
		}
	}
	return false
}
