package reading

import (
	"slices"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// leastListed is at what age who lives in a household is listed on its policy.
const leastListed = 14

// residents returns the words of who is told to live with the writer and is no driver of
// the application: somebody has to say whether they are to be rated, listed or excluded.
func residents(r *sheet) (found []string) {
	for k, p := range r.people {
		if k == r.writer || p.outsider || p.known >= 0 || p.isDriver() || r.Quiet[p.first] {
			continue
		}
		c, ok := r.Cue("lives with us", text.Between(p.first, min(r.Sentence(p.first).J, p.first+12)))
		if ok && !isUnlisted(r, text.Between(p.first, c.J)) {
			found = append(found, r.Words(text.Between(p.first, c.J)))
		}
	}
	return append(found, excluded(r)...)
}

// excluded returns the sentences that ask to leave somebody out of the policy who is no driver of
// the application: "please exclude my roommate Bob". What that takes differs by carrier and state.
func excluded(r *sheet) (found []string) {
	for i := range r.Tokens {
		if !r.Is(i, "exclude", "excluding", "excluir", "excluya", "excluyan") || r.Quiet[i] {
			continue
		}
		at := r.Skip(i+1, "my", "our", "mi", "a")
		if k := r.isGiven(i + 1); k > 0 && (r.people[k].known >= 0 || r.people[k].isDriver()) {
			continue
		}
		if _, of := find.KinAt(r.Text, at); of {
			found = append(found, r.Words(r.Sentence(i)))
		}
	}
	return found
}

// isUnlisted reports whether s tells an age at which nobody is listed.
func isUnlisted(r *sheet, s text.Span) bool {
	for i := s.I; i < s.J; i++ {
		if n, ok := find.NumberAt(r.Text, i); ok && n.N < leastListed && !n.Dollar {
			return true
		}
	}
	return r.Has(s, "small child")
}

// dropWithUs leaves "us" out of what speaks of everybody where it says with whom somebody
// lives: "my brother stays with us and has a ticket".
func dropWithUs(r *find.Text) {
	r.Cues["everyone"] = slices.DeleteFunc(r.Cues["everyone"], func(c text.Span) bool {
		return r.Is(c.I, "us") && r.Is(c.I-1, "with") && r.Among(c.I-2, "dwells with")
	})
}
