package cover

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/asked"
	"ppamaild/reading/claims"
	"ppamaild/reading/drivers"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
)

const (
	Comprehensive = "coverages.comprehensive_deductible"
	Collision     = "coverages.collision_deductible"
)

// ReadDeductibles reads the deductibles of comprehensive and collision: "$500
// deductibles" is both, "comp 250 and collision 500" each, "500/1000" in that order.
func ReadDeductibles(r *garage.Garage) {
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] || r.Kind(i) == text.Word && !r.Spoken[i] {
			continue
		}
		n, ok := find.NumberAt(r.Text, i)
		if !ok || !find.IsDeductible(n.N) || !r.Free(n.Span) {
			continue
		}
		i = n.J - 1
		if r.EndsAt("not", n.I) < n.I {
			continue // "collision at 1000, not 500"
		}
		s := r.Sentence(n.I)
		near := text.Between(max(s.I, n.I-12), min(s.J, n.J+8))
		named := r.Has(near, "comprehensive", "collision", "deductible") || r.Has(drivers.TopicAbove(r.Text, n.I), "deductible") || isBarePair(r, n)
		if r.Quiet[n.I] || !named || find.IsMiles(r.Text, n.J) || find.PeriodFollows(r.Text, n.J) {
			continue
		}
		if both, at, ok := DeductiblesIn(r.Sheet, text.Between(n.I, s.J)); ok && at.J > n.J {
			pair := both.([2]int)
			r.Say(claims.Application, Comprehensive, pair[0], at)
			r.Say(claims.Application, Collision, pair[1], at)
			r.Take(at)
			i = at.J - 1
			continue
		}
		for _, field := range deductibleFields(r.Sheet, n, near) {
			r.Say(claims.Application, field, n.N, n.Span)
		}
		r.Take(n.Span)
	}
}

// isBarePair reports whether n starts "500/500" as an item of its own, which is no limit that is
// sold, or a pair behind limits or a car: "100/300/100 with 500 and 500", "on the Civic 500/500".
func isBarePair(r *garage.Garage, n find.Number) bool {
	second, ok := find.NumberAt(r.Text, n.J+1)
	if !ok || !find.PairsAt(r.Text, n.J) || !find.IsDeductible(second.N) || n.N < 250 {
		return false
	}
	behindLimits := drivers.Counted(r.Sheet, "coverages.bodily_injury", r.Sentence(n.I))
	if !r.Is(n.J, "/") && behindLimits {
		return true
	}
	_, of := garage.VehicleBehind(r, text.Between(n.I, second.J))
	item := (r.Is(n.J, "/") || n.N == second.N && r.Is(n.J, "and", "&", "y") && r.Sentence(n.I).I == n.I) && drivers.StandsAsItem(r.Text, text.Between(n.I, second.J))
	if !of && !item && !carBefore(r, n.I) && !(behindLimits && n.N == second.N) {
		return false
	}
	return !slices.Contains(quote.BodilyInjuryLimits(), find.Limits{Person: n.N, Accident: second.N}.Split())
}

func carBefore(r *garage.Garage, i int) bool {
	for k := i - 1; k >= max(r.Sentence(i).I, i-5); k-- {
		if garage.MentionedAt(r, k) >= 0 || garage.BodyAt(r.Sheet, k) >= 0 {
			return r.Is(k-1, "on", "for", "en", "para") || r.Is(k-2, "on", "for", "en", "para")
		}
	}
	return false
}

// deductibleFields says which deductibles an amount is for: those named beside
// it, on the side where the sentence puts names; else all it names; else both.
func deductibleFields(r *claims.Sheet, n find.Number, near text.Span) []string {
	behind, before := coversFrom(r, n.J, near.J), coversUpTo(r, n.I, near.I)
	switch {
	case len(behind) > 0 && len(before) == 0:
		return behind
	case len(before) > 0:
		return before
	}
	var named []string
	for _, name := range []string{Comprehensive, Collision} {
		if c, ok := r.Cue(cueOf(name), near); ok && r.EndsAt("negation", c.I) == c.I {
			named = append(named, name)
		}
	}
	if len(named) > 0 {
		return named
	}
	return []string{Comprehensive, Collision}
}

