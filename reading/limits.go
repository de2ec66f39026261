package reading

import (
	"fmt"
	"slices"

	"ppamaild/quote"
)

// limits are liability limits in thousands, as written; pd is 0 where only
// those of bodily injury were.
type limits struct {
	person, accident, pd int
}

func (l limits) split() string { return fmt.Sprintf("%d/%d", l.person, l.accident) }

// limitsAt reads "100/300/100", "100k/300k", "$100,000/$300,000".
func (d *document) limitsAt(i int) (limits, span, bool) {
	var n [3]int
	j, count, spelt, spaced := i, 0, false, false
	for count < 3 {
		v, ok := d.number(j)
		if !ok || v.short || v.spelt && v.n < 10 {
			break
		}
		spelt = v.spelt
		n[count], j = v.n, v.j
		if v.n >= 1000 {
			n[count] = v.n / 1000
		}
		count++
		k := d.nextLimit(j, count)
		next, ok := d.number(j)
		if bare := ok && v.plain && next.plain && d.gap(j) && !d.isWide(j) && !d.is(i-1, "$") && d.row(j) == d.row(i); k == j && bare {
			spaced = true // so do "100 300 100"
		} else if k == j && !(spelt && ok && next.spelt) {
			break // "a hundred three hundred a hundred" needs no slash
		}
		j = k
	}
	if d.is(j-1, "/") {
		j--
	}
	l := limits{n[0], n[1], n[2]}
	if spaced && (count < 3 || !slices.Contains(quote.BodilyInjuryLimits(), l.split())) {
		return l, span{i, j}, false
	}
	return l, span{i, j}, count >= 2 && l.sound(count)
}

// nextLimit returns where the next limit starts behind the one that ends at
// token j, or j: behind a slash, and behind "per person and".
func (d *document) nextLimit(j, count int) int {
	if d.is(j, "/") {
		return j + 1
	}
	if count == 1 && d.is(j, "per", "each", "a") && d.is(j+1, "person") && d.is(j+2, "and", "/", ",") {
		return j + 3
	}
	return j
}

// sound reports whether the numbers can be limits: people are insured for less
// than accidents.
func (l limits) sound(count int) bool {
	if l.person < 10 || l.person > 1000 || l.accident < l.person || l.accident > 1000 || l.person%5 != 0 || l.accident%5 != 0 {
		return false
	}
	return count == 2 || l.pd >= 5 && l.pd <= 1000 && l.pd%5 == 0
}

// readLimits reads limits of liability and of uninsured motorists.
func (r *reader) readLimits() {
	var found []limitsFor
	for i := 0; i < len(r.toks); i++ {
		if r.taken[i] || r.kind(i) == word && !r.spoken[i] || r.glued(i) && r.is(i-1, "/") {
			continue
		}
		l, at, ok := r.limitsAt(i)
		if !ok || !r.free(at) || !r.meansLimits(l, at) || r.isOfPolicyBefore(at) || r.kind(i) == word && !r.has(r.sentence(i), "liability", "uninsured motorist", "property damage") {
			continue
		}
		r.take(at)
		field := "coverages.bodily_injury"
		if r.isUninsured(at) {
			field = "coverages.uninsured_motorist"
		}
		found = append(found, limitsFor{field, l, at})
		i = at.j - 1
	}
	r.sayAsked(found)
	r.readSingles()
	r.readUninsuredSame()
}

// limitsFor is limits as they were found, and the field that they are of.
type limitsFor struct {
	field string
	limits
	at span
}

// sayAsked claims limits. Those that the customer has now are what is asked for,
// unless others are.
func (r *reader) sayAsked(found []limitsFor) {
	for _, f := range found {
		wanted := func(g limitsFor) bool { return g.field == f.field && g.at != f.at && !r.isHadNow(g.at) }
		if f.field == "coverages.bodily_injury" && r.isHadNow(f.at) && slices.ContainsFunc(found, wanted) {
			r.say(theApplication, "prior_insurance.bodily_injury", f.split(), f.at)
			if f.pd > 0 {
				r.say(theApplication, "prior_insurance.property_damage", f.pd, f.at)
			}
			continue
		}
		r.sayLimits(f.field, f.limits, f.at)
	}
}

