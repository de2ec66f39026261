package cover

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/drivers"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadPriorInsurance reads the current or last insurer of the customer.
func ReadPriorInsurance(r *who.Party) {
	for i := 0; i < len(r.Tokens); i++ {
		name, j, ok := find.CarrierAt(r.Text, i)
		if !ok || r.Taken[i] || r.Quiet[i] {
			continue
		}
		if second, k, more := find.CarrierAt(r.Text, j); more { // "AARP Hartford"
			name, j = name+" "+second, k
		}
		if r.Is(j, "mutual", "casualty", "indemnity", "assurance") && r.Capital(j) && r.Capital(i) {
			name, j = r.Words(text.Between(i, j+1)), j+1 // "Grange Mutual"
		}
		if isInsuredWith(r, text.Between(i, j)) {
			r.Say(claims.Application, "prior_insurance.carrier", name, text.Between(i, j))
			r.Take(text.Between(i, j))
		}
		i = j - 1
	}
}

// isInsuredWith reports whether the words around an insurer say that the customer is insured there.
func isInsuredWith(r *who.Party, at text.Span) bool {
	s := r.Sentence(at.I)
	before := func(n int) text.Span { return text.Between(max(s.I, at.I-n), at.I) }
	behind := func(n int) text.Span { return text.Between(at.J, min(s.J, at.J+n)) }
	switch {
	case r.Has(before(3), "financed", "leased"), // "financed with USAA"
		r.Is(at.I-1, "a", "the") && find.NamesCar(r.Text, at.I),                   // "had the Mercury"
		r.Has(before(6), "towing"), r.Has(behind(5), "other vehicle", "dwelling"), // "no towing, I have AAA"
		r.Is(at.J, "for") && r.StartsAt("towing", at.J+1) > at.J+1,
		r.Has(text.Between(before(7).I, behind(2).J), "home", "their offer", "you represent"),
		r.Among(at.J, "no insurer of today"), garage.OutsiderSpeaks(r.Sheet, s, at.I), isOfRelative(r, at.I):
		return false
	case r.Is(at.I-1, "tengo", "tenemos"), r.Among(at.J, "behind an insurer"),
		r.Is(at.J, "(") && r.Among(at.J+1, "had now"),                   // "State Farm (current)"
		r.Is(at.J, "wants", "charges") && r.Is(at.J+1, "$", "me", "us"): // "Geico wants $900"
		return true
	}
	return r.Has(text.Between(before(9).I, behind(8).J), "insured with", "expires", "has ended") ||
		r.Has(behind(4), "insures us", "price rose") || r.Named("prior label", at.I, 5)
}

// isOfRelative reports whether token i is about a relative who neither drives nor is the spouse.
func isOfRelative(r *who.Party, i int) bool {
	people := r.PeopleAt(i)
	return len(people) == 1 && !r.People[people[0]].IsDriver() && r.People[people[0]].Relation != quote.Spouse
}

// HasLapsed reports whether a policy ended, months ago, for want of paying or renewing:
// "I had Dairyland but let it go in April". The words for a lapse itself are a cue.
func HasLapsed(r *claims.Sheet) bool {
	return slices.ContainsFunc(r.Cues["ended unrenewed"], func(c text.Span) bool {
		s := r.Sentence(c.I)
		return !r.Quiet[c.I] && r.EndsAt("negation", c.I) == c.I && SpeaksOfInsurance(r, s) && claims.IsPast(r, c)
	})
}

// SpeaksOfInsurance reports whether s has a word for a policy, or names an insurer.
func SpeaksOfInsurance(r *claims.Sheet, s text.Span) bool {
	for i := s.I; i < s.J; i++ {
		if _, _, carrier := find.CarrierAt(r.Text, i); carrier || r.Among(i, "words for a policy") {
			return true
		}
	}
	return false
}

// ReadDiscounts reads the discounts that the customer asks for, and adds the known discounts.
func ReadDiscounts(r *garage.Garage) {
	var found []quote.Discount
	words := text.Span{}
	for _, name := range quote.AllDiscounts() {
		for _, c := range r.Cues["discount "+string(name)] {
			s := r.Sentence(c.I)
			sameCourse := name == quote.DefensiveDriving && slices.Contains(found, quote.MatureDriver) && r.Has(s, "discount mature_driver")
			prose := name == quote.GoodDriver && !drivers.StandsAsItem(r.Text, c) // "I drive safe"
			prose = prose || r.Is(c.I, "paid") && c.J == c.I+3 && !r.Has(s, "discounts asked")
			if sameCourse || prose || r.Quiet[c.I] || r.Has(text.Between(max(r.Clause(c.I).I, c.I-5), c.I), "negation") {
				continue
			}
			if found = append(found, name); words.Empty() || c.I < words.I {
				words = c
			}
			break
		}
	}
	found = slices.DeleteFunc(quote.AllDiscounts(), func(d quote.Discount) bool {
		return !slices.Contains(found, d) && !slices.Contains(r.Mail.Known.Discounts, d)
	})
	r.Say(claims.Application, "discounts", found, words) // without words, nothing
}
