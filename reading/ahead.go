package reading

import "slices"

// Some speak of people before they say who these are: "He's had his license 2 years, our son
// Leo", "I've driven 20 years, Ana 18. Ana is my wife."

// mostAhead is how far behind "she" it may stand whom that means.
const mostAhead = 40

// personAhead returns the relative of that gender who is named only behind token i, where its
// sentence tells what is told of drivers; -1 where none is.
func (r *reader) personAhead(gender byte, i int) int {
	owned := r.is(i, "hers", "his") && r.kind(r.skip(i+1, ":", ",", "is")) == digits // "Hers: 11. She's my wife"
	if gender == 0 || r.quiet[i] || !owned && !r.has(r.sentence(i), "licensed", "birth", "license meant") {
		return -1
	}
	for k := i + 1; k < min(len(r.toks), i+mostAhead); k++ {
		if !r.is(k, "my", "our", "mi") {
			continue
		}
		if of, ok := r.kinAt(r.skipDescription(k + 1)); !ok || of.outsider || of.gender != gender {
			continue
		}
		if found, _, ok := r.relativeAt(k); ok && found > 0 {
			return found
		}
	}
	return -1
}

// followNamesAhead brings people into focus where their given names stand before they are introduced.
func (r *reader) followNamesAhead() {
	if len(r.people) < 2 || !r.cased {
		return
	}
	ahead := make(map[string]int)
	for k, p := range r.people {
		if k > 0 && p.given != "" && p.known < 0 {
			ahead[fold(p.given)] = k
		}
	}
	for i := range r.toks {
		if k := ahead[r.at(i)]; k > 0 && i <= r.people[k].first && !slices.Contains(r.crews[r.lone[i]], k) && r.isGiven(i) == k && !r.namesCar(i) {
			r.focusOn(k, i)
		}
	}
}

// focusOn brings person k into focus from token i on, up to where somebody else is.
func (r *reader) focusOn(k, i int) {
	g, who, lone, end := r.crews.of(k), r.who[i], r.lone[i], r.sentence(i).j
	for at := i; at < end && r.who[at] == who && r.lone[at] == lone; at++ {
		if at > i && (r.is(at, "i", "i'm", "i've", "im", "my", "me", "yo", "mi") || r.isGiven(at) > 0) {
			break
		}
		r.who[at], r.lone[at] = g, g
	}
}
