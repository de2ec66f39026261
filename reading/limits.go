package reading

import (
	"fmt"
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// limits are liability limits in thousands, as written; pd is 0 where only
// those of bodily injury were.
type limits struct {
	person, accident, pd int
}

func (l limits) split() string { return fmt.Sprintf("%d/%d", l.person, l.accident) }

// limitsAt reads "100/300/100", "100k/300k", "$100,000/$300,000".
func (d *document) limitsAt(i int) (limits, text.Span, bool) {
	var n [3]int
	j, count, spelt, spaced := i, 0, false, false
	for count < 3 {
		v, ok := d.number(j)
		if !ok || v.short || v.spelt && v.n < 10 {
			break
		}
		spelt = v.spelt
		n[count], j = v.n, v.J
		if v.n >= 1000 {
			n[count] = v.n / 1000
		}
		count++
		k := d.nextLimit(j, count)
		next, ok := d.number(j)
		if bare := ok && v.plain && next.plain && d.Gap(j) && !d.IsWide(j) && !d.Is(i-1, "$") && d.Row(j) == d.Row(i); k == j && bare {
			spaced = true // so do "100 300 100"
		} else if k == j && !(spelt && ok && next.spelt) {
			break // "a hundred three hundred a hundred" needs no slash
		}
		j = k
	}
	if d.Is(j-1, "/") {
		j--
	}
	l := limits{n[0], n[1], n[2]}
	if spaced && (count < 3 || !slices.Contains(quote.BodilyInjuryLimits(), l.split())) {
		return l, text.Between(i, j), false
	}
	return l, text.Between(i, j), count >= 2 && l.sound(count)
}

// nextLimit returns where the next limit starts behind the one that ends at
// token j, or j: behind a slash, and behind "per person and".
func (d *document) nextLimit(j, count int) int {
	if d.Is(j, "/") {
		return j + 1
	}
	if count == 1 && d.Is(j, "per", "each", "a") && d.Is(j+1, "person") && d.Is(j+2, "and", "/", ",") {
		return j + 3
	}
	return j
}

// sound reports whether the numbers can be limits: people are insured for less than accidents.
func (l limits) sound(count int) bool {
	if l.person < 10 || l.person > 1000 || l.accident < l.person || l.accident > 1000 || l.person%5 != 0 || l.accident%5 != 0 {
		return false
	}
	return count == 2 || l.pd >= 5 && l.pd <= 1000 && l.pd%5 == 0
}

// readLimits reads limits of liability and of uninsured motorists.
func (r *reader) readLimits() {
	var found []limitsFor
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] || r.Kind(i) == text.Word && !r.spoken[i] || r.Glued(i) && r.Is(i-1, "/") {
			continue
		}
		l, at, ok := r.limitsAt(i)
		if !ok || !r.Free(at) || !r.meansLimits(l, at) || r.isOfPolicyBefore(at) || r.Kind(i) == text.Word && !r.Has(r.Sentence(i), "liability", "uninsured motorist", "property damage") {
			continue
		}
		r.Take(at)
		field := "coverages.bodily_injury"
		if r.isUninsured(at) {
			field = "coverages.uninsured_motorist"
		}
		found = append(found, limitsFor{field, l, at})
		i = at.J - 1
	}
	r.sayAsked(found)
	r.readSingles()
	r.readUninsuredSame()
}

// limitsFor is limits as they were found, and the field that they are of.
type limitsFor struct {
	field string
	limits
	at text.Span
}

// sayAsked claims limits. Those that the customer has now are what is asked for, unless others are.
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
func (r *reader) isHadNow(at text.Span) bool {
	s := r.Sentence(at.I)
	turns := func(i int) bool {
		return r.Is(i, "but", "want", "like", "need", "prefer", "quote", "to", "instead", ";")
	}
	near := at
	for near.I > max(s.I, at.I-7) && !turns(near.I-1) {
		near.I--
	}
	for near.J < min(s.J, at.J+5) && !turns(near.J) {
		near.J++
	}
	for i := near.I; i < near.J; i++ {
		if r.Is(i, "now", "currently", "current", "existing", "present", "ahora", "actual", "actualmente") {
			return true
		}
	}
	for i := max(s.I, at.I-5); i < at.I; i++ {
		if _, j, insurer := r.carrierAt(i); insurer && r.Is(j, ",", ":", "(", "at", "with", "and") {
			return true // "my old policy (Texas Farm Bureau, 30/60/25)"
		}
	}
	return false
}

