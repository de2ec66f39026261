package reading

// saidBehind returns the cue that stands behind the name of a vehicle, within s and before
// another one is named.
func (r *reader) saidBehind(cue string, m mention, s span) (span, bool) {
	c, ok := r.cue(cue, span{m.j, min(len(r.toks), s.j, m.j+20)})
	for k := m.j; ok && k < c.i; k++ {
		ok = !r.namesCarPlainly(k)
	}
	return c, ok
}

// isInsuredApart reports whether a vehicle is insured elsewhere, or is to be left out: "but
// that's insured by work", "it's not part of this", in sentence s or at the start of the next.
func (r *reader) isInsuredApart(m mention, s span) bool {
	if _, ok := r.saidBehind("insured apart", m, s); ok {
		return true
	}
	if c, ok := r.cue("insured apart", span{s.j, min(len(r.toks), s.j+4)}); ok && r.is(s.j, "leave", "don't", "it's", "its", "it", "that", "that's", "not", "no") {
		return c.i < r.sentence(s.j).j && !r.mentionsMore(m, s)
	}
	_, own := r.saidBehind("has a policy", m, s)
	for k := m.i - 1; own && k >= max(s.i, m.i-6); k-- {
		if kin, ok := r.kinAt(k); ok && kin.relation != "" {
			return r.among(k+1, "keeps a car") // "my daughter has her own Civic and her own insurance"
		}
	}
	return false
}

// isOwnPolicyOn reports whether m has a policy of somebody else's: "he has his own insurance on his Altima".
func (r *reader) isOwnPolicyOn(m mention) bool {
	k := m.i
	for r.is(k-1, "his", "her", "their", "a", "the", "on", "for") {
		k--
	}
	c, ok := r.before("has a policy", max(r.sentence(m.i).i, k-5), k)
	return ok && c.j == k && k < m.i-1 && !r.is(c.i-1, "my", "our", "i", "need", "want")
}

// mentionsMore reports whether another car is named behind m in sentence s.
func (r *reader) mentionsMore(m mention, s span) bool {
	for k := m.j; k < min(s.j, m.j+40); k++ {
		if r.namesCarPlainly(k) {
			return true
		}
	}
	return false
}

// isGivenAway reads "we gave the Civic to our grandson", of who writes, and to somebody else.
func (r *reader) isGivenAway(m mention, s span) bool {
	for k := m.i - 1; k >= max(s.i, m.i-5); k-- {
		if r.is(k, "gave", "give", "giving", "handing", "handed", "passing", "passed", "regale", "regalamos") && r.is(k-1, "i", "we", "just", "already", "are", "am", "i'm", "we're", "and") {
			to := r.skipPast(m.j, "away", "down", "on", "to", "a")
			return to > m.j && !r.is(to, "me", "us")
		}
	}
	return false
}

// skipPast skips all of words that follow each other from token i on.
func (d *document) skipPast(i int, words ...string) int {
	for d.is(i, words...) {
		i++
	}
	return i
}

// isCompared reads a vehicle that the customer has on a policy, as it seems, in "the same
// deductibles as on the Civic".
func (r *reader) isCompared(m mention) bool {
	if m.year != 0 || !r.is(m.i-1, "the", "my", "our") {
		return false
	}
	k := m.i - 2
	for r.is(k, "on", "for", "with") {
		k--
	}
	for j := k - 1; r.is(k, "as") && j >= max(r.sentence(m.i).i, k-4); j-- {
		if r.is(j, "same") {
			return true
		}
	}
	return false
}
