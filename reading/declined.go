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
			if !declines && r.isDeclined(of, c) {
				at, declines = span{r.joined(c), c.j}, true
			}
		}
		if declines && !r.hasValue(of.path) {
			facts = append(facts, quote.Fact{Path: of.path, Message: r.in.Message, Words: r.raw(at), Standing: quote.Stated})
		}
	}
	return facts
}

// hasValue reports whether the mail gives a value of a coverage.
func (r *reader) hasValue(path string) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.field == path })
}

// wishesForLess are the sentences that decline a coverage, by where they start, and whether that is taken so.
func (r *reader) wishesForLess() map[int]bool {
	taken := make(map[int]bool)
	wish := func(at span, path string) {
		i := r.sentence(at.i).i
		taken[i] = taken[i] || !r.hasValue(path)
	}
	if at, only := r.wantsLiabilityOnly(); only {
		wish(at, comprehensive)
		wish(at, collision)
	}
	for _, of := range declinable {
		for _, c := range r.cues[of.cue] {
			if r.isDeclined(of, c) {
				wish(c, of.path)
			}
		}
	}
	return taken
}

// isDeclined reports whether the mail declines a coverage at c, of all cars.
func (r *reader) isDeclined(of optional, c span) bool {
	return !r.quiet[c.i] && r.declines(c, of.plain) && r.ofOneCar(c) < 0 && !r.isOfOtherCar(c)
}

// declines reports whether the words around a coverage say that it is not wanted.
func (r *reader) declines(c span, plain bool) bool {
	i := r.joined(c)
	if r.isTakenOff(c) || r.isLeftAway(c) {
		return true
	}
	named := plain || i < c.i-1 || r.is(c.j, "coverage", "insurance") || r.is(c.j, "or", "and", "nor", "/") && r.isDeclinable(c.j+1) || r.followsCover(c)
	switch {
	case r.declinedBehind(c.j):
		return plain || !r.is(r.skip(c.j, ":", "-", "=", "?"), "none")
	case r.is(i, "no"):
		return named
	case r.is(i, "without", "decline", "declining", "reject", "rejecting", "waive", "waiving", "skip", "sin"):
		return true
	case r.is(r.skipBackAmong(i+1, "whose policy")-1, "want", "need"):
		i = r.skipBackAmong(i+1, "whose policy") - 1
		return r.is(i-1, "don't", "dont") || r.is(i-1, "not") && r.is(i-2, "do")
	case r.is(i, "for") && r.is(i-1, "ask", "asked"):
		return r.is(i-2, "didn't", "never") || r.is(i-2, "not") && r.is(i-3, "did")
	}
	return false
}

// followsCover reports whether c ends a sentence, or an item, behind a deductible of the other cover:
// "comprehensive 250, no collision".
func (r *reader) followsCover(c span) bool {
	s := r.sentence(c.i)
	return (r.endsClause(c.j) || r.is(c.j, "please")) && slices.ContainsFunc(r.claims, func(said claim) bool {
		return (said.field == comprehensive || said.field == collision) && s.i <= said.at && said.at < c.i
	})
}

// isTakenOff reads "take the comp and the collision off".
func (r *reader) isTakenOff(c span) bool {
	s := r.clause(c.i)
	return r.has(span{max(s.i, c.i-6), c.i}, "take") && r.has(span{c.j, min(s.j, c.j+5)}, "take off behind")
}

// isLeftAway reads "drop the comp and collision", of somebody who has a quote; whether that is wise is for no
// program to say.
func (r *reader) isLeftAway(c span) bool {
	s, end := r.sentence(c.i), c.j
	for range declinable {
		if next, ok := r.declinableAt(end + 1); ok && r.is(end, "or", "and", "&", "/", ",") {
			end = next.j
		}
	}
	asks := r.is(s.j-1, "?") && r.is(r.skip(s.i, "and", "so", "but"), "should", "do", "does", "is", "would", "will", "why")
	return r.inThread() && !asks && r.isDropped(span{r.joined(c) + 1, c.j}) && !r.is(end, "deductible", "deductibles", "to", "down", "from", "off", "at")
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
	_, found := r.declinableAt(i)
	return found
}

// declinableAt returns the one of these coverages that stands at token i.
func (r *reader) declinableAt(i int) (span, bool) {
	for _, of := range declinable {
		if c, found := r.cue(of.cue, span{i, min(len(r.toks), i+3)}); found && c.i == i {
			return c, true
		}
	}
	return span{}, false
}

// wantsLiabilityOnly reports whether the mail asks for liability and nothing for the
// cars themselves; of one of several, readLiabilityOnly says so.
func (r *reader) wantsLiabilityOnly() (span, bool) {
	for _, at := range r.liabilityOnly() {
		if len(r.liveVehicles()) < 2 && !r.isOfOtherCar(at) {
			return at, true
		}
	}
	return span{}, false
}

