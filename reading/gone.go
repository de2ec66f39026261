package reading

import "strings"

// isRemoved reports whether the mail asks to take the vehicle off, or says that
// it is gone.
func (r *reader) isRemoved(m mention) bool {
	s := r.sentence(m.i)
	if c, ok := r.cue("got rid of", span{max(s.i, m.i-6), m.i}); ok && !r.isKept(c, m, s) && !r.isOfCarBefore(c, m) {
		return true
	}
	if r.isSoldBehind(m, s) || r.isUnwantedBehind(m, s) {
		return true
	}
	if r.has(span{m.j, min(s.j, m.j+5)}, "take off behind") && r.has(span{max(s.i, m.i-4), m.i}, "take") {
		return true
	}
	if c, ok := r.saidBehind("selling it", m, s); ok && !r.is(c.j, "to", "from") && !r.outsiderSpeaks(s, c.i) {
		return true
	}
	return r.has(span{m.j, min(s.j, m.j+4)}, "was sold") || r.isTakenBack(m) || r.isListedOut(m) || r.isListedWrongly(m, s)
}

// isUnwantedBehind reports whether the sentence s says of m, and of no car behind it, not to quote it: "2005 Buick Century,
// off the road, do NOT quote".
func (r *reader) isUnwantedBehind(m mention, s span) bool {
	for k := m.j; k < min(s.j, m.j+16) && !r.namesCarPlainly(k); k++ {
		if j := r.startsAt("not to be quoted", k); j > k {
			return j >= s.j || r.breaks(j) || r.is(j, ".", "!", "it", "this", "that", "please")
		}
	}
	return false
}

// isTakenBack reports whether another vehicle is named in place of m at once: "a 2012 Focus, no
// wait, it's a 2013 Fiesta".
func (r *reader) isTakenBack(m mention) bool {
	k := m.j
	for r.kind(k) == mark && k < len(r.toks) {
		k++
	}
	j := r.startsAt("taken back", k)
	for end := j + 16; j > k && j < min(end, len(r.toks)) && !r.is(j, "and", "also", "for", "about", "other", "has", "have", "drives", "y"); j++ {
		if _, _, other := r.modelAt(j, ""); other {
			_, _, dated := r.year(j-1, r.newestYear(), false)
			return dated || !strings.Contains(fold(m.model), r.at(j))
		}
	}
	return m.model == "" && m.make != "" && r.isLookedUp(m, r.startsAt("looks again", k), k)
}

// isLookedUp reports whether words from token k to j say that the author looks again, and a model of the
// make of m with its year stands behind them: "a 2011 Kia... no, he says it's a 2010 Kia Soul".
func (r *reader) isLookedUp(m mention, j, k int) bool {
	for end := j + 12; j > k && j < min(end, len(r.toks)) && !r.is(j, "and", "also", "for", "about", "other", "has", "have", "drives", "y"); j++ {
		made, behind, ok := r.makeAt(j)
		if !ok || made.name != m.make {
			continue
		}
		_, _, dated := r.year(j-1, r.newestYear(), false)
		_, _, model := r.modelAt(behind, made.name)
		return dated && model
	}
	return false
}

// isKept reports whether what the words at c get rid of is something else than the vehicle of m,
// or is only driven: "I take the Civic to work", "replaced the engine in the Civic".
func (r *reader) isKept(c span, m mention, s span) bool {
	switch {
	case r.has(span{c.j, m.i}, "for the new", "comprehensive", "collision", "rental", "towing", "coverage"), r.isGotBehind(c.j, m.i):
		return true
	case r.is(c.i, "get"):
		return !r.has(span{m.j, min(s.j, m.j+6)}, "take off behind")
	case r.is(c.i, "take"):
		asked := r.clause(c.i).i == c.i || r.is(c.i-1, "please", "and", "you", "just", "to")
		return !asked && !r.has(span{m.j, min(s.j, m.j+6)}, "take off behind") || r.has(span{m.j, min(s.j, m.j+12)}, "commutes")
	}
	for k := c.j + 1; k < m.i; k++ {
		if r.is(k, "in", "at", "of", "on", "from", "off") {
			return true // "drop the kids off in the Sienna", "drop the rest on the Ranger"
		}
	}
	return false
}

// isGotBehind reports whether between tokens i and end, behind a car that is gone, somebody gets another:
// "sold the Civic and bought a".
func (r *reader) isGotBehind(i, end int) bool {
	for k := i + 1; k < end; k++ {
		if r.is(k, "bought", "got", "purchased", "leased", "buying", "getting", "leasing", "compre", "compramos", "compro") {
			for n := k - 1; n > i; n-- {
				if r.is(n, "and", ",", "then", "y", "&") {
					return true
				}
			}
		}
	}
	return false
}

