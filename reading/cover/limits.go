// Package cover reads the insurance that a mail asks for or has: limits, deductibles, declined
// coverages, discounts and prior insurance. Unclear amounts become conflicts.
package cover

import (
	"fmt"
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/drivers"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadLimits reads limits of liability and of uninsured motorists.
func ReadLimits(r *claims.Sheet) {
	var found []limitsFor
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] || r.Kind(i) == text.Word && !r.Spoken[i] || r.Glued(i) && r.Is(i-1, "/") {
			continue
		}
		l, at, ok := find.LimitsAt(r.Text, i)
		if !ok || !r.Free(at) || !meansLimits(r, l, at) || isOfPolicyBefore(r, at) || r.Kind(i) == text.Word && !r.Has(r.Sentence(i), "liability", "uninsured motorist", "property damage") {
			continue
		}
		r.Take(at)
		field := "coverages.bodily_injury"
		if isUninsured(r.Text, at) {
			field = "coverages.uninsured_motorist"
		}
		found = append(found, limitsFor{field, l, at})
		i = at.J - 1
	}
	sayAsked(r, found)
	readSingles(r)
	readUninsuredSame(r)
}

type limitsFor struct {
	field string
	find.Limits
	at text.Span
}

// sayAsked claims limits. Those that the customer has now are what is asked for, unless others are.
func sayAsked(r *claims.Sheet, found []limitsFor) {
	for _, f := range found {
		wanted := func(g limitsFor) bool { return g.field == f.field && g.at != f.at && !isHadNow(r, g.at) }
		if f.field == "coverages.bodily_injury" && isHadNow(r, f.at) && slices.ContainsFunc(found, wanted) {
			r.Say(claims.Application, "prior_insurance.bodily_injury", f.Split(), f.at)
			if f.PropertyDamage > 0 {
				r.Say(claims.Application, "prior_insurance.property_damage", f.PropertyDamage, f.at)
			}
			continue
		}
		SayLimits(r, f.field, f.Limits, f.at)
	}
}

// isHadNow reports whether the words around limits say that the customer has them.
func isHadNow(r *claims.Sheet, at text.Span) bool {
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
		if _, j, insurer := find.CarrierAt(r.Text, i); insurer && r.Is(j, ",", ":", "(", "at", "with", "and") {
			return true // "my old policy (Texas Farm Bureau, 30/60/25)"
		}
	}
	return false
}

// SayLimits claims limits for a field; the third number is property damage.
func SayLimits(r *claims.Sheet, field string, l find.Limits, at text.Span) {
	if field == "coverages.property_damage" {
		r.Say(claims.Application, field, l.Person, at)
		return
	}
	r.Say(claims.Application, field, l.Split(), at)
	if l.PropertyDamage > 0 && field == "coverages.bodily_injury" {
		r.Say(claims.Application, "coverages.property_damage", l.PropertyDamage, at)
	}
}

// meansLimits tells "100/300" from a date, a fraction and deductibles.
func meansLimits(r *claims.Sheet, l find.Limits, at text.Span) bool {
	if l.PropertyDamage == 0 && (r.StartsAt("deductible", at.J) > at.J || r.EndsAt("deductible", find.SkipBack(r.Text, at.I)) < find.SkipBack(r.Text, at.I)) {
		return false
	}
	if l.PropertyDamage == 0 && l.Person == l.Accident && find.IsDeductible(l.Person) {
		named := text.Between(max(r.Clause(at.I).I, at.I-4), at.I) // "UM same as BI, $500/$500" are two things
		return r.Has(named, "liability", "uninsured motorist") || r.StartsAt("liability", at.J) > at.J
	}
	if v, ok := find.DateAt(r.Text, at.I); ok && v.Y != 0 {
		return r.Named("liability", at.I, 6) || r.Has(text.Between(at.J, at.J+4), "liability")
	}
	if l.PropertyDamage > 0 {
		return true
	}
	usual := slices.Contains(quote.BodilyInjuryLimits(), l.Split())
	return usual || r.Named("liability", at.I, 8) || r.Has(text.Between(at.J, at.J+4), "liability") || isUninsured(r.Text, at)
}

// isOfPolicyBefore reports whether limits are what somebody had elsewhere: "had 30/60/25 in
// Texas", "we have Geico in Texas, 30/60/25".
func isOfPolicyBefore(r *claims.Sheet, at text.Span) bool {
	s := r.Sentence(at.I)
	if r.Has(text.Between(s.I, at.I), "wants") {
		return false
	}
	for i := max(s.I, at.I-8); i < min(s.J, at.J+3); i++ {
		_, _, state := find.StateAt(r.Text, i+1)
		elsewhere := state && r.Is(i, "in", "from", "back")
		if elsewhere && (r.Is(at.I-1, "had", "carried") || i < at.I && find.NamesInsurer(r.Text, text.Between(s.I, i))) {
			return true
		}
	}
	return false
}