func cueOf(field string) string {
	if field == Comprehensive {
		return "comprehensive"
	}
	return "collision"
}

// coversFrom returns the coverages named right behind an amount: "$500
// deductible for comp and collision".
func coversFrom(r *claims.Sheet, i, end int) []string {
	var fields []string
	for i < end {
		switch {
		case r.StartsAt("comprehensive", i) > i:
			fields, i = append(fields, Comprehensive), r.StartsAt("comprehensive", i)
		case r.StartsAt("collision", i) > i:
			fields, i = append(fields, Collision), r.StartsAt("collision", i)
		case r.StartsAt("deductible", i) > i:
			i = r.StartsAt("deductible", i)
		case r.Among(i, "for covers"), len(fields) > 0 && find.PairsAt(r.Text, i) && r.Has(text.Between(i+1, i+4), "collision", "comprehensive"):
			i++
		default:
			return fields
		}
	}
	return fields
}

func coversUpTo(r *claims.Sheet, i, from int) []string {
	var fields []string
	for i > from {
		switch {
		case r.EndsAt("comprehensive", i) < i:
			fields, i = append(fields, Comprehensive), r.EndsAt("comprehensive", i)
		case r.EndsAt("collision", i) < i:
			fields, i = append(fields, Collision), r.EndsAt("collision", i)
		case r.EndsAt("deductible", i) < i:
			i = r.EndsAt("deductible", i)
		case r.Among(i-1, "to covers"), len(fields) > 0 && find.PairsAt(r.Text, i-1):
			i--
		default:
			return fields
		}
	}
	return fields
}

// ReadExtras reads whether rental and towing are wanted.
func ReadExtras(r *claims.Sheet) {
	for _, of := range []struct{ cue, field string }{{"rental", "coverages.rental"}, {"towing", "coverages.towing"}} {
		for _, c := range r.Cues[of.cue] {
			s := r.Sentence(c.I)
			if c.I-s.I < 3 && r.Is(s.I, "and", "plus", "also", "with") && s.I > 0 {
				s.I = r.Sentence(s.I - 1).I // "500 deductibles. And towing."
			}
			context := r.Has(s, "wants", "negation", "liability", "deductible", "comprehensive", "collision", "coverage")
			context = context || r.Is(c.I-1, "day") || r.Has(s, "rental") && r.Has(s, "towing") && !r.Is(s.J-1, "?")
			if r.Quiet[c.I] || r.Taken[c.I] || claims.IsInquiry(r.Text, s) || !context && r.Has(text.Between(c.I, c.I+1), "needs context") {
				continue
			}
			if yes, said := asked.YesOrNoTo(r.Text, c.I); said {
				r.Say(claims.Application, of.field, yes, c)
				continue
			}
			before := text.Between(max(s.I, c.I-6), c.I)
			not, no := r.Before("negation", before.I, c.I)
			no = no && r.EndsAt("rental", not.J) == not.J && r.EndsAt("towing", not.J) == not.J || r.Is(c.J-1, "no") // "rental no, tow yes"
			_, off := r.Before("drop", before.I, c.I)
			r.Say(claims.Application, of.field, !no && !off && !claims.DeclinedBehind(r.Text, c.J), c)
		}
	}
}

// A declined coverage is a fact without a value. So no default replaces the customer's words, and
// the words are on record.

// Optional is a coverage that can be left out. One that is not plain has a name with
// other meanings: "no collision in five years".
type Optional struct {
	Cue, Path string
	Plain     bool
}

// Declinable are the coverages that a customer can decline.
var Declinable = []Optional{
	{"uninsured motorist", "coverages.uninsured_motorist", true}, {"medical payments", "coverages.medical_payments", true},
	{"personal injury protection", "coverages.personal_injury_protection", true}, {"comprehensive", Comprehensive, false}, {"collision", Collision, false},
}

