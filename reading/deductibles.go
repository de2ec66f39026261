package reading

import (
	"slices"

	"ppamaild/quote"
)

const (
	comprehensive = "coverages.comprehensive_deductible"
	collision     = "coverages.collision_deductible"
)

// readDeductibles reads the deductibles of comprehensive and collision: "$500
// deductibles" is both, "comp 250 and collision 500" each, "500/1000" in that order.
func (r *reader) readDeductibles() {
	for i := 0; i < len(r.toks); i++ {
		if r.taken[i] || r.kind(i) == word && !r.spoken[i] {
			continue
		}
		n, ok := r.number(i)
		if !ok || !isDeductible(n.n) || !r.free(n.span) {
			continue
		}
		i = n.j - 1
		if r.endsAt("not", n.i) < n.i {
			continue // "collision at 1000, not 500"
		}
		s := r.sentence(n.i)
		near := span{max(s.i, n.i-12), min(s.j, n.j+8)}
		named := r.has(near, "comprehensive", "collision", "deductible") || r.has(r.topic(n.i), "deductible") || r.isBarePair(n)
		if r.quiet[n.i] || !named || r.isMiles(n.j) || r.periodFollows(n.j) {
			continue
		}
		if both, at, ok := r.deductiblesIn(span{n.i, s.j}); ok && at.j > n.j {
			pair := both.([2]int)
			r.say(theApplication, comprehensive, pair[0], at)
			r.say(theApplication, collision, pair[1], at)
			r.take(at)
			i = at.j - 1
			continue
		}
		for _, field := range r.deductibleFields(n, near) {
			r.say(theApplication, field, n.n, n.span)
		}
		r.take(n.span)
	}
}

// isBarePair reports whether n starts "500/500" as an item of its own, which is no limit
// that is sold, or a pair behind limits or a car: "100/300/100 with 500 and 500", "on the
// Civic 500/500".
func (r *reader) isBarePair(n number) bool {
	second, ok := r.number(n.j + 1)
	if !ok || !r.pairs(n.j) || !isDeductible(second.n) || n.n < 250 {
		return false
	}
	behindLimits := r.counted("coverages.bodily_injury", r.sentence(n.i))
	if !r.is(n.j, "/") && behindLimits {
		return true
	}
	_, of := r.vehicleBehind(span{n.i, second.j})
	item := (r.is(n.j, "/") || n.n == second.n && r.is(n.j, "and", "&", "y") && r.sentence(n.i).i == n.i) && r.standsAsItem(span{n.i, second.j})
	if !of && !item && !r.carBefore(n.i) && !(behindLimits && n.n == second.n) {
		return false
	}
	return !slices.Contains(quote.BodilyInjuryLimits(), limits{person: n.n, accident: second.n}.split())
}

// pairs reports whether the mark or word at token i joins two amounts, or two coverages.
func (d *document) pairs(i int) bool { return d.is(i, "/", "&", "and", "n", "+", "y", "or", "o") }

// carBefore reports whether "on the Civic" stands right before token i.
func (r *reader) carBefore(i int) bool {
	for k := i - 1; k >= max(r.sentence(i).i, i-5); k-- {
		if r.mentionedAt(k) >= 0 || r.bodyAt(k) >= 0 {
			return r.is(k-1, "on", "for", "en", "para") || r.is(k-2, "on", "for", "en", "para")
		}
	}
	return false
}

func (d *document) periodFollows(i int) bool {
	_, _, ok := d.periodAt(i)
	return ok
}

func isDeductible(n int) bool {
	return slices.Contains([]int{50, 100, 150, 200, 250, 300, 500, 750, 1000, 1500, 2000, 2500}, n)
}

// deductibleFields says which deductibles an amount is for: those named beside
// it, on the side where the sentence puts names; else all it names; else both.
func (r *reader) deductibleFields(n number, near span) []string {
	behind, before := r.coversFrom(n.j, near.j), r.coversUpTo(n.i, near.i)
	switch {
	case len(behind) > 0 && (len(before) == 0 || r.amountsFirst(n)):
		return behind
	case len(before) > 0:
		return before
	}
	var named []string
	for _, name := range []string{comprehensive, collision} {
		if c, ok := r.cue(cueOf(name), near); ok && r.endsAt("negation", c.i) == c.i {
			named = append(named, name)
		}
	}
	if len(named) > 0 {
		return named
	}
	return []string{comprehensive, collision}
}