func isUninsured(r *find.Text, at text.Span) bool {
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

// LimitsIn reads limits behind a label; one number is that of property damage.
func LimitsIn(r *claims.Sheet, s text.Span) (any, text.Span, bool) {
	for i := s.I; i < min(s.J, s.I+6); i++ {
		if l, at, ok := find.LimitsAt(r.Text, i); ok {
			return l, at, true
		}
	}
	n, ok := find.NumberAt(r.Text, s.I)
	if !ok {
		return nil, s, false
	}
	if n.N >= 1000 {
		n.N /= 1000
	}
	field, _ := r.Before("property damage", max(0, s.I-6), s.I)
	return find.Limits{Person: n.N}, n.Span, !field.Empty()
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

func readSingles(r *claims.Sheet) {
	for _, single := range singles {
		for _, c := range r.Cues[single.cue] {
			if r.Quiet[c.I] || r.Taken[c.I] {
				continue
			}
			n, ok := amountBeside(r, c)
			if !ok {
				continue
			}
			if single.per > 1 && n.N < 1000 {
				n.N *= 1000
			}
			if n.N >= single.least && n.N <= 1_000_000 {
				r.Say(claims.Application, single.field, n.N/single.per, n.Span)
				r.Take(n.Span)
			}
		}
	}
}

// amountBeside reads the amount behind a coverage, else the one right before it.
func amountBeside(r *claims.Sheet, c text.Span) (find.Number, bool) {
	for i := c.J; i < min(r.Sentence(c.I).J, c.J+4); i++ {
		if n, ok := find.NumberAt(r.Text, i); ok && r.Free(n.Span) && !r.Is(n.J, "/") {
			return n, true
		}
		if !r.Among(i, "of an amount") {
			break
		}
	}
	for i := max(0, c.I-4); i < c.I; i++ {
		if n, ok := find.NumberAt(r.Text, i); ok && r.Free(n.Span) && (n.J == c.I || n.J == c.I-1 && r.Is(n.J, "in", "of", "for", "on") || n.J == c.I-2 && r.Is(n.J, "in", "of", "for", "on") && r.Is(n.J+1, "the", "my")) && n.N >= 10 {
			return n, true
		}
	}
	return find.Number{}, false
}

// readUninsuredSame reads "uninsured motorist the same" as the limits of bodily
// injury that this mail states.
func readUninsuredSame(r *claims.Sheet) {
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
		if !ok && r.Is(c.I-1, "and", "&", "+") && r.EndsAt("liability", c.I-1) < c.I-1 && drivers.Counted(r, "coverages.bodily_injury", text.Between(max(r.Clause(c.I).I, c.I-8), c.I)) {
			same, ok = c, true // "100/300 for liability and uninsured"
		}
		if !ok {
			continue
		}
		for _, k := range r.Claims {
			if k.Field == "coverages.bodily_injury" {
				r.Infer(claims.Application, "coverages.uninsured_motorist", k.Value, text.Between(c.I, same.J))
				break
			}
		}
	}
}

// ReadMinimum reads "state minimum" as what the state makes compulsory, where
// the state is known and the mail names no limits.
func ReadMinimum(r *claims.Sheet) {
	c, ok := r.Cue("state minimum", text.Between(0, len(r.Tokens)))
	if !ok || r.Quiet[c.I] || r.Has(r.Clause(c.I), "negation") || r.Has(r.Sentence(c.I), "more than the minimum") {
		return
	}
	state, day := r.Mail.Known.GaragingAddress.State, r.DateOf()
	for _, k := range r.Claims {
		switch v := k.Value.(type) {
		case string:
			if k.Field == "coverages.bodily_injury" {
				return
			}
			if k.Field == "garaging_address.state" {
				state = v
			}
		case quote.Date:
			if k.Field == "effective_date" {
				day = v
			}
		}
	}
	least, ok := quote.Minimum(state, day)
	if !ok {
		return
	}
	if least.BodilyInjury != "" {
		r.Infer(claims.Application, "coverages.bodily_injury", least.BodilyInjury, c)
	}
	r.Infer(claims.Application, "coverages.property_damage", least.PropertyDamage, c)
}

// fewestUnsplit is the least amount, in dollars, that is taken for liability limits which
// are not split into those per person and per accident.
const fewestUnsplit = 50_000

// ReadUnclearLimits reads "500k liability" and "the same limits as my policy now", where the
// mail says nothing clearer of liability limits.
func ReadUnclearLimits(r *claims.Sheet) {
	if r.HasClaim(claims.Application, "coverages.bodily_injury") {
		return
	}
	for _, c := range r.Cues["limits unsplit"] {
		if n, ok := unsplit(r, c); ok {
			r.Say(claims.Application, "coverages.bodily_injury", claims.Unclear(dollars(n.N)), text.Between(min(c.I, n.I), max(c.J, n.J)))
			r.Take(n.Span)
		}
	}
	for _, c := range r.Cues["limits as now"] {
		r.Say(claims.Application, "coverages.bodily_injury", claims.Unclear("the same limits as now"), c)
	}
}

// ReadImpossibleBirths reads what stands for a birth date and is no day: "born 2/30/1985".
func ReadImpossibleBirths(r *who.Party) {
	for _, c := range r.Cues["birth"] {
		i := r.Skip(c.J, "is", "was", ":", "=", "-", "on", "es", "el")
		at, none := noDay(r.Sheet, i)
		if !none || r.Quiet[c.I] {
			continue
		}
		if of := r.PeopleAt(at.I); len(of) == 1 && !r.HasClaim(claims.Driver(of[0]), "date_of_birth") {
			if born, words, ok := bornInstead(r, at); ok {
				r.Say(claims.Driver(of[0]), "date_of_birth", born, words)
				continue
			}
			r.Say(claims.Driver(of[0]), "date_of_birth", claims.Unclear(r.Raw(at)), at)
			r.Take(at)
		}
	}
}

// bornInstead reads the birth date that right behind wrong is put in its place: "born 2/30/1985,
// sorry, that should be 3/2/1985".
func bornInstead(r *who.Party, wrong text.Span) (quote.Date, text.Span, bool) {
	for i := wrong.J; i < min(wrong.J+10, len(r.Tokens)); i++ {
		v, ok := find.DateAt(r.Text, i)
		if !ok {
			continue
		}
		c, said := r.Before("correction", wrong.J, i)
		born, ok := v.Born(r.Today)
		return born, v.Span, ok && v.D != 0 && v.Y != 0 && said && i == r.SkipPast(c.J, ",", ":", "-", "no", "it's", "it", "is", "was") &&
			slices.Equal(r.PeopleAt(v.I), r.PeopleAt(wrong.I))
	}
	return "", text.Span{}, false
}

// noDay returns the words at token i that are written as a full date, of a day that no
// calendar has.
func noDay(r *claims.Sheet, i int) (text.Span, bool) {
	if _, day := find.DateAt(r.Text, i); day {
		return text.Span{}, false
	}
	for _, read := range []func(int) (find.Date, bool){func(a int) (find.Date, bool) { return find.ISODate(r.Text, a) }, func(a int) (find.Date, bool) { return find.SlashDate(r.Text, a) }, func(a int) (find.Date, bool) { return find.MonthFirst(r.Text, a) }, func(a int) (find.Date, bool) { return find.DayFirst(r.Text, a) }} {
		if v, ok := read(i); ok && v.D != 0 && v.Y != 0 && !v.Valid() {
			return v.Span, true
		}
	}
	return text.Span{}, false
}

// unsplit reads the one amount beside a word for liability: "500k liability", "$1M in
// liability", "liability of 500,000", "300 CSL".
func unsplit(r *claims.Sheet, c text.Span) (find.Number, bool) {
	single := r.Is(c.I, "csl", "combined", "single")
	amount := func(i int) (find.Number, bool) {
		n, ok := limitAmount(r, i)
		if single && !n.Dollar && n.N >= 50 && n.N <= 2000 { // in thousands, as limits are written
			n.N *= 1000
		}
		return n, ok
	}
	fits := func(n find.Number) bool {
		return n.N >= fewestUnsplit && r.Free(n.Span) && !find.IsMiles(r.Text, n.J) && !r.Is(n.J, "/") && !r.Is(n.I-1, "/")
	}
	for i := max(r.Sentence(c.I).I, c.I-5); i < c.I; i++ {
		if n, ok := amount(i); ok && fits(n) && skipTo(r.Text, n.J, c.I) {
			return n, true
		}
	}
	i := c.J
	for r.Among(i, "of an amount") && i < c.J+3 {
		i++
	}
	n, ok := amount(i)
	return n, ok && fits(n)
}

// skipTo reports whether only words such as "in" and "of" stand from token i up to j.
func skipTo(r *find.Text, i, j int) bool {
	for i < j && r.Among(i, "for covers") {
		i++
	}
	return i == j
}

func limitAmount(r *claims.Sheet, i int) (find.Number, bool) {
	if n, ok := find.NumberAt(r.Text, i); ok {
		if r.Is(n.J, "million", "millones") && n.N < 10 {
			n.N, n.J = n.N*1_000_000, n.J+1
		}
		return n, true
	}
	k := r.Skip(i, "$")
	if r.Is(k, "1m", "1mm", "2m") {
		return find.Number{Span: text.Between(i, k+1), N: text.Atoi(r.At(k)[:1]) * 1_000_000, Dollar: true}, true
	}
	return find.Number{}, false
}

func dollars(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("$%d,%03d,%03d", n/1_000_000, n/1000%1000, n%1000)
	case n >= 1000:
		return fmt.Sprintf("$%d,%03d", n/1000, n%1000)
	}
	return fmt.Sprintf("$%d", n)
}
