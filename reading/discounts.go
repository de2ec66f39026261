package reading

import (
	"slices"

	"ppamaild/quote"
)

// readDiscounts reads which discounts are asked for or claimed. The list as a
// whole is one value, and what was known stays in it.
func (r *reader) readDiscounts() {
	var found []quote.Discount
	words := span{-1, -1}
	for _, name := range quote.AllDiscounts() {
		for _, c := range r.discountCues(name) {
			s := r.sentence(c.i)
			if name == quote.DefensiveDriving && slices.Contains(found, quote.MatureDriver) && r.has(s, "discount mature_driver") {
				continue // the same course
			}
			if r.quiet[c.i] || r.has(span{max(r.clause(c.i).i, c.i-5), c.i}, "negation") {
				continue
			}
			if !slices.Contains(found, name) {
				found = append(found, name)
			}
			if words.i < 0 || c.i < words.i {
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
func (r *reader) discountCues(name quote.Discount) []span {
	found := r.cues["discount "+string(name)]
	switch name {
	case quote.Affinity:
		for _, c := range r.cues["occupations"] {
			if s := r.sentence(c.i); r.asksDiscount(s) {
				found = append(slices.Clone(found), c) // "I'm a nurse, any discount for that?"
			}
		}
		return found
	case quote.GoodDriver:
		return slices.DeleteFunc(slices.Clone(found), func(c span) bool {
			return !r.asksDiscount(r.sentence(c.i)) && !r.standsAsItem(c) // "I'm a safe driver"
		})
	case quote.Military:
		return slices.DeleteFunc(slices.Clone(found), func(c span) bool {
			before := span{max(r.sentence(c.i).i, c.i-6), c.i}
			for i := before.i; i < before.j; i++ {
				if r.is(i, "since", "when", "while") && !r.asksDiscount(r.sentence(c.i)) {
					return true // "no tickets since I was in the Army"
				}
			}
			return false
		})
	case quote.PaidInFull:
		return slices.DeleteFunc(slices.Clone(found), r.isPaidCar)
	case quote.MultiPolicy:
	default:
		return found
	}
	found = slices.DeleteFunc(slices.Clone(found), func(c span) bool {
		return r.is(c.j, "quote", "quotes", "insurance", "policies") // "home and auto quotes"
	})
	for _, c := range r.cues["with you"] {
		if r.has(span{max(r.sentence(c.i).i, c.i-12), c.i}, "home") {
			found = append(found, c)
		}
	}
	return found
}

// asksDiscount reports whether s speaks of a discount.
func (r *reader) asksDiscount(s span) bool {
	for i := s.i; i < s.j; i++ {
		if r.is(i, "discount", "discounts", "descuento", "descuentos") {
			return true
		}
	}
	return false
}
