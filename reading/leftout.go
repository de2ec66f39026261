package reading

import "slices"

// leaveOut notes who does not drive, or is insured by another policy, where the mail says so in
// a sentence of its own: "My wife is Ann. She doesn't drive.", "leave him off".
func (r *reader) leaveOut() {
	for _, c := range r.cues["stays out"] {
		rest := span{c.j, min(r.sentence(c.i).j, c.j+3)}
		k, ok := r.whoStaysOut(c)
		if !ok || r.quiet[c.i] || r.has(rest, "far or often") {
			continue
		}
		if g := r.lone[k]; g > everybody && !slices.Contains(r.crews[g], 0) && len(r.crews[g]) == 1 {
			r.people[r.crews[g][0]].idle = true
		}
	}
}

// whoStaysOut returns the token that stands for somebody in the words at c, or before them.
func (r *reader) whoStaysOut(c span) (int, bool) {
	for k := c.i; k < c.j; k++ {
		if r.is(k, "him", "her") && !r.is(k+1, "own", "car") {
			return k, true
		}
	}
	k := c.i - 1
	for r.is(k, "but", "also", "really", "still", "just") {
		k--
	}
	return k, r.is(k, "she", "he", "ella", "el") || r.isGiven(k) > 0
}
