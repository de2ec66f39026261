package reading

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

const (
	comprehensive = "coverages.comprehensive_deductible"
	collision     = "coverages.collision_deductible"
)

// readDeductibles reads the deductibles of comprehensive and collision: "$500
// deductibles" is both, "comp 250 and collision 500" each, "500/1000" in that order.
func (r *reader) readDeductibles() {
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] || r.Kind(i) == text.Word && !r.spoken[i] {
			continue
		}
		n, ok := r.number(i)
		if !ok || !isDeductible(n.n) || !r.Free(n.Span) {
			continue
		}
		i = n.J - 1
		if r.EndsAt("not", n.I) < n.I {
			continue // "collision at 1000, not 500"
		}
		s := r.Sentence(n.I)
		near := text.Between(max(s.I, n.I-12), min(s.J, n.J+8))
		named := r.Has(near, "comprehensive", "collision", "deductible") || r.Has(r.topic(n.I), "deductible") || r.isBarePair(n)
		if r.Quiet[n.I] || !named || r.isMiles(n.J) || r.periodFollows(n.J) {
			continue
		}
		if both, at, ok := r.deductiblesIn(text.Between(n.I, s.J)); ok && at.J > n.J {
			pair := both.([2]int)
			r.say(theApplication, comprehensive, pair[0], at)
			r.say(theApplication, collision, pair[1], at)
			r.Take(at)
			i = at.J - 1
			continue
		}
		for _, field := range r.deductibleFields(n, near) {
			r.say(theApplication, field, n.n, n.Span)
		}
		r.Take(n.Span)
	}
}

// isBarePair reports whether n starts "500/500" as an item of its own, which is no limit that is
// sold, or a pair behind limits or a car: "100/300/100 with 500 and 500", "on the Civic 500/500".
func (r *reader) isBarePair(n number) bool {
	second, ok := r.number(n.J + 1)
	if !ok || !r.pairs(n.J) || !isDeductible(second.n) || n.n < 250 {
		return false
	}
	behindLimits := r.counted("coverages.bodily_injury", r.Sentence(n.I))
	if !r.Is(n.J, "/") && behindLimits {
		return true
	}
	_, of := r.vehicleBehind(text.Between(n.I, second.J))
	item := (r.Is(n.J, "/") || n.n == second.n && r.Is(n.J, "and", "&", "y") && r.Sentence(n.I).I == n.I) && r.standsAsItem(text.Between(n.I, second.J))
	if !of && !item && !r.carBefore(n.I) && !(behindLimits && n.n == second.n) {
		return false
	}
	return !slices.Contains(quote.BodilyInjuryLimits(), limits{person: n.n, accident: second.n}.split())
}

// pairs reports whether the mark or word at token i joins two amounts, or two coverages.
func (d *document) pairs(i int) bool { return d.Is(i, "/", "&", "and", "n", "+", "y", "or", "o") }

// carBefore reports whether "on the Civic" stands right before token i.
func (r *reader) carBefore(i int) bool {
	for k := i - 1; k >= max(r.Sentence(i).I, i-5); k-- {
		if r.mentionedAt(k) >= 0 || r.bodyAt(k) >= 0 {
			return r.Is(k-1, "on", "for", "en", "para") || r.Is(k-2, "on", "for", "en", "para")
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
func (r *reader) deductibleFields(n number, near text.Span) []string {
	behind, before := r.coversFrom(n.J, near.J), r.coversUpTo(n.I, near.I)
	switch {
	case len(behind) > 0 && (len(before) == 0 || r.amountsFirst(n)):
		return behind
	case len(before) > 0:
		return before
	}
	var named []string
	for _, name := range []string{comprehensive, collision} {
		if c, ok := r.Cue(cueOf(name), near); ok && r.EndsAt("negation", c.I) == c.I {
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
		case r.StartsAt("comprehensive", i) > i:
			fields, i = append(fields, comprehensive), r.StartsAt("comprehensive", i)
		case r.StartsAt("collision", i) > i:
			fields, i = append(fields, collision), r.StartsAt("collision", i)
		case r.StartsAt("deductible", i) > i:
			i = r.StartsAt("deductible", i)
		case r.Among(i, "for covers"), len(fields) > 0 && r.pairs(i) && r.Has(text.Between(i+1, i+4), "collision", "comprehensive"):
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
		case r.EndsAt("comprehensive", i) < i:
			fields, i = append(fields, comprehensive), r.EndsAt("comprehensive", i)
		case r.EndsAt("collision", i) < i:
			fields, i = append(fields, collision), r.EndsAt("collision", i)
		case r.EndsAt("deductible", i) < i:
			i = r.EndsAt("deductible", i)
		case r.Among(i-1, "to covers"), len(fields) > 0 && r.pairs(i-1):
			i--
		default:
			return fields
		}
	}
	return fields
}

// amountsFirst reports whether the sentence puts amounts before their names.
func (r *reader) amountsFirst(n number) bool {
	s := r.Sentence(n.I)
	first := len(r.Tokens)
	for _, name := range []string{"comprehensive", "collision"} {
		if c, ok := r.Cue(name, s); ok {
			first = min(first, c.I)
		}
	}
	for i := max(s.I, n.I-20); i <= n.I; i++ {
		if v, ok := r.number(i); ok && isDeductible(v.n) {
			return i < first
		}
	}
	return false
}

// declinedBehind reports whether "no" stands at token i, and ends its clause:
// "towing: no", "roadside assistance no".
func (r *reader) declinedBehind(i int) bool {
	i = r.Skip(i, ":", "-", "=", "?")
	if r.Is(i, "is", "isn't", "not") && r.Is(r.Skip(r.Skip(i, "is", "isn't"), "not"), "needed", "necessary", "required", "wanted") {
		return !r.Is(i, "is") || r.Is(i+1, "not")
	}
	return r.Is(i, "no", "none", "declined", "decline") && (i+1 >= len(r.Tokens) || r.Breaks(i+1) || r.Sentence(i).J <= i+2)
}

// readExtras reads whether rental and towing are wanted.
func (r *reader) readExtras() {
	for _, of := range []struct{ cue, field string }{{"rental", "coverages.rental"}, {"towing", "coverages.towing"}} {
		for _, c := range r.Cues[of.cue] {
			s := r.Sentence(c.I)
			if c.I-s.I < 3 && r.Is(s.I, "and", "plus", "also", "with") && s.I > 0 {
				s.I = r.Sentence(s.I - 1).I // "500 deductibles. And towing."
			}
			context := r.Has(s, "wants", "negation", "liability", "deductible", "comprehensive", "collision", "coverage")
			context = context || r.Is(c.I-1, "day") || r.Has(s, "rental") && r.Has(s, "towing") && !r.Is(s.J-1, "?")
			if r.Quiet[c.I] || r.Taken[c.I] || r.isInquiry(s) || !context && r.Has(text.Between(c.I, c.I+1), "needs context") {
				continue
			}
			if yes, said := r.yesOrNoTo(c.I); said {
				r.say(theApplication, of.field, yes, c)
				continue
			}
			before := text.Between(max(s.I, c.I-6), c.I)
			not, no := r.Before("negation", before.I, c.I)
			no = no && r.EndsAt("rental", not.J) == not.J && r.EndsAt("towing", not.J) == not.J || r.Is(c.J-1, "no") // "rental no, tow yes"
			_, off := r.Before("drop", before.I, c.I)
			r.say(theApplication, of.field, !no && !off && !r.declinedBehind(c.J), c)
		}
	}
}
