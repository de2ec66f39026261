package reading

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// readYearsPossessed reads "hers is from 2015", "mine dates back to 1990" and "Ana's since 2004"
// where a license is meant: spoken of shortly before, and no vehicle since.
func (r *reader) readYearsPossessed() {
	for i := range r.Tokens {
		if !r.Is(i, "hers", "his", "mine") && (text.Noun(r.At(i)) == r.At(i) || r.isGiven(i) < 0) || r.Quiet[i] || r.who[i] <= everybody {
			continue
		}
		j := r.Skip(r.Skip(r.Skip(i+1, "is", "was", "dates", "goes"), "only", "back", "just"), "to", "from", "in", "since", "for")
		if j == i+1 || !r.meansLicense(i) || len(r.peopleAt(i)) != 1 {
			continue
		}
		n, at, ok := r.yearsAt(j, text.Between(i, i+1))
		if ok && at.I <= j && r.Free(at) && !r.hasClaim(entity{'d', r.peopleAt(i)[0]}, "years_licensed") {
			r.ofDrivers("years_licensed", n, at, quote.Stated)
		}
	}
}

// meansLicense reports whether what is left out before token i can be a license: one was
// spoken of shortly before, and no vehicle since.
func (r *reader) meansLicense(i int) bool {
	c, ok := r.Before("license words", max(0, i-40), i)
	return ok && !slices.ContainsFunc(r.places, func(p placed) bool { return c.I < p.at.I && p.at.I < i })
}

// readYearsBare reads "since 1977" as all of an answer, where a reply says nothing else of
// how long anybody has been licensed.
func (r *reader) readYearsBare() {
	if !r.isReply() || len(r.in.Asked) > 0 || slices.ContainsFunc(r.claims, func(c claim) bool { return c.field == "years_licensed" }) {
		return
	}
	for i := r.subjectEnd(); i < len(r.Tokens); i++ {
		if !r.Is(i, "since", "desde") || r.Quiet[i] || !r.opensAnswer(i) {
			continue
		}
		n, at, ok := r.yearsAt(i+1, text.Between(i, i+1))
		if ok && at.I == i+1 && r.Free(at) && (r.Breaks(at.J) || r.Is(at.J, ".") || at.J >= r.Sentence(i).J) {
			r.ofDrivers("years_licensed", n, at, quote.Stated)
			return
		}
	}
}

// opensAnswer reports whether token i is the first of a sentence or an item, or stands behind
// the number of what it answers: "Question two, since 1977".
func (r *reader) opensAnswer(i int) bool {
	s := r.Sentence(i)
	numbered := r.Is(s.I, "question", "answer", "number", "no", "pregunta", "respuesta", "q", "a") && i-s.I <= 4 && r.Is(i-1, ",", ":", "-", ".")
	return s.I == i || r.Body(r.Lines[r.LineOf(i)]).I == i || numbered
}

// readStatesBehindYears reads where people are licensed behind for how long: "licensed since
// 1996 (in Oregon the whole time)", "30 years, all of them in Oregon", "12 years, Oregon".
func (r *reader) readStatesBehindYears() {
	for _, c := range slices.Clone(r.claims) {
		if c.field != "years_licensed" || c.at < 0 || r.hasClaim(c.of, "license_state") {
			continue
		}
		i := r.endOf(c)
		for k := i; k < min(r.Sentence(c.at).J, i+6); k++ {
			code, j, ok := r.state(k)
			if ok && r.Free(text.Between(k, j)) && (r.Is(k-1, "in", "en") || k == i+1 && r.Breaks(i) && r.standsAsItem(text.Between(k, j))) {
				r.say(c.of, "license_state", code, text.Between(k, j))
				break
			}
			if !r.Is(k, ",", "(", "-", "all", "of", "them", "it", "always", "in", "en", "todos", "here") {
				break
			}
		}
	}
}

// saySinceBehind claims "since 1985" right behind a birth date as how long that person has been
// licensed: "me 3/31/1969 since 1985", "Errol, 10/5/1970, also since 1988".
func (r *reader) saySinceBehind(birth claim) bool {
	i := r.Skip(r.Skip(r.endOf(birth), ",", ")", ";", "-", "|"), "also", "and", "tambien")
	if !r.Is(i, "since", "desde") || !r.Together(birth.at, i+1) || r.Quiet[i] {
		return false
	}
	n, at, ok := r.yearsAt(i+1, text.Between(i, i+1))
	ok = ok && at.I == i+1 && r.Free(at)
	if ok {
		r.say(birth.of, "years_licensed", n, at)
	}
	return ok
}

// endOf returns the token behind the words of a claim.
func (r *reader) endOf(c claim) int {
	i := c.at
	for end := r.Tokens[c.at].Start + len(c.words); i < len(r.Tokens) && r.Tokens[i].End <= end; {
		i++
	}
	return i
}
