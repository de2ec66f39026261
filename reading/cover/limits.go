// Package cover reads the insurance that a mail asks for or has: limits, deductibles, declined
// coverages, discounts and prior insurance. Unclear amounts become conflicts.
package cover

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadLimits reads limits of liability and of uninsured motorists, and the coverages with one amount.
func ReadLimits(r *claims.Sheet) {
	var found []limitsFor
	for i := 0; i < len(r.Tokens); i++ {
		l, at, ok := find.LimitsAt(r.Text, i)
		if !ok || !r.Free(at) || !meansLimits(r, l, at) ||
			r.Kind(i) == text.Word && !r.Has(r.Sentence(i), "liability", "uninsured motorist", "property damage") {
			continue
		}
		r.Take(at)
		field := "bodily_injury"
		if isUninsured(r.Text, at) {
			field = "uninsured_motorist"
		}
		found = append(found, limitsFor{field, l, at})
		i = at.J - 1
	}
	sayLimits(r, found)
	readSingles(r)
	readUninsuredSame(r)
}

type limitsFor struct {
	field string
	find.Limits
	at text.Span
}

// sayLimits claims limits: those of the current policy, unless the mail states other limits too.
func sayLimits(r *claims.Sheet, found []limitsFor) {
	for _, f := range found {
		of := "coverages."
		other := func(g limitsFor) bool { return g.field == f.field && g.at != f.at && !isHadNow(r, g.at) }
		if f.field == "bodily_injury" && isHadNow(r, f.at) && slices.ContainsFunc(found, other) {
			of = "prior_insurance."
		}
		r.Say(claims.Application, of+f.field, f.Split(), f.at)
		if f.PropertyDamage > 0 && f.field == "bodily_injury" {
			r.Say(claims.Application, of+"property_damage", f.PropertyDamage, f.at)
		}
	}
}

// isHadNow reports whether the words around limits say that the customer has the limits now:
// "my old policy (Texas Farm Bureau, 30/60/25)".
func isHadNow(r *claims.Sheet, at text.Span) bool {
	s := r.Sentence(at.I)
	for i := at.I - 1; i >= max(s.I, at.I-20) && !r.Among(i, "turns to a wish"); i-- {
		_, j, insurer := find.CarrierAt(r.Text, i)
		near := r.Among(i, "had now") || insurer && r.Is(j, ",", ":", "(", "at", "with", "and")
		if near && i >= at.I-7 || insurer && r.EndsAt("insured with", i) < i {
			return true
		}
	}
	for i := at.J; i < min(s.J, at.J+5) && !r.Among(i, "turns to a wish"); i++ {
		if r.Among(i, "had now") {
			return true
		}
	}
	return false
}