// isHadNow reports whether the words around limits say that the customer has them.
func (r *reader) isHadNow(at span) bool {
	s := r.sentence(at.i)
	turns := func(i int) bool {
		return r.is(i, "but", "want", "like", "need", "prefer", "quote", "to", "instead", ";")
	}
	near := at
	for near.i > max(s.i, at.i-7) && !turns(near.i-1) {
		near.i--
	}
	for near.j < min(s.j, at.j+5) && !turns(near.j) {
		near.j++
	}
	for i := near.i; i < near.j; i++ {
		if r.is(i, "now", "currently", "current", "existing", "present", "ahora", "actual", "actualmente") {
			return true
		}
	}
	for i := max(s.i, at.i-5); i < at.i; i++ {
		if _, j, insurer := r.carrierAt(i); insurer && r.is(j, ",", ":", "(", "at", "with", "and") {
			return true // "my old policy (Texas Farm Bureau, 30/60/25)"
		}
	}
	return false
}

// sayLimits claims limits for a field; the third number is property damage.
func (r *reader) sayLimits(field string, l limits, at span) {
	if field == "coverages.property_damage" {
		r.say(theApplication, field, l.person, at)
		return
	}
	r.say(theApplication, field, l.split(), at)
	if l.pd > 0 && field == "coverages.bodily_injury" {
		r.say(theApplication, "coverages.property_damage", l.pd, at)
	}
}

// meansLimits tells "100/300" from a date, a fraction and deductibles.
func (r *reader) meansLimits(l limits, at span) bool {
	if l.pd == 0 && (r.startsAt("deductible", at.j) > at.j || r.endsAt("deductible", r.skipBack(at.i)) < r.skipBack(at.i)) {
		return false
	}
	if l.pd == 0 && l.person == l.accident && isDeductible(l.person) {
		named := span{max(r.clause(at.i).i, at.i-4), at.i} // "UM same as BI, $500/$500" are two things
		return r.has(named, "liability", "uninsured motorist") || r.startsAt("liability", at.j) > at.j
	}
	if v, ok := r.date(at.i); ok && v.y != 0 {
		return r.named("liability", at.i, 6) || r.has(span{at.j, at.j + 4}, "liability")
	}
	if l.pd > 0 {
		return true
	}
	usual := slices.Contains(quote.BodilyInjuryLimits(), l.split())
	return usual || r.named("liability", at.i, 8) || r.has(span{at.j, at.j + 4}, "liability") || r.isUninsured(at)
}

// isOfPolicyBefore reports whether limits are what somebody had elsewhere: "had 30/60/25 in
// Texas", "we have Geico in Texas, 30/60/25".
func (r *reader) isOfPolicyBefore(at span) bool {
	s := r.sentence(at.i)
	if r.has(span{s.i, at.i}, "wants") {
		return false
	}
	for i := max(s.i, at.i-8); i < min(s.j, at.j+3); i++ {
		_, _, state := r.state(i + 1)
		elsewhere := state && r.is(i, "in", "from", "back")
		if elsewhere && (r.is(at.i-1, "had", "carried") || i < at.i && r.namesInsurer(span{s.i, i})) {
			return true
		}
	}
	return false
}

// isUninsured reports whether limits are those for uninsured motorists.
func (r *reader) isUninsured(at span) bool {
	s := r.sentence(at.i)
	um, ok := r.before("uninsured motorist", max(s.i, at.i-6), at.i)
	if ok {
		bi, other := r.before("liability", um.j, at.i)
		return !other || bi.i <= um.j && r.is(bi.i, "bi", "bodily") // "uninsured motorist BI"
	}
	c, ok := r.cue("uninsured motorist", span{at.j, min(s.j, at.j+3)})
	for i := at.j; ok && i < c.i; i++ {
		ok = !r.breaks(i) && !r.is(i, "and", "&", "+", "plus", "with")
	}
	return ok
}

// limitsIn reads limits behind a label; one number is that of property damage.
func (r *reader) limitsIn(s span) (any, span, bool) {
	for i := s.i; i < min(s.j, s.i+6); i++ {
		if l, at, ok := r.limitsAt(i); ok {
			return l, at, true
		}
	}
	n, ok := r.number(s.i)
	if !ok {
		return nil, s, false
	}
	if n.n >= 1000 {
		n.n /= 1000
	}
	field, _ := r.before("property damage", max(0, s.i-6), s.i)
	return limits{person: n.n}, n.span, !field.empty()
}