// isOfOtherCar reports whether the coverage at c is said to be of a car that is none of those we know: "only
// liability on the Tacoma", which was taken off.
func (r *reader) isOfOtherCar(c span) bool {
	if len(r.in.Known.Vehicles) == 0 || !r.is(c.j, "on", "for") {
		return false
	}
	i := r.skip(c.j+1, "the", "my", "our", "his", "her")
	if k := r.mentionedAt(i); k >= 0 {
		return r.vehicles[k].known < 0
	}
	return r.namesCar(i)
}

// readLiabilityOnly reads for which of several cars only liability is wanted.
func (r *reader) readLiabilityOnly() {
	for _, at := range r.liabilityOnly() {
		of := slices.IndexFunc(r.places, func(p placed) bool {
			return r.is(at.j, "on", "for") && at.j < p.at.i && p.at.i <= at.j+2
		})
		k := r.carOfCover(at)
		if k < 0 {
			k = r.carOnLiability(at)
		}
		if of < 0 && k >= 0 {
			for _, field := range []string{comprehensive, collision} {
				r.say(entity{'v', k}, field, 0, at)
			}
		}
		if of < 0 || len(r.liveVehicles()) < 2 {
			continue
		}
		for _, field := range []string{comprehensive, collision} {
			r.say(entity{'v', r.places[of].vehicle}, field, 0, span{at.i, r.places[of].at.j})
		}
	}
}

// carOnLiability returns the one of several cars that "liability only" at these words is to be for: "drop
// the rest on the Ranger, liability only on that one"; -1 where none is.
func (r *reader) carOnLiability(at span) int {
	if len(r.liveVehicles()) < 2 {
		return -1
	}
	if !r.is(at.j, "on", "for") || !r.is(at.j+1, "it") && !(r.is(at.j+1, "that", "this") && r.is(at.j+2, "one", "car", "truck")) {
		return -1
	}
	named := -1
	for _, p := range r.places {
		if s := r.sentence(at.i); p.at.i < s.i || p.at.i >= at.i {
			continue
		}
		if named >= 0 && named != p.vehicle {
			return -1
		}
		named = p.vehicle
	}
	return named
}

// readDeclinedOfOne reads which of several cars is to go without a coverage: "no comp or
// collision on the Corolla". An application has none of one car, so that staff are told of it.
func (r *reader) readDeclinedOfOne() {
	for _, of := range declinable {
		for _, c := range r.cues[of.cue] {
			if k := r.ofOneCar(c); k >= 0 && !of.plain && !r.quiet[c.i] && (r.declines(c, of.plain) || r.beginsNo(c)) {
				r.say(entity{'v', k}, of.path, 0, span{r.joined(c), c.j})
			}
		}
	}
}

// beginsNo reports whether a clause begins with that a coverage is not wanted: "…, no collision".
func (r *reader) beginsNo(c span) bool {
	i := r.joined(c)
	return r.is(i, "no") && (r.clause(i).i == i || r.is(i-1, "and", "but", "y"))
}

// ofOneCar returns the one of several cars of which the words behind a coverage say that it is,
// behind what is joined to it; -1 where they don't.
func (r *reader) ofOneCar(c span) int {
	i := c.j
	for next, ok := r.declinableAt(i + 1); ok && r.is(i, "or", "and", "nor", "/"); next, ok = r.declinableAt(i + 1) {
		i = next.j
	}
	if i = r.skip(i, "coverage", "insurance"); !r.is(i, "on", "for", "off", "from", "en", "para") || len(r.liveVehicles()) < 2 {
		return -1
	}
	for _, j := range []int{i + 1, i + 2} {
		if k := max(r.mentionedAt(j), r.bodyAt(j)); k >= 0 {
			return k
		}
	}
	return -1
}

// asksWhatItCovers reports whether the words at token i are what a question is about: "does just
// liability cover a rental?"
func (r *reader) asksWhatItCovers(i int) bool {
	s := r.sentence(i)
	return r.is(i-1, "does", "will") && r.is(s.j-1, "?")
}

// liabilityOnly finds where the mail says "liability only".
func (r *reader) liabilityOnly() (found []span) {
	for i := range r.toks {
		behind, before := r.is(i, "liability") && r.is(i+1, "only"), r.is(i, "only", "just") && r.is(i+1, "liability")
		if r.is(i, "only", "just") && r.is(i+1, "want", "wants", "need", "needs", "get", "got", "do", "did", "have", "keep", "carry") && r.is(i+2, "liability") && !r.is(i+3, "and", "or", "limits") {
			found = append(found, span{i, i + 3})
		}
		if (behind || before) && !r.quiet[i] && !r.asksWhatItCovers(i) && !r.has(span{max(r.sentence(i).i, i-4), i}, "negation") {
			found = append(found, span{i, i + 2})
		}
	}
	return found
}
