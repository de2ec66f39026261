package reading

import (
	"slices"
	"strings"
)

// Where we asked for the miles of a year, a bare number of them says more than it does in a first mail: "8000 each".

// asksAnyMiles reports whether we asked for the miles of a year of some car.
func (r *reader) asksAnyMiles() bool {
	return slices.ContainsFunc(r.in.Asked, func(path string) bool { return strings.HasSuffix(path, ".annual_miles") })
}

// isEachAsked reports whether n are miles of each car, which we asked for: "just for pleasure, 8000 each".
func (r *reader) isEachAsked(n number, each bool) bool {
	few := n.n < 1000 || n.n > 30_000 || n.n%100 != 0 || r.mayBeYear(n)
	return each && r.asksAnyMiles() && !few && !r.has(r.sentence(n.i), "money", "still owes", "large sums")
}

// readMilesBracketed reads numbers in brackets, of which n is the first, as the miles of as many cars that the
// sentence named before, in that order: "Highlander and Accord are both commuter cars (12k and 14k)".
func (r *reader) readMilesBracketed(n number) bool {
	if !r.is(n.i-1, "(") || !r.asksAnyMiles() {
		return false
	}
	list := []number{n}
	for m, ok := r.nextOfList(n); ok && len(list) < mostEntries; m, ok = r.nextOfList(m) {
		list = append(list, m)
	}
	end, _ := r.unitBehind(list[len(list)-1])
	few := slices.ContainsFunc(list, func(m number) bool { return m.n < 1000 || m.n > mostMiles || m.dollar || r.mayBeYear(m) })
	cars := r.carsNamedIn(span{r.sentence(n.i).i, n.i})
	if len(list) < 2 || few || !r.is(end, ")") || len(cars) != len(list) {
		return false
	}
	for k, m := range list {
		r.say(entity{'v', cars[k]}, "annual_miles", m.n, m.span)
		r.take(m.span)
	}
	return true
}

// carsNamedIn returns the cars that s names, in its order.
func (r *reader) carsNamedIn(s span) (cars []int) {
	for i := s.i; i < s.j; i++ {
		if v := r.mentionedAt(i); v >= 0 && !slices.Contains(cars, v) {
			cars = append(cars, v)
		}
	}
	return cars
}

// otherThanOwn returns the one of two cars that "hers" at token i stands for, where the sentence told before what the
// writer does with the other: "The Civic I use for work and hers is just around town". It is -1 where it did not.
func (r *reader) otherThanOwn(i, last int, live []int) int {
	s := r.sentence(i)
	if len(live) != 2 || last < 0 || !r.is(i, "hers", "his") || !r.is(i-1, "and", ",", "while", "but") || !r.is(i+1, "is", "does", "gets", "just", "only", "about", "around", "for") {
		return -1
	}
	if cars := r.carsNamedIn(span{s.i, i}); len(cars) != 1 || cars[0] != last {
		return -1
	}
	for k := s.i; k < i; k++ {
		if r.is(k, "i", "i'm", "my", "mine") {
			return live[0] + live[1] - last
		}
	}
	return -1
}