// isElsewhere reports whether the vehicle is no part of the application: it
// hit the writer, belongs to a neighbour, or was the one before.
func (r *reader) isElsewhere(m mention) bool {
	s := r.sentence(m.i)
	before := span{max(s.i, m.i-6), m.i}
	if r.isOwnPolicyOn(m) || r.has(before, "hit by") || r.isHitToo(m, s) || r.isCarBefore(before) || r.is(m.i-1, "not") || r.isOnMap(m) || r.isInsuredApart(m, s) || r.isGivenAway(m, s) || r.isKeptByFormer(m) || r.isLearnedIn(m, s) {
		return true
	}
	if k, ok := r.kinAt(m.j + 2); ok && k.relation != "" && r.is(m.j, "is") && r.is(m.j+1, "my", "our") && strings.HasSuffix(r.at(m.j+2), "'s") && r.has(span{m.j + 3, s.j}, "has a policy") {
		return true // "the Prius is my wife's, she has her own policy"
	}
	if _, ok := r.saidBehind("was before", m, s); ok {
		return true
	}
	for i := before.i; i < m.i; i++ {
		if k, ok := r.kinAt(i); ok && k.outsider && !r.hasAnother(i) && !r.concludes(span{i, m.i}) && !r.has(span{i, m.i}, "bought from") {
			return true
		}
	}
	return r.outsiderSpeaks(s, m.i)
}

// hasAnother reports whether somebody at token i has another car than those that are named: "my boss's van".
func (r *reader) hasAnother(i int) bool { return noun(r.at(i)) != r.at(i) && r.among(i+1, "a car") }

// isHitToo reports whether m is the last of what somebody ran into: "backed into a post and then a
// Lexus".
func (r *reader) isHitToo(m mention, s span) bool {
	if m.year != 0 || !r.is(m.i-1, "a", "an", "another", "somebody's", "someone's") || !r.is(m.i-2, "and", "then") {
		return false
	}
	c, hit := r.before("hit by", max(s.i, m.i-12), m.i)
	for k := c.i; hit && k < m.i; k++ {
		hit = !r.is(k, "i", "we", "he", "she", "have", "got", "my", "our", "drive", ".", ";")
	}
	return hit
}

// isKeptByFormer reports whether m went to whom the author has parted from: "we split up and he
// kept the Tahoe", "my ex got the Tahoe".
func (r *reader) isKeptByFormer(m mention) bool {
	k := m.i - 1
	for r.is(k, "the", "a", "our", "his", "her", "(", ",") || r.among(k, "a car") && !r.is(k, "it", "that") {
		k--
	}
	if !r.is(k, "kept", "keeps", "got", "gets", "took", "has") || k == m.i-1 {
		return false
	}
	former := r.is(k-1, "ex") || r.is(k-2, "ex") && r.is(k-1, "husband", "wife", "-") || r.is(k-3, "ex") && r.is(k-2, "-")
	return former || r.is(k, "kept", "keeps", "took") && r.is(k-1, "he", "she") && len(r.cues["parted from"]) > 0
}

// isOnMap reports whether m is named as a lake or a river: "South Lake Tahoe", "I fish the Rogue".
func (r *reader) isOnMap(m mention) bool {
	return m.year == 0 && (r.is(m.i-1, "lake") || r.is(m.i-1, "the") && r.is(m.i-2, "fish", "fishing", "float", "floating", "raft", "rafting", "kayak", "row"))
}

// isCarBefore reports whether words before a vehicle make it a former one: "my old", but not
// "there's the old car, a".
func (r *reader) isCarBefore(before span) bool {
	c, ok := r.cue("of the past", before)
	if r.is(c.i, "rental") && r.is(c.j, "on", "for", "coverage", "and", "&") {
		return false // "rental on the Civic" is cover
	}
	return ok && !(r.is(c.j-1, "car") && r.among(c.i-1, "still there"))
}

// concludes reports whether what follows s is told of the author again: "I moved in with a friend,
// so the Jeep is parked at".
func (r *reader) concludes(s span) bool {
	for k := s.i + 1; k < s.j; k++ {
		if r.is(k, "so") && r.is(k-1, ",", ";") {
			return true
		}
	}
	return false
}

// outsiderSpeaks reports whether the sentence is about a neighbour or the like
// up to token i: "my neighbor Frank told me, he has a Tesla".
func (r *reader) outsiderSpeaks(s span, i int) bool {
	outside := false
	for k := max(s.i, i-30); k < i; k++ {
		if kin, ok := r.kinAt(k); ok {
			outside = kin.outsider && !r.hasAnother(k) && !r.is(k-1, "for") && r.is(k-1, "my", "a", "our", "the", "mi", "door")
		}
		if r.concludes(span{k - 1, k + 1}) {
			outside = false
		}
		if r.is(k, "i", "i'm", "i've", "i'd", "we", "we're", "we've", "my", "our") && !r.has(span{k, k + 2}, "outsider") && !r.isKin(k+1) {
			outside = false
		}
	}
	return outside
}

// claimSold claims the vehicles that are gone after all: who cancels names what the
// policy is of.
func (r *reader) claimSold() {
	for k, v := range r.vehicles {
		if v.gone && !v.sold.empty() && v.known < 0 {
			v.gone, v.make, v.model = false, "", ""
			r.describe(k, v.sold)
		}
	}
}