// meansLimits tells "100/300" from a date, a fraction and deductibles.
func meansLimits(r *claims.Sheet, l find.Limits, at text.Span) bool {
	behind := r.Has(text.Between(at.J, at.J+4), "liability")
	if l.PropertyDamage == 0 && l.Person == l.Accident && find.IsDeductible(l.Person) {
		named := text.Between(max(r.Clause(at.I).I, at.I-4), at.I) // "UM same as BI, $500/$500" are two things
		return r.Has(named, "liability", "uninsured motorist") || r.StartsAt("liability", at.J) > at.J
	}
	return slices.Contains(quote.BodilyInjuryLimits(), l.Split()) || r.Named("liability", at.I, 8) || behind || isUninsured(r.Text, at)
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

// singles are coverages with one amount: cue, field, least amount, and divisor of the amount.
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
			n, _ := amountNextTo(r, c)
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

// amountNextTo reads the amount behind a coverage, else the amount directly before the coverage.
func amountNextTo(r *claims.Sheet, c text.Span) (find.Number, bool) {
	for i := c.J; i < min(r.Sentence(c.I).J, c.J+4); i++ {
		if n, ok := find.NumberAt(r.Text, i); ok && r.Free(n.Span) && !r.Is(n.J, "/") {
			return n, true
		}
		if !r.Among(i, "of an amount") {
			break
		}
	}
	for i := max(0, c.I-4); i < c.I; i++ {
		n, ok := find.NumberAt(r.Text, i)
		ends := r.Skip(r.Skip(n.J, "in", "of", "for", "on"), "the", "my") == c.I
		if ok && r.Free(n.Span) && ends && n.N >= 10 {
			return n, true
		}
	}
	return find.Number{}, false
}

// readUninsuredSame reads "uninsured motorist the same" as the limits of bodily injury in the mail.
func readUninsuredSame(r *claims.Sheet) {
	stated := slices.IndexFunc(r.Claims, func(c claims.Claim) bool { return c.Field == "coverages.bodily_injury" })
	if stated < 0 {
		return
	}
	for _, c := range r.Cues["uninsured motorist"] {
		same, ok := r.Cue("to match", text.Between(c.J, min(r.Sentence(c.I).J, c.J+6)))
		if before := find.SkipBack(r.Text, c.I); !ok && r.EndsAt("to match", before) < before {
			same, ok = c, true // "matching uninsured motorist", "same for the uninsured"
		}
		if ok {
			r.Infer(claims.Application, "coverages.uninsured_motorist", r.Claims[stated].Value, text.Between(c.I, same.J))
		}
	}
}

// ReadMinimum reads "state minimum" as the compulsory limits, if the mail names no other limits.
func ReadMinimum(r *claims.Sheet) {
	c, ok := r.Cue("state minimum", text.Between(0, len(r.Tokens)))
	if !ok || r.Quiet[c.I] || r.HasClaim(claims.Application, "coverages.bodily_injury") ||
		r.Has(r.Clause(c.I), "negation") || r.Has(r.Sentence(c.I), "more than the minimum") {
		return
	}
	state, day := r.Mail.Known.GaragingAddress.State, r.DateOf()
	for _, k := range r.Claims {
		if v, ok := k.Value.(string); ok && k.Field == "garaging_address.state" {
			state = v
		}
		if v, ok := k.Value.(quote.Date); ok && k.Field == "effective_date" {
			day = v
		}
	}
	least, ok := quote.Minimum(state, day)
	if ok && least.BodilyInjury != "" {
		r.Infer(claims.Application, "coverages.bodily_injury", least.BodilyInjury, c)
	}
	if ok {
		r.Infer(claims.Application, "coverages.property_damage", least.PropertyDamage, c)
	}
}

// fewestUnsplit is the least amount of liability, in dollars, without a split into two limits.
const fewestUnsplit = 50_000

// ReadUnclearLimits reads "500k liability" and "the same limits as now" as unclear.
func ReadUnclearLimits(r *claims.Sheet) {
	if r.HasClaim(claims.Application, "coverages.bodily_injury") {
		return
	}
	for _, c := range r.Cues["limits unsplit"] {
		if n, ok := amountNextTo(r, c); ok && n.N >= fewestUnsplit && !find.IsMiles(r.Text, n.J) {
			sayUnclear(r, claims.Application, "coverages.bodily_injury", n.Span)
		}
	}
	for _, c := range r.Cues["limits as now"] {
		r.Say(claims.Application, "coverages.bodily_injury", claims.Unclear("the same limits as now"), c)
	}
}

func sayUnclear(r *claims.Sheet, of claims.Entity, field string, at text.Span) {
	r.Say(of, field, claims.Unclear(r.Words(at)), at)
	r.Take(at)
}

// ReadImpossibleBirths reads a birth date of a day that no calendar has: "born 2/30/1985".
func ReadImpossibleBirths(r *who.Party) {
	for _, c := range r.Cues["birth"] {
		at := noDay(r.Text, r.Skip(c.J, "is", "was", ":", "=", "-", "on", "es", "el"))
		of := r.PeopleAt(at.I)
		if !at.Empty() && !r.Quiet[c.I] && len(of) == 1 && !r.HasClaim(claims.Driver(of[0]), "date_of_birth") {
			sayUnclear(r.Sheet, claims.Driver(of[0]), "date_of_birth", at)
		}
	}
}

// noDay returns the words at token i in the form of a full date, of a day that no calendar has.
func noDay(r *find.Text, i int) text.Span {
	for _, read := range []func(*find.Text, int) (find.Date, bool){find.ISODate, find.SlashDate, find.MonthFirst, find.DayFirst} {
		if v, ok := read(r, i); ok && v.D != 0 && v.Y != 0 && !v.Valid() {
			return v.Span
		}
	}
	return text.Span{}
}
