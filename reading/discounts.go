package reading

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// readDiscounts reads which discounts are asked for or claimed. The list as a
// whole is one value, and what was known stays in it.
func readDiscounts(r *garage) {
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
	for _, known := range r.in.Known.Discounts {
		if !slices.Contains(found, known) {
			found = append(found, known)
		}
	}
	slices.SortFunc(found, func(a, b quote.Discount) int {
		return slices.Index(quote.AllDiscounts(), a) - slices.Index(quote.AllDiscounts(), b)
	})
	r.say(theApplication, "discounts", found, words)
}

// discountCues returns what speaks of a discount; of several policies also a home
// that is insured "with you".
func discountCues(r *garage, name quote.Discount) []text.Span {
	found := r.Cues["discount "+string(name)]
	switch name {
	case quote.Affinity:
		for _, c := range r.Cues["occupations"] {
			if s := r.Sentence(c.I); asksDiscount(r.Text, s) {
				found = append(slices.Clone(found), c) // "I'm a nurse, any discount for that?"
			}
		}
		return found
	case quote.GoodDriver:
		return slices.DeleteFunc(slices.Clone(found), func(c text.Span) bool {
			return !asksDiscount(r.Text, r.Sentence(c.I)) && !standsAsItem(r.Text, c) // "I'm a safe driver"
		})
	case quote.Military:
		return slices.DeleteFunc(slices.Clone(found), func(c text.Span) bool {
			before := text.Between(max(r.Sentence(c.I).I, c.I-6), c.I)
			for i := before.I; i < before.J; i++ {
				if r.Is(i, "since", "when", "while") && !asksDiscount(r.Text, r.Sentence(c.I)) {
					return true // "no tickets since I was in the Army"
				}
			}
			return false
		})
	case quote.PaidInFull:
		return slices.DeleteFunc(slices.Clone(found), func(a text.Span) bool { return isPaidCar(r, a) })
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

func asksDiscount(r *find.Text, s text.Span) bool {
	for i := s.I; i < s.J; i++ {
		if r.Is(i, "discount", "discounts", "descuento", "descuentos") {
			return true
		}
	}
	return false
}