func cueOf(field string) string {
	if field == comprehensive {
		return "comprehensive"
	}
	return "collision"
}

// coversFrom returns the coverages named right behind an amount: "$500
// deductible for comp and collision".
func (r *reader) coversFrom(i, end int) []string {
	var fields []string
	for i < end {
		switch {
		case r.startsAt("comprehensive", i) > i:
			fields, i = append(fields, comprehensive), r.startsAt("comprehensive", i)
		case r.startsAt("collision", i) > i:
			fields, i = append(fields, collision), r.startsAt("collision", i)
		case r.startsAt("deductible", i) > i:
			i = r.startsAt("deductible", i)
		case r.among(i, "for covers"), len(fields) > 0 && r.pairs(i) && r.has(span{i + 1, i + 4}, "collision", "comprehensive"):
			i++
		default:
			return fields
		}
	}
	return fields
}

// coversUpTo returns the coverages named right before an amount.
func (r *reader) coversUpTo(i, from int) []string {
	var fields []string
	for i > from {
		switch {
		case r.endsAt("comprehensive", i) < i:
			fields, i = append(fields, comprehensive), r.endsAt("comprehensive", i)
		case r.endsAt("collision", i) < i:
			fields, i = append(fields, collision), r.endsAt("collision", i)
		case r.endsAt("deductible", i) < i:
			i = r.endsAt("deductible", i)
		case r.among(i-1, "to covers"), len(fields) > 0 && r.pairs(i-1):
			i--
		default:
			return fields
		}
	}
	return fields
}

// endsAt returns where the cue starts that ends at token i, or i.
func (d *document) endsAt(cue string, i int) int {
	if c, ok := d.before(cue, max(0, i-4), i); ok && c.j == i {
		return c.i
	}
	return i
}

// amountsFirst reports whether the sentence puts amounts before their names.
func (r *reader) amountsFirst(n number) bool {
	s := r.sentence(n.i)
	first := len(r.toks)
	for _, name := range []string{"comprehensive", "collision"} {
		if c, ok := r.cue(name, s); ok {
			first = min(first, c.i)
		}
	}
	for i := max(s.i, n.i-20); i <= n.i; i++ {
		if v, ok := r.number(i); ok && isDeductible(v.n) {
			return i < first
		}
	}
	return false
}

// declinedBehind reports whether "no" stands at token i, and ends its clause:
// "towing: no", "roadside assistance no".
func (r *reader) declinedBehind(i int) bool {
	i = r.skip(i, ":", "-", "=", "?")
	if r.is(i, "is", "isn't", "not") && r.is(r.skip(r.skip(i, "is", "isn't"), "not"), "needed", "necessary", "required", "wanted") {
		return !r.is(i, "is") || r.is(i+1, "not")
	}
	return r.is(i, "no", "none", "declined", "decline") && (i+1 >= len(r.toks) || r.breaks(i+1) || r.sentence(i).j <= i+2)
}

// readExtras reads whether rental and towing are wanted.
func (r *reader) readExtras() {
	for _, of := range []struct{ cue, field string }{{"rental", "coverages.rental"}, {"towing", "coverages.towing"}} {
		for _, c := range r.cues[of.cue] {
			s := r.sentence(c.i)
			if c.i-s.i < 3 && r.is(s.i, "and", "plus", "also", "with") && s.i > 0 {
				s.i = r.sentence(s.i - 1).i // "500 deductibles. And towing."
			}
			context := r.has(s, "wants", "negation", "liability", "deductible", "comprehensive", "collision", "coverage")
			context = context || r.is(c.i-1, "day") || r.has(s, "rental") && r.has(s, "towing") && !r.is(s.j-1, "?")
			if r.quiet[c.i] || r.taken[c.i] || r.isInquiry(s) || !context && r.has(span{c.i, c.i + 1}, "needs context") {
				continue
			}
			if yes, said := r.yesOrNoTo(c.i); said {
				r.say(theApplication, of.field, yes, c)
				continue
			}
			before := span{max(s.i, c.i-6), c.i}
			not, no := r.before("negation", before.i, c.i)
			no = no && r.endsAt("rental", not.j) == not.j && r.endsAt("towing", not.j) == not.j || r.is(c.j-1, "no") // "rental no, tow yes"
			_, off := r.before("drop", before.i, c.i)
			r.say(theApplication, of.field, !no && !off && !r.declinedBehind(c.j), c)
		}
	}
}
