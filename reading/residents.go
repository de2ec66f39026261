package reading

import "slices"

// leastListed is at what age who lives in a household is listed on its policy.
const leastListed = 14

// residents returns the words of who is told to live with the writer and is no driver of
// the application: somebody has to say whether they are to be rated, listed or excluded.
func (r *reader) residents() (found []string) {
	for k, p := range r.people {
		if k == r.writer || p.outsider || p.known >= 0 || p.isDriver() || r.quiet[p.first] {
			continue
		}
		c, ok := r.cue("lives with us", span{p.first, min(r.sentence(p.first).j, p.first+12)})
		if ok && !r.isUnlisted(span{p.first, c.j}) {
			found = append(found, r.one(span{p.first, c.j}))
		}
	}
	return append(found, r.excluded()...)
}

// excluded returns the sentences that ask to leave somebody out of the policy who is no driver of the
// application: "please exclude my roommate Bob". What that takes differs by carrier and state.
func (r *reader) excluded() (found []string) {
	for i := range r.toks {
		if !r.is(i, "exclude", "excluding", "excluir", "excluya", "excluyan") || r.quiet[i] {
			continue
		}
		at := r.skip(i+1, "my", "our", "mi", "a")
		if k := r.isGiven(i + 1); k > 0 && (r.people[k].known >= 0 || r.people[k].isDriver()) {
			continue
		}
		if _, of := r.kinAt(at); of {
			found = append(found, r.one(r.sentence(i)))
		}
	}
	return found
}

// isUnlisted reports whether s tells an age at which nobody is listed.
func (r *reader) isUnlisted(s span) bool {
	for i := s.i; i < s.j; i++ {
		if n, ok := r.number(i); ok && n.n < leastListed && !n.dollar {
			return true
		}
	}
	return r.has(s, "small child")
}

// dropWithUs leaves "us" out of what speaks of everybody where it says with whom somebody
// lives: "my brother stays with us and has a ticket".
func (r *reader) dropWithUs() {
	r.cues["everyone"] = slices.DeleteFunc(r.cues["everyone"], func(c span) bool {
		return r.is(c.i, "us") && r.is(c.i-1, "with") && r.among(c.i-2, "dwells with")
	})
}
