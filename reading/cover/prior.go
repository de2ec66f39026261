package cover

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/drivers"
	"ppamaild/reading/driving"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadPriorInsurance reads the current or last insurer of the customer.
func ReadPriorInsurance(r *who.Party) {
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] || r.Quiet[i] || r.Kind(i) == text.Mark {
			continue
		}
		name, j, ok := find.CarrierAt(r.Text, i)
		if !ok {
			name, j, ok = unknownInsurer(r.Sheet, i)
		}
		if !ok {
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

// unknownInsurer reads a name behind "insured with" that ends as those of insurers do:
// "with Blue Ridge Mutual".
func unknownInsurer(r *claims.Sheet, i int) (string, int, bool) {
	if r.EndsAt("insured with", i) == i || !r.Capital(i) || r.Capital(i-1) {
		return "", i, false
	}
	name, j := find.InsurerLike(r.Text, i)
	return name, j, j > i+1 && r.Among(j-1, "of an insurer")
}

// isOfRelative reports whether token i is about a relative who is neither the
// spouse nor a driver: "my brother has Farmers".
func isOfRelative(r *who.Party, i int) bool {
	people := r.PeopleAt(i)
	if len(people) != 1 || people[0] == r.Writer {
		return false
	}
	p := r.People[people[0]]
	return p.Known < 0 && !p.Drives && p.Relation != quote.Spouse && p.Relation != quote.Insured
}

// isInsuredWith reports whether the words around an insurer's name say that the
// customer's car is, or was, insured there.
func isInsuredWith(r *who.Party, at text.Span) bool {
	s := r.Sentence(at.I)
	near := text.Between(max(s.I, at.I-9), min(s.J, at.J+8))
	if r.Has(text.Between(max(s.I, at.I-3), at.I), "financed", "leased") {
		return false // "financed with USAA"
	}
	if r.Has(text.Between(max(s.I, at.I-6), at.I), "towing") || r.Has(text.Between(at.J, min(s.J, at.J+5)), "other vehicle", "dwelling") {
		return false // "no towing, I have AAA", "with Foremost on the bike"
	}
	if _, _, made := find.MakeAt(r.Text, at.I); made && r.Is(at.I-1, "the", "a", "not") {
		return false // "had the Mercury" was a car
	}
	if r.Is(at.J, "member", "members", "membership", "driver", "course", "class", "smart", "safe", "defensive", "discount", "roadside", "towing") || garage.OutsiderSpeaks(r.Sheet, s, at.I) || isOfRelative(r, at.I) || r.Has(text.Between(max(s.I, at.I-7), min(s.J, at.J+2)), "home", "their offer", "you represent") {
		return false
	}
	if r.Is(at.I-1, "tengo", "tenemos") || r.Is(at.J, "(") && r.Is(at.J+1, "current", "now", "currently", "present", "existing", "actual") || r.Is(at.J, "wants", "charges") && r.Is(at.J+1, "$", "me", "us") {
		return true // "State Farm (current)", "Geico wants $900"
	}
	return r.Has(text.Between(at.J, min(s.J, at.J+4)), "insures us") || r.Has(near, "insured with", "expires", "has ended") || r.Is(at.J, "policy", "insurance", "customer", "now", "right", "currently") ||
		r.Has(text.Between(at.J, at.J+3), "insured with") || r.Has(text.Between(at.J, min(s.J, at.J+4)), "price rose") || r.Named("prior label", at.I, 5)
}

// HasLapsed reports whether a policy ended, months ago, for want of paying or renewing:
// "I had Dairyland but let it go in April". The words for a lapse itself are a cue.
func HasLapsed(r *claims.Sheet) bool {
	return slices.ContainsFunc(r.Cues["ended unrenewed"], func(c text.Span) bool {
		s := r.Sentence(c.I)
		return !r.Quiet[c.I] && r.EndsAt("negation", c.I) == c.I && SpeaksOfInsurance(r, s) && (claims.IsPast(r, c) || namesPastMonth(r.Text, s))
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

// namesPastMonth reports whether s names a month or a season as the time of something
// that is over, and it was not the month of the mail or the one before.
func namesPastMonth(r *find.Text, s text.Span) bool {
	for i := s.I + 1; i < s.J; i++ {
		if !r.Among(i-1, "before a past month") {
			continue
		}
		if m := find.Months.Get()[r.At(i)]; m > 0 && (int(r.Today.Month())-m+12)%12 >= 2 || r.Is(i, "spring", "summer", "fall", "winter", "primavera", "verano") {
			return true
		}
	}
	return false
}

// ReadDiscounts reads which discounts are asked for or claimed. The list as a
// whole is one value, and what was known stays in it.
func ReadDiscounts(r *garage.Garage) {
	var found []quote.Discount
	words := text.Between(-1, -1)
	for _, name := range quote.AllDiscounts() {
		for _, c := range discountCues(r, name) {
			s := r.Sentence(c.I)
			if name == quote.DefensiveDriving && slices.Contains(found, quote.MatureDriver) && r.Has(s, "discount mature_driver") {
				continue // the same course
			}
			if r.Quiet[c.I] || r.Has(text.Between(max(r.Clause(c.I).I, c.I-5), c.I), "negation") {
				continue
			}
			if !slices.Contains(found, name) {
				found = append(found, name)
			}
			if words.I < 0 || c.I < words.I {
				words = c
			}
			break
		}
	}
	if len(found) == 0 {
		return
	}
	for _, known := range r.Mail.Known.Discounts {
		if !slices.Contains(found, known) {
			found = append(found, known)
		}
	}
	slices.SortFunc(found, func(a, b quote.Discount) int {
		return slices.Index(quote.AllDiscounts(), a) - slices.Index(quote.AllDiscounts(), b)
	})
	r.Say(claims.Application, "discounts", found, words)
}

// discountCues returns what speaks of a discount; of several policies also a home
// that is insured "with you".
func discountCues(r *garage.Garage, name quote.Discount) []text.Span {
	found := r.Cues["discount "+string(name)]
	switch name {
	case quote.Affinity:
		for _, c := range r.Cues["occupations"] {
			if s := r.Sentence(c.I); driving.AsksDiscount(r.Text, s) {
				found = append(slices.Clone(found), c) // "I'm a nurse, any discount for that?"
			}
		}
		return found
	case quote.GoodDriver:
		return slices.DeleteFunc(slices.Clone(found), func(c text.Span) bool {
			return !driving.AsksDiscount(r.Text, r.Sentence(c.I)) && !drivers.StandsAsItem(r.Text, c) // "I'm a safe driver"
		})
	case quote.Military:
		return slices.DeleteFunc(slices.Clone(found), func(c text.Span) bool {
			before := text.Between(max(r.Sentence(c.I).I, c.I-6), c.I)
			for i := before.I; i < before.J; i++ {
				if r.Is(i, "since", "when", "while") && !driving.AsksDiscount(r.Text, r.Sentence(c.I)) {
					return true // "no tickets since I was in the Army"
				}
			}
			return false
		})
	case quote.PaidInFull:
		return slices.DeleteFunc(slices.Clone(found), func(a text.Span) bool { return driving.IsPaidCar(r, a) })
	case quote.MultiPolicy:
	default:
		return found
	}
	found = slices.DeleteFunc(slices.Clone(found), func(c text.Span) bool {
		return r.Is(c.J, "quote", "quotes", "insurance", "policies") // "home and auto quotes"
	})
	for _, c := range r.Cues["with you"] {
		if r.Has(text.Between(max(r.Sentence(c.I).I, c.I-12), c.I), "home") {
			found = append(found, c)
		}
	}
	return found
}