// sayLimits claims limits for a field; the third number is property damage.
func (r *reader) sayLimits(field string, l limits, at text.Span) {
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
func (r *reader) meansLimits(l limits, at text.Span) bool {
	if l.pd == 0 && (r.StartsAt("deductible", at.J) > at.J || r.EndsAt("deductible", r.skipBack(at.I)) < r.skipBack(at.I)) {
		return false
	}
	if l.pd == 0 && l.person == l.accident && isDeductible(l.person) {
		named := text.Between(max(r.Clause(at.I).I, at.I-4), at.I) // "UM same as BI, $500/$500" are two things
		return r.Has(named, "liability", "uninsured motorist") || r.StartsAt("liability", at.J) > at.J
	}
	if v, ok := r.date(at.I); ok && v.y != 0 {
		return r.Named("liability", at.I, 6) || r.Has(text.Between(at.J, at.J+4), "liability")
	}
	if l.pd > 0 {
		return true
	}
	usual := slices.Contains(quote.BodilyInjuryLimits(), l.split())
	return usual || r.Named("liability", at.I, 8) || r.Has(text.Between(at.J, at.J+4), "liability") || r.isUninsured(at)
}

// isOfPolicyBefore reports whether limits are what somebody had elsewhere: "had 30/60/25 in
// Texas", "we have Geico in Texas, 30/60/25".
func (r *reader) isOfPolicyBefore(at text.Span) bool {
	s := r.Sentence(at.I)
	if r.Has(text.Between(s.I, at.I), "wants") {
		return false
	}
	for i := max(s.I, at.I-8); i < min(s.J, at.J+3); i++ {
		_, _, state := r.state(i + 1)
		elsewhere := state && r.Is(i, "in", "from", "back")
		if elsewhere && (r.Is(at.I-1, "had", "carried") || i < at.I && r.namesInsurer(text.Between(s.I, i))) {
			return true
		}
	}
	return false
}

// isUninsured reports whether limits are those for uninsured motorists.
func (r *reader) isUninsured(at text.Span) bool {
	s := r.Sentence(at.I)
	um, ok := r.Before("uninsured motorist", max(s.I, at.I-6), at.I)
	if ok {
		bi, other := r.Before("liability", um.J, at.I)
		return !other || bi.I <= um.J && r.Is(bi.I, "bi", "bodily") // "uninsured motorist BI"
	}
	c, ok := r.Cue("uninsured motorist", text.Between(at.J, min(s.J, at.J+3)))
	for i := at.J; ok && i < c.I; i++ {
		ok = !r.Breaks(i) && !r.Is(i, "and", "&", "+", "plus", "with")
	}
	return ok
}

// limitsIn reads limits behind a label; one number is that of property damage.
func (r *reader) limitsIn(s text.Span) (any, text.Span, bool) {
	for i := s.I; i < min(s.J, s.I+6); i++ {
		if l, at, ok := r.limitsAt(i); ok {
			return l, at, true
		}
	}
	n, ok := r.number(s.I)
	if !ok {
		return nil, s, false
	}
	if n.n >= 1000 {
		n.n /= 1000
	}
	field, _ := r.Before("property damage", max(0, s.I-6), s.I)
	return limits{person: n.n}, n.Span, !field.Empty()
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
		for _, c := range r.Cues[single.cue] {
			if r.Quiet[c.I] || r.Taken[c.I] {
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
				r.say(theApplication, single.field, n.n/single.per, n.Span)
				r.Take(n.Span)
			}
		}
	}
}

// amountBeside reads the amount behind a coverage, else the one right before it.
func (r *reader) amountBeside(c text.Span) (number, bool) {
	for i := c.J; i < min(r.Sentence(c.I).J, c.J+4); i++ {
		if n, ok := r.number(i); ok && r.Free(n.Span) && !r.Is(n.J, "/") {
			return n, true
		}
		if !r.Among(i, "of an amount") {
			break
		}
	}
	for i := max(0, c.I-4); i < c.I; i++ {
		if n, ok := r.number(i); ok && r.Free(n.Span) && (n.J == c.I || n.J == c.I-1 && r.Is(n.J, "in", "of", "for", "on") || n.J == c.I-2 && r.Is(n.J, "in", "of", "for", "on") && r.Is(n.J+1, "the", "my")) && n.n >= 10 {
			return n, true
		}
	}
	return number{}, false
}

// readUninsuredSame reads "uninsured motorist the same" as the limits of bodily
// injury that this mail states.
func (r *reader) readUninsuredSame() {
	for _, c := range r.Cues["uninsured motorist"] {
		same, ok := r.Cue("to match", text.Between(c.J, min(r.Sentence(c.I).J, c.J+6)))
		before := c.I
		for range 2 {
			if r.Is(before-1, "for", "on", "the", "my") {
				before--
			}
		}
		if !ok && r.EndsAt("to match", before) < before {
			same, ok = c, true // "matching uninsured motorist", "same for the uninsured"
		}
		if !ok && r.Is(c.I-1, "and", "&", "+") && r.EndsAt("liability", c.I-1) < c.I-1 && r.counted("coverages.bodily_injury", text.Between(max(r.Clause(c.I).I, c.I-8), c.I)) {
			same, ok = c, true // "100/300 for liability and uninsured"
		}
		if !ok {
			continue
		}
		for _, k := range r.claims {
			if k.field == "coverages.bodily_injury" {
				r.infer(theApplication, "coverages.uninsured_motorist", k.value, text.Between(c.I, same.J))
				break
			}
		}
	}
}

// readMinimum reads "state minimum" as what the state makes compulsory, where
// the state is known and the mail names no limits.
func (r *reader) readMinimum() {
	c, ok := r.Cue("state minimum", text.Between(0, len(r.Tokens)))
	if !ok || r.Quiet[c.I] || r.Has(r.Clause(c.I), "negation") || r.Has(r.Sentence(c.I), "more than the minimum") {
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
	for d.Among(i-1, "to covers") {
		i--
	}
	return i
}
