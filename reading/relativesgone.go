package reading

import "ppamaild/quote"

// hasDied reports whether "passed" at token i means a death: "passed in March", but not "passed
// her test".
func (r *reader) hasDied(i int) bool {
	i = r.skipPast(i, "recently", "just", "has", "had", ",", "who", "suddenly")
	return r.is(i, "passed") && (r.kind(i+1) != word || r.is(i+1, "in", "on", "last", "this", "two", "three", "about", "suddenly", "away", "some", "a", "early", "and", "just", "recently", "when", "so")) &&
		!r.is(i+2, "test", "exam", "drive", "driving", "road")
}

// isMourned reports whether relative k, whose words are tokens at to end, is one whom the writer lost: "I
// lost my wife in May", "losing my dad", but not "I lost my wife's key"; of who is widowed, the spouse.
func (r *reader) isMourned(k, at, end int) bool {
	if p := r.people[k]; p.relation == quote.Spouse && p.given == "" && p.known < 0 && r.any("widowed") {
		return true
	}
	return r.is(at-1, "lost", "losing", "lose", "buried", "burying", "outlived", "perdi", "perdimos") && noun(r.at(end-1)) == r.at(end-1)
}

// firstOfKin returns where the list of relatives starts that goes on at token at: "see my kids, my mom
// and my brother".
func (r *reader) firstOfKin(at int) int {
	for range mostEntries {
		k := at
		for r.is(k-1, ",", "and", "or", "&", "y") {
			k--
		}
		if k == at || !r.isKin(k-1) && plurals[r.at(k-1)] == "" || !owners[r.at(k-2)] {
			return at
		}
		at = k - 2
	}
	return at
}

// endsWayTo reports whether the possessive at tokens at to end is the last of several places where
// somebody goes: "I drive to church, the store and my sister's".
func (r *reader) endsWayTo(at, end int) bool {
	if !r.is(at-1, "and", "or", "y") || end < r.sentence(at).j && !r.breaks(end) && !r.is(end, ".", "on", "in", "for", "at", "now", "once") {
		return false
	}
	for k := at - 2; k >= max(r.sentence(at).i, at-14); k-- {
		switch {
		case r.is(k, "to"):
			return !r.focused(k + 1)
		case r.focused(k), r.among(k, "personal"), r.isKin(k) && noun(r.at(k)) == r.at(k):
			return false
		}
	}
	return false
}

// hasParted reports whether the sentence in which the words for a relative end before token i
// goes on with how a marriage ended, or that a child or another moved away: "my wife and I are
// divorcing", "my nephew used to drive me but he moved to Reno".
func (r *reader) hasParted(p *person, i int) bool {
	s := r.sentence(i - 1)
	behind := span{i, min(s.j, i+18)}
	if p.relation == quote.Spouse {
		return r.has(span{i, min(s.j, i+9)}, "has parted") && !r.has(span{i, s.j}, "birth")
	}
	for k := i; k < behind.j; k++ {
		if r.is(k, "still", "todavia", "aun") {
			return false
		}
	}
	return r.has(behind, "moved away") && !r.has(span{i, s.j}, "birth", "licensed")
}

// endOfPart returns where a semicolon ends what is told from token i on, before token j.
func (r *reader) endOfPart(i, j int) int {
	for k := i; k < j; k++ {
		if r.is(k, ";") {
			return k
		}
	}
	return j
}

// isTooYoung reports whether the words for a relative, tokens at to end, or those right behind
// them, tell of an age at which nobody drives: "my 9 year old son", "our daughter is 11",
// "my oldest, who just turned 12".
func (r *reader) isTooYoung(at, end int) bool {
	young := func(i int) bool {
		n, ok := r.number(i)
		ends := r.endsClause(n.j) || isYears(r.at(n.j)) || r.is(n.j, "so", "and", "yo", "now", "months", "-", "y")
		licensed := isYears(r.at(n.j)) && r.has(span{n.j + 1, n.j + 3}, "licensed") // "Joel (5 years licensed)"
		return ok && !n.dollar && n.n < leastAge && ends && !licensed && !r.isMiles(n.j) && !r.dated[i]
	}
	for i := at; i < end; i++ {
		if young(i) && (isYears(r.at(r.skip(i+1, "-"))) || r.is(i+1, "yo", "months")) {
			return true
		}
	}
	i := r.skip(end, "who", "(", ",")
	for r.is(i, "is", "who's", "just", "turned", "turns", "only", "es", "tiene", "solo", "age", "aged", "apenas") {
		i++
	}
	return i > end && young(i)
}
