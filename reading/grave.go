package reading

import "slices"

// grave returns the sentences that tell of driving drunk or recklessly, or of a hit and run: such
// a thing is more than one ticket, and a carrier asks of it further back than of tickets.
func (r *reader) grave() (found []string) {
	for _, c := range r.cues["grave offence"] {
		s := r.sentence(c.i)
		if r.quoted[c.i] || r.denied(c.i, s) || r.is(r.skip(c.j, "-"), "free") || r.quiet[c.i] && !r.is(s.j-1, "?") {
			continue
		}
		if said := r.one(s); !slices.Contains(found, said) {
			found = append(found, said)
		}
	}
	return found
}