// Declined returns the coverages that the mail declines and gives no value of.
func Declined(r *claims.Sheet) []quote.Fact {
	var facts []quote.Fact
	liabilityOnly, only := WantsLiabilityOnly(r)
	for _, of := range Declinable {
		at, refuses := liabilityOnly, only && (of.Path == Comprehensive || of.Path == Collision)
		for _, c := range r.Cues[of.Cue] {
			if !refuses && !r.Quiet[c.I] && Declines(r.Text, c, of.Plain) {
				at, refuses = text.Between(joined(r.Text, c), c.J), true
			}
		}
		if refuses && !slices.ContainsFunc(r.Claims, func(c claims.Claim) bool { return c.Field == of.Path }) {
			facts = append(facts, quote.Fact{Path: of.Path, Message: r.Mail.Message, Words: r.Raw(at), Standing: quote.Stated})
		}
	}
	return facts
}

// Declines reports whether the words around a coverage say that it is not wanted.
func Declines(r *find.Text, c text.Span, plain bool) bool {
	i := joined(r, c)
	if isTakenOff(r, c) {
		return true
	}
	named := plain || i < c.I-1 || r.Is(c.J, "coverage", "insurance") || r.Is(c.J, "or", "and", "nor", "/") && isDeclinable(r, c.J+1)
	switch {
	case claims.DeclinedBehind(r, c.J):
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

func isTakenOff(r *find.Text, c text.Span) bool {
	s := r.Clause(c.I)
	return r.Has(text.Between(max(s.I, c.I-6), c.I), "take") && r.Has(text.Between(c.J, min(s.J, c.J+5)), "take off behind")
}

// joined returns the token before a coverage, and before those that are joined to it:
// that of "no" in "no comp or collision".
func joined(r *find.Text, c text.Span) int {
	i := c.I - 1
	for r.Is(i, "or", "and", "nor", "/") {
		first, found := endingAt(r, i)
		if !found {
			break
		}
		i = first.I - 1
	}
	return i
}

func endingAt(r *find.Text, i int) (text.Span, bool) {
	for _, of := range Declinable {
		if c, found := r.Before(of.Cue, 0, i); found && c.J == i {
			return c, true
		}
	}
	return text.Span{}, false
}

func isDeclinable(r *find.Text, i int) bool {
	for _, of := range Declinable {
		if c, found := r.Cue(of.Cue, text.Between(i, min(len(r.Tokens), i+3))); found && c.I == i {
			return true
		}
	}
	return false
}

// WantsLiabilityOnly reports whether the mail asks for liability and nothing for the
// cars themselves; of one of several, readLiabilityOnly says so.
func WantsLiabilityOnly(r *claims.Sheet) (text.Span, bool) {
	for _, at := range liabilityOnly(r.Text) {
		if len(r.LiveVehicles()) < 2 {
			return at, true
		}
	}
	return text.Span{}, false
}

// ReadLiabilityOnly reads for which of several cars only liability is wanted.
func ReadLiabilityOnly(r *garage.Garage) {
	for _, at := range liabilityOnly(r.Text) {
		of := slices.IndexFunc(r.Places, func(p garage.Placed) bool {
			return r.Is(at.J, "on", "for") && at.J < p.At.I && p.At.I <= at.J+2
		})
		if of < 0 || len(r.LiveVehicles()) < 2 {
			continue
		}
		for _, field := range []string{Comprehensive, Collision} {
			r.Say(claims.Car(r.Places[of].Vehicle), field, 0, text.Between(at.I, r.Places[of].At.J))
		}
	}
}

func liabilityOnly(r *find.Text) (found []text.Span) {
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

// DeductiblesIn reads "500/1000" and "$500" as those of comprehensive and collision.
func DeductiblesIn(r *claims.Sheet, s text.Span) (any, text.Span, bool) {
	first, ok := find.NumberAt(r.Text, s.I)
	if !ok || first.N < 50 || first.N > 5000 {
		return nil, s, false
	}
	j := first.J
	if find.PairsAt(r.Text, j) {
		if second, ok := find.NumberAt(r.Text, j+1); ok && second.J <= s.J && 50 <= second.N && second.N <= 5000 {
			return [2]int{first.N, second.N}, text.Between(s.I, second.J), true
		}
	}
	if j < s.J && r.Has(text.Between(j, s.J), "collision", "comprehensive") {
		return nil, s, false // read as prose
	}
	return [2]int{first.N, first.N}, first.Span, true
}
