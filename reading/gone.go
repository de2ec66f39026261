package reading

import "strings"

// isRemoved reports whether the mail asks to take the vehicle off, or says that
// it is gone.
func (r *reader) isRemoved(m mention) bool {
	s := r.sentence(m.i)
	if c, ok := r.cue("got rid of", span{max(s.i, m.i-6), m.i}); ok && !r.has(span{c.j, m.i}, "for the new", "comprehensive", "collision", "rental", "towing", "coverage") && !r.isGotBehind(c.j, m.i) {
		return true
	}
	if r.has(span{m.j, min(s.j, m.j+5)}, "take off behind") && r.has(span{max(s.i, m.i-4), m.i}, "take") {
		return true
	}
	return r.has(span{m.j, min(s.j, m.j+4)}, "was sold")
}

// isElsewhere reports whether the vehicle is no part of the application: it
// hit the writer, belongs to a neighbour, or was the one before.
func (r *reader) isElsewhere(m mention) bool {
	s := r.sentence(m.i)
	before := span{max(s.i, m.i-6), m.i}
	if r.has(before, "hit by") || r.isCarBefore(before) || r.is(m.i-1, "not") || r.isWaters(m) {
		return true
	}
	if k, ok := r.kinAt(m.j + 2); ok && k.relation != "" && r.is(m.j, "is") && r.is(m.j+1, "my", "our") && strings.HasSuffix(r.at(m.j+2), "'s") && r.has(span{m.j + 3, s.j}, "has a policy") {
		return true // "the Prius is my wife's, she has her own policy"
	}
	for i := before.i; i < m.i; i++ {
		if k, ok := r.kinAt(i); ok && k.outsider && !r.has(span{i, m.i}, "bought from") {
			return true
		}
	}
	return r.outsiderSpeaks(s, m.i)
}

// isWaters reports whether m is named as a lake or a river: "South Lake Tahoe", "I fish the Rogue".
func (r *reader) isWaters(m mention) bool {
	return m.year == 0 && (r.is(m.i-1, "lake") || r.is(m.i-1, "the") && r.is(m.i-2, "fish", "fishing", "float", "floating", "raft", "rafting", "kayak", "row"))
}

// isCarBefore reports whether words before a vehicle make it a former one: "my old", but not
// "there's the old car, a".
func (r *reader) isCarBefore(before span) bool {
	c, ok := r.cue("of the past", before)
	return ok && !(r.is(c.j-1, "car") && r.among(c.i-1, "still there"))
}

// outsiderSpeaks reports whether the sentence is about a neighbour or the like
// up to token i: "my neighbor Frank told me, he has a Tesla".
func (r *reader) outsiderSpeaks(s span, i int) bool {
	outside := false
	for k := max(s.i, i-30); k < i; k++ {
		if kin, ok := r.kinAt(k); ok {
			outside = kin.outsider && !r.is(k-1, "for") && r.is(k-1, "my", "a", "our", "the", "mi", "door")
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
