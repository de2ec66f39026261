package reading

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// A coverage that the customer says they do not want is a fact without a value, so
// that nobody assumes it and what they wrote is on record.

// optional is a coverage that can be left out. One that is not plain has a name with
// other meanings: "no collision in five years".
type optional struct {
	cue, path string
	plain     bool
}

var declinable = []optional{
	{"uninsured motorist", "coverages.uninsured_motorist", true}, {"medical payments", "coverages.medical_payments", true},
	{"personal injury protection", "coverages.personal_injury_protection", true}, {"comprehensive", comprehensive, false}, {"collision", collision, false},
}

// declined returns the coverages that the mail declines and gives no value of.
func (r *reader) declined() []quote.Fact {
	var facts []quote.Fact
	liabilityOnly, only := r.wantsLiabilityOnly()
	for _, of := range declinable {
		at, declines := liabilityOnly, only && (of.path == comprehensive || of.path == collision)
		for _, c := range r.Cues[of.cue] {
			if !declines && !r.Quiet[c.I] && r.declines(c, of.plain) {
				at, declines = text.Between(r.joined(c), c.J), true
			}
		}
		if declines && !slices.ContainsFunc(r.claims, func(c claim) bool { return c.field == of.path }) {
			facts = append(facts, quote.Fact{Path: of.path, Message: r.in.Message, Words: r.Raw(at), Standing: quote.Stated})
		}
	}
	return facts
}

// declines reports whether the words around a coverage say that it is not wanted.
func (r *reader) declines(c text.Span, plain bool) bool {
	i := r.joined(c)
	if r.isTakenOff(c) {
		return true
	}
	named := plain || i < c.I-1 || r.Is(c.J, "coverage", "insurance") || r.Is(c.J, "or", "and", "nor", "/") && r.isDeclinable(c.J+1)
	switch {
	case r.declinedBehind(c.J):
		return plain || !r.Is(r.Skip(c.J, ":", "-", "=", "?"), "none")
	case r.Is(i, "no"):
		return named
	case r.Is(i, "without", "decline", "declining", "reject", "rejecting", "waive", "waiving", "skip", "sin"):
		return true
	case r.Is(i, "want", "need"):
		return r.Is(i-1, "don't", "dont") || r.Is(i-1, "not") && r.Is(i-2, "do")
	}
	return false
}

// isTakenOff reads "take the comp and the collision off".
func (r *reader) isTakenOff(c text.Span) bool {
	s := r.Clause(c.I)
	return r.Has(text.Between(max(s.I, c.I-6), c.I), "take") && r.Has(text.Between(c.J, min(s.J, c.J+5)), "take off behind")
}

// joined returns the token before a coverage, and before those that are joined to it:
// that of "no" in "no comp or collision".
func (r *reader) joined(c text.Span) int {
	i := c.I - 1
	for r.Is(i, "or", "and", "nor", "/") {
		first, found := r.endingAt(i)
		if !found {
			break
		}
		i = first.I - 1
	}
	return i
}

// endingAt returns the coverage that ends at token i.
func (r *reader) endingAt(i int) (text.Span, bool) {
	for _, of := range declinable {
		if c, found := r.Before(of.cue, 0, i); found && c.J == i {
			return c, true
		}
	}
	return text.Span{}, false
}

// isDeclinable reports whether one of these coverages stands at token i.
func (r *reader) isDeclinable(i int) bool {
	for _, of := range declinable {
		if c, found := r.Cue(of.cue, text.Between(i, min(len(r.Tokens), i+3))); found && c.I == i {
			return true
		}
	}
	return false
}

// wantsLiabilityOnly reports whether the mail asks for liability and nothing for the
// cars themselves; of one of several, readLiabilityOnly says so.
func (r *reader) wantsLiabilityOnly() (text.Span, bool) {
	for _, at := range r.liabilityOnly() {
		if len(r.liveVehicles()) < 2 {
			return at, true
		}
	}
	return text.Span{}, false
}

// readLiabilityOnly reads for which of several cars only liability is wanted.
func (r *reader) readLiabilityOnly() {
	for _, at := range r.liabilityOnly() {
		of := slices.IndexFunc(r.places, func(p placed) bool {
			return r.Is(at.J, "on", "for") && at.J < p.at.I && p.at.I <= at.J+2
		})
		if of < 0 || len(r.liveVehicles()) < 2 {
			continue
		}
		for _, field := range []string{comprehensive, collision} {
			r.say(entity{'v', r.places[of].vehicle}, field, 0, text.Between(at.I, r.places[of].at.J))
		}
	}
}

// liabilityOnly finds where the mail says "liability only".
func (r *reader) liabilityOnly() (found []text.Span) {
	for i := range r.Tokens {
		behind, before := r.Is(i, "liability") && r.Is(i+1, "only"), r.Is(i, "only", "just") && r.Is(i+1, "liability")
		if r.Is(i, "only", "just") && r.Is(i+1, "want", "wants", "need", "needs", "get", "got", "do", "did", "have", "keep", "carry") && r.Is(i+2, "liability") && !r.Is(i+3, "and", "or", "limits") {
			found = append(found, text.Between(i, i+3))
		}
		if (behind || before) && !r.Quiet[i] && !r.Has(text.Between(max(r.Sentence(i).I, i-4), i), "negation") {
			found = append(found, text.Between(i, i+2))
		}
	}
	return found
}
