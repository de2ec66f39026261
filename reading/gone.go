package reading

import (
	"strings"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// isRemoved reports whether the mail asks to take the vehicle off, or says that it is gone.
func isRemoved(r *find.Text, m find.Mention) bool {
	s := r.Sentence(m.I)
	if c, ok := r.Cue("got rid of", text.Between(max(s.I, m.I-6), m.I)); ok && !r.Has(text.Between(c.J, m.I), "for the new", "comprehensive", "collision", "rental", "towing", "coverage") && !isGotBehind(r, c.J, m.I) {
		return true
	}
	if r.Has(text.Between(m.J, min(s.J, m.J+5)), "take off behind") && r.Has(text.Between(max(s.I, m.I-4), m.I), "take") {
		return true
	}
	return r.Has(text.Between(m.J, min(s.J, m.J+4)), "was sold")
}

// isElsewhere reports whether the vehicle is no part of the application: it
// hit the writer, belongs to a neighbour, or was the one before.
func isElsewhere(r *sheet, m find.Mention) bool {
	s := r.Sentence(m.I)
	before := text.Between(max(s.I, m.I-6), m.I)
	if r.Has(before, "hit by") || isCarBefore(r.Text, before) || r.Is(m.I-1, "not") || isWaters(r.Text, m) {
		return true
	}
	if k, ok := find.KinAt(r.Text, m.J+2); ok && k.Relation != "" && r.Is(m.J, "is") && r.Is(m.J+1, "my", "our") && strings.HasSuffix(r.At(m.J+2), "'s") && r.Has(text.Between(m.J+3, s.J), "has a policy") {
		return true // "the Prius is my wife's, she has her own policy"
	}
	for i := before.I; i < m.I; i++ {
		if k, ok := find.KinAt(r.Text, i); ok && k.Outsider && !r.Has(text.Between(i, m.I), "bought from") {
			return true
		}
	}
	return outsiderSpeaks(r, s, m.I)
}

// isWaters reports whether m is named as a lake or a river: "South Lake Tahoe", "I fish the Rogue".
func isWaters(r *find.Text, m find.Mention) bool {
	return m.Year == 0 && (r.Is(m.I-1, "lake") || r.Is(m.I-1, "the") && r.Is(m.I-2, "fish", "fishing", "float", "floating", "raft", "rafting", "kayak", "row"))
}

// isCarBefore reports whether words before a vehicle make it a former one: "my old", but not
// "there's the old car, a".
func isCarBefore(r *find.Text, before text.Span) bool {
	c, ok := r.Cue("of the past", before)
	return ok && !(r.Is(c.J-1, "car") && r.Among(c.I-1, "still there"))
}

// outsiderSpeaks reports whether the sentence is about a neighbour or the like
// up to token i: "my neighbor Frank told me, he has a Tesla".
func outsiderSpeaks(r *sheet, s text.Span, i int) bool {
	outside := false
	for k := max(s.I, i-30); k < i; k++ {
		if kin, ok := find.KinAt(r.Text, k); ok {
			outside = kin.Outsider && !r.Is(k-1, "for") && r.Is(k-1, "my", "a", "our", "the", "mi", "door")
		}
		if r.Is(k, "i", "i'm", "i've", "i'd", "we", "we're", "we've", "my", "our") && !r.Has(text.Between(k, k+2), "outsider") && !find.IsKin(r.Text, k+1) {
			outside = false
		}
	}
	return outside
}

// claimSold claims the vehicles that are gone after all: who cancels names what the policy is of.
func claimSold(r *sheet) {
	for k, v := range r.vehicles {
		if v.gone && !v.sold.Empty() && v.known < 0 {
			v.gone, v.make, v.model = false, "", ""
			describe(r, k, v.sold)
		}
	}
}

// isGotBehind reports whether between tokens i and end, behind a car that is gone, somebody gets
// another: "sold the Civic and bought a".
func isGotBehind(r *find.Text, i, end int) bool {
	for k := i + 1; k < end; k++ {
		if r.Is(k, "bought", "got", "purchased", "leased", "buying", "getting", "leasing", "compre", "compramos", "compro") {
			for n := k - 1; n > i; n-- {
				if r.Is(n, "and", ",", "then", "y", "&") {
					return true
				}
			}
		}
	}
	return false
}
