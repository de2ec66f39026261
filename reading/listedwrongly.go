package reading

// isListedWrongly reports whether m is said not to belong among the cars that were listed: "the CR-V is my sister's, I
// shouldn't have listed it", "I added the CR-V by mistake". A question says nothing, nor does "I shouldn't have listed
// it as leased".
func (r *reader) isListedWrongly(m mention, s span) bool {
	k := m.i - 1
	for owners[r.at(k)] || r.is(k, "that") {
		k--
	}
	if r.is(s.j-1, "?") || r.has(s, "supposes") || r.is(k, "on", "for", "of", "in", "to", "with") {
		return false // and of "rental on the Forester" it is not the car
	}
	if c, ok := r.saidSoonBehind("should not have", m); ok && r.among(c.j, "lists a car") {
		k := r.skip(c.j+1, "down")
		return r.is(k, "it", "that", "this") && r.endsListing(r.skip(k+1, "one", "car"))
	}
	if c, ok := r.saidSoonBehind("should not be", m); ok && (c.i == m.j || r.is(c.i-1, "it", "that", "which", "one")) {
		k := r.pastListed(c.j)
		return k > c.j && r.endsListing(k)
	}
	if c, ok := r.saidSoonBehind("by mistake", m); ok && (r.among(c.i-1, "lists a car") || r.is(c.i-1, "it") && r.among(c.i-2, "lists a car")) {
		return true // "it got listed by mistake", "I added it by mistake"
	}
	_, not := r.saidSoonBehind("is not ours", m)
	if c, ok := r.saidSoonBehind("passes over it", m); ok && not && r.has(span{m.j, c.i}, "is not ours") || not && r.isInsuredApart(m, s) {
		return true
	}
	return r.isNamedAsListed(m, k)
}

// isNamedAsListed reports whether the words around m, from token k on, say that it was wrong to list it: "I should not
// have added the CR-V", "listing the CR-V was a mistake".
func (r *reader) isNamedAsListed(m mention, k int) bool {
	switch {
	case !r.among(k, "lists a car"):
		return false
	case r.endsAt("should not have", k) < k, r.is(k-1, "accidentally", "mistakenly", "wrongly"):
		return r.endsListing(m.j)
	}
	return r.startsAt("by mistake", m.j) > m.j
}

// pastListed returns the token behind words for being listed at token i, "included" or "on the quote"; i where others
// stand there.
func (r *reader) pastListed(i int) int {
	if r.among(i, "lists a car") || r.is(i, "insured", "quoted") {
		return i + 1
	}
	k := r.skip(r.skip(i+1, "of"), "the", "my", "our", "this", "that")
	switch {
	case !r.is(i, "on", "in", "part"):
		return i
	case r.is(k, "there", "here", "it", "list", "quote", "policy", "application"):
		return k + 1
	}
	return k
}

// saidSoonBehind returns the cue that stands behind the name of a vehicle in its sentence, or at the start of the
// next, before another one is named.
func (r *reader) saidSoonBehind(cue string, m mention) (span, bool) {
	s := r.sentence(m.i)
	if c, ok := r.saidBehind(cue, m, s); ok || s.j == len(r.toks) {
		return c, ok
	}
	return r.saidBehind(cue, m, span{s.i, min(s.j+4, r.sentence(s.j).j)})
}

// endsListing reports whether nothing follows at token i that would say how a car was listed, instead of that it was.
func (r *reader) endsListing(i int) bool {
	return r.closesWish(i) && !r.is(i, "for") || r.is(i, "at", "on", "because", "since", "it's", "its", "and", "sorry", "my", "here", "there")
}

// hushWronglyListed keeps silent what the author says that they should not have listed: "I shouldn't have listed 12,000".
func (r *reader) hushWronglyListed() {
	for _, c := range r.cues["should not have"] {
		if r.among(c.j, "lists a car") {
			r.hush(span{c.j, r.clause(c.i).j})
		}
	}
}
