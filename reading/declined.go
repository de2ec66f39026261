package reading

import (
	"slices"

	"ppamaild/quote"
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
		for _, c := range r.cues[of.cue] {
			if !declines && !r.quiet[c.i] && r.declines(c, of.plain) {
				at, declines = span{r.joined(c), c.j}, true
			}
		}
		if declines && !slices.ContainsFunc(r.claims, func(c claim) bool { return c.field == of.path }) {
			facts = append(facts, quote.Fact{Path: of.path, Message: r.in.Message, Words: r.raw(at), Standing: quote.Stated})
		}
	}
	return facts
}

// declines reports whether the words around a coverage say that it is not wanted.
func (r *reader) declines(c span, plain bool) bool {
	i := r.joined(c)
	if r.isTakenOff(c) {
		return true
	}
	named := plain || i < c.i-1 || r.is(c.j, "coverage", "insurance") || r.is(c.j, "or", "and", "nor", "/") && r.isDeclinable(c.j+1)
	switch {
	case r.declinedBehind(c.j):
		return plain || !r.is(r.skip(c.j, ":", "-", "=", "?"), "none")
	case r.is(i, "no"):
		return named
	case r.is(i, "without", "decline", "declining", "reject", "rejecting", "waive", "waiving", "skip", "sin"):
		return true
	case r.is(i, "want", "need"):
		return r.is(i-1, "don't", "dont") || r.is(i-1, "not") && r.is(i-2, "do")
	}
	return false
}

// isTakenOff reads "take the comp and the collision off".
func (r *reader) isTakenOff(c span) bool {
	s := r.clause(c.i)
	return r.has(span{max(s.i, c.i-6), c.i}, "take") && r.has(span{c.j, min(s.j, c.j+5)}, "take off behind")
}

// joined returns the token before a coverage, and before those that are joined to it:
// that of "no" in "no comp or collision".
func (r *reader) joined(c span) int {
	i := c.i - 1
	for r.is(i, "or", "and", "nor", "/") {
		first, found := r.endingAt(i)
		if !found {
			break
		}
		i = first.i - 1
	}
	return i
}

// endingAt returns the coverage that ends at token i.
func (r *reader) endingAt(i int) (span, bool) {
	for _, of := range declinable {
		if c, found := r.before(of.cue, 0, i); found && c.j == i {
			return c, true
		}
	}
	return span{}, false
}

// isDeclinable reports whether one of these coverages stands at token i.
func (r *reader) isDeclinable(i int) bool {
	for _, of := range declinable {
		if c, found := r.cue(of.cue, span{i, min(len(r.toks), i+3)}); found && c.i == i {
			return true
		}
	}
	return false
}

// wantsLiabilityOnly reports whether the mail asks for liability and nothing for the
// cars themselves; of one of several, readLiabilityOnly says so.
func (r *reader) wantsLiabilityOnly() (span, bool) {
	for _, at := range r.liabilityOnly() {
		if len(r.liveVehicles()) < 2 {
			return at, true
		}
	}
	return span{}, false
}

// readLiabilityOnly reads for which of several cars only liability is wanted.
func (r *reader) readLiabilityOnly() {
	for _, at := range r.liabilityOnly() {
		of := slices.IndexFunc(r.places, func(p placed) bool {
			return r.is(at.j, "on", "for") && at.j < p.at.i && p.at.i <= at.j+2
		})
		if of < 0 || len(r.liveVehicles()) < 2 {
			continue
		}
		for _, field := range []string{comprehensive, collision} {
			r.say(entity{'v', r.places[of].vehicle}, field, 0, span{at.i, r.places[of].at.j})
		}
	}
}

// liabilityOnly finds where the mail says "liability only".
func (r *reader) liabilityOnly() (found []span) {
	for i := range r.toks {
		behind, before := r.is(i, "liability") && r.is(i+1, "only"), r.is(i, "only", "just") && r.is(i+1, "liability")
		if r.is(i, "only", "just") && r.is(i+1, "want", "wants", "need", "needs", "get", "got", "do", "did", "have", "keep", "carry") && r.is(i+2, "liability") && !r.is(i+3, "and", "or", "limits") {
			found = append(found, span{i, i + 3})
		}
		if (behind || before) && !r.quiet[i] && !r.has(span{max(r.sentence(i).i, i-4), i}, "negation") {
			found = append(found, span{i, i + 2})
		}
	}
	return found
}