// singles are coverages with one amount: the cue, the field, the amounts that
// can be, and what they are divided by.
var singles = []struct {
	cue, field string
	least      int
	per        int
}{
	{"property damage", "coverages.property_damage", 5000, 1000},
	{"medical payments", "coverages.medical_payments", 500, 1},
	{"personal injury protection", "coverages.personal_injury_protection", 1000, 1},
}

func (r *reader) readSingles() {
	for _, single := range singles {
		for _, c := range r.cues[single.cue] {
			if r.quiet[c.i] || r.taken[c.i] {
				continue
			}
			n, ok := r.amountBeside(c)
			if !ok {
				continue
			}
			if single.per > 1 && n.n < 1000 {
				n.n *= 1000
			}
			if n.n >= single.least && n.n <= 1_000_000 {
				r.say(theApplication, single.field, n.n/single.per, n.span)
				r.take(n.span)
			}
		}
	}
}

// amountBeside reads the amount behind a coverage, else the one right before it.
func (r *reader) amountBeside(c span) (number, bool) {
	for i := c.j; i < min(r.sentence(c.i).j, c.j+4); i++ {
		if n, ok := r.number(i); ok && r.free(n.span) && !r.is(n.j, "/") {
			return n, true
		}
		if !r.among(i, "of an amount") {
			break
		}
	}
	for i := max(0, c.i-4); i < c.i; i++ {
		if n, ok := r.number(i); ok && r.free(n.span) && (n.j == c.i || n.j == c.i-1 && r.is(n.j, "in", "of", "for", "on") || n.j == c.i-2 && r.is(n.j, "in", "of", "for", "on") && r.is(n.j+1, "the", "my")) && n.n >= 10 {
			return n, true
		}
	}
	return number{}, false
}

// readUninsuredSame reads "uninsured motorist the same" as the limits of bodily
// injury that this mail states.
func (r *reader) readUninsuredSame() {
	for _, c := range r.cues["uninsured motorist"] {
		same, ok := r.cue("to match", span{c.j, min(r.sentence(c.i).j, c.j+6)})
		before := c.i
		for range 2 {
			if r.is(before-1, "for", "on", "the", "my") {
				before--
			}
		}
		if !ok && r.endsAt("to match", before) < before {
			same, ok = c, true // "matching uninsured motorist", "same for the uninsured"
		}
		if !ok && r.is(c.i-1, "and", "&", "+") && r.endsAt("liability", c.i-1) < c.i-1 && r.counted("coverages.bodily_injury", span{max(r.clause(c.i).i, c.i-8), c.i}) {
			same, ok = c, true // "100/300 for liability and uninsured"
		}
		if !ok {
			continue
		}
		for _, k := range r.claims {
			if k.field == "coverages.bodily_injury" {
				r.infer(theApplication, "coverages.uninsured_motorist", k.value, span{c.i, same.j})
				break
			}
		}
	}
}

// readMinimum reads "state minimum" as what the state makes compulsory, where
// the state is known and the mail names no limits.
func (r *reader) readMinimum() {
	c, ok := r.cue("state minimum", span{0, len(r.toks)})
	if !ok || r.quiet[c.i] || r.has(r.clause(c.i), "negation") || r.has(r.sentence(c.i), "more than the minimum") {
		return
	}
	state, day := r.in.Known.GaragingAddress.State, r.dateOf()
	for _, k := range r.claims {
		switch v := k.value.(type) {
		case string:
			if k.field == "coverages.bodily_injury" {
				return
			}
			if k.field == "garaging_address.state" {
				state = v
			}
		case quote.Date:
			if k.field == "effective_date" {
				day = v
			}
		}
	}
	least, ok := quote.Minimum(state, day)
	if !ok {
		return
	}
	if least.BodilyInjury != "" {
		r.infer(theApplication, "coverages.bodily_injury", least.BodilyInjury, c)
	}
	r.infer(theApplication, "coverages.property_damage", least.PropertyDamage, c)
}

// skipBack returns i, or the token before it where that is a colon or the like.
func (d *document) skipBack(i int) int {
	for d.among(i-1, "to covers") {
		i--
	}
	return i
}
