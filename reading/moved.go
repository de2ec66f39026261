package reading

import (
	"cmp"
	"slices"
	"strings"
)

// hasLeft reports whether the mail says elsewhere that nobody lives on the street of a any
// longer: "we're not on Gilbert St anymore", "I left Gilbert St".
func (r *reader) hasLeft(a address) bool {
	if a.street.empty() {
		return false
	}
	return slices.ContainsFunc(r.cues["left a street"], func(c span) bool {
		end := r.streetEnd(c.j)
		if end == 0 || r.quiet[c.i] || r.is(c.i, "not") && !r.has(span{end, min(r.sentence(c.i).j, end+3)}, "no more") {
			return false
		}
		return strings.Contains(fold(r.one(a.street)), fold(r.one(span{c.j, end})))
	})
}

// inSameTown completes a street, the k-th address, behind which "same town" or "same zip"
// stands, by one before it that has a town, or one behind.
func (r *reader) inSameTown(a address, k int) address {
	c, ok := r.cue("same town", span{a.j, min(r.sentence(a.j-1).j, a.j+4)})
	if !ok || a.street.empty() || !a.zip.empty() {
		return a
	}
	for _, b := range slices.Concat(r.addresses[:k], r.addresses[k+1:]) {
		if b.city.empty() || r.quiet[b.i] || !a.city.empty() && fold(r.one(a.city)) != fold(r.one(b.city)) {
			continue
		}
		a.city, a.state, a.code = either(a.city, b.city), either(a.state, b.state), cmp.Or(a.code, b.code)
		for i := c.i; i < min(r.sentence(c.i).j, c.j+3); i++ {
			if r.is(i, "zip", "zipcode") {
				a.zip = b.zip
			}
		}
		return a
	}
	return a
}

// nextHome returns the place that somebody is moving to, where the mail says that cover is to
// begin with the move: "we're moving to 14 Pine St on December 10, that's when I need it".
func (r *reader) nextHome(all []address) (address, bool) {
	for _, a := range all {
		_, moving := r.before("is moving to", max(r.sentence(a.i).i, a.i-4), a.i)
		s := r.sentence(a.j - 1)
		if moving && !a.street.empty() && r.has(span{a.j, r.sentence(s.j).j}, "start with the move") {
			return a, true
		}
	}
	return address{}, false
}
