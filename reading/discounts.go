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
			if r.quiet[c.i] || r.onlyAsksWhether(name, c) || r.has(span{max(r.clause(c.i).i, c.i-5), c.i}, "negation") {
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

// chosen are the discounts that follow from what a customer chooses, and not from what they are.
var chosen = []quote.Discount{quote.MultiPolicy, quote.PaidInFull, quote.EFT, quote.Paperless, quote.Telematics}

// onlyAsksWhether reports whether the sentence of c, of somebody who has a quote or our questions, asks whether there is
// a discount that they would have to choose, and does not choose it: "do you offer one if I bundle?"
func (r *reader) onlyAsksWhether(name quote.Discount, c span) bool {
	s := r.sentence(c.i)
	if !r.inThread() || !slices.Contains(chosen, name) || !r.is(s.j-1, "?") {
		return false
	}
	i := s.i
	for r.among(i, "before a question") || r.is(i, "what", "about", "so", "just", "wondering") {
		i++
	}
	switch {
	case r.is(i, "do", "does", "is", "are", "any", "will", "would", "hay", "tienen", "ofrecen", "dan", "ofrece"):
		return true
	case r.is(i, "can", "could"):
		return r.is(i+1, "i", "we") && r.asksDiscount(span{max(s.i, c.i-8), min(s.j, c.j+8)})
	}
	return false
}

// discountCues returns what speaks of a discount; of several policies also a home
// that is insured "with you".
func (r *reader) discountCues(name quote.Discount) []span {
	found := r.cues["discount "+string(name)]
	switch name {
	case quote.MultiCar:
		return append(slices.Clone(found), r.severalCheaper()...)
	case quote.Affinity:
		for _, c := range r.cues["occupations"] {
			if s := r.sentence(c.i); r.asksDiscount(s) {
				found = append(slices.Clone(found), c) // "I'm a nurse, any discount for that?"
			}
		}
		return found
	case quote.GoodStudent:
		return slices.DeleteFunc(slices.Clone(found), func(c span) bool {
			return c.j == c.i+2 && r.is(c.i, "a") && r.is(c.i+1, "student") && r.raw(span{c.i, c.i + 1}) != "A" // "im a student"
		})
	case quote.GoodDriver:
		return slices.DeleteFunc(slices.Clone(found), func(c span) bool {
			return !r.asksDiscount(r.sentence(c.i)) && !r.standsAsItem(c) // "I'm a safe driver"
		})
	case quote.Military:
		return slices.DeleteFunc(slices.Clone(found), func(c span) bool { return r.tellsWhen(c) || r.is(c.j, "federal", "fcu", "credit") }) // Navy Federal lends
	case quote.MatureDriver:
		return slices.DeleteFunc(slices.Clone(found), r.asksForDefensive)
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

// tellsWhen reports whether c only tells when something was: "no tickets since I was in the Army".
func (r *reader) tellsWhen(c span) bool {
	s := r.sentence(c.i)
	for i := max(s.i, c.i-6); i < c.i; i++ {
		if r.is(i, "since", "when", "while") && !r.asksDiscount(s) {
			return true
		}
	}
	return false
}

// severalCheaper finds where a discount is spoken of that several cars get, and no other one: "a
// break for insuring two cars", "a discount with both vehicles".
func (r *reader) severalCheaper() []span {
	var found []span
	for i := range r.toks {
		if !r.among(i, "makes cheaper") || r.ofOtherDiscount(r.sentence(i)) {
			continue
		}
		for k := i + 1; k < min(r.sentence(i).j, i+farthest); k++ {
			one := r.is(k, "one") && r.is(k-1, "than") && r.is(k-2, "more")
			j := r.skip(r.skip(k+1, "of"), "our", "my", "the")
			several := r.among(k, "each of several") && r.is(j, "cars", "vehicles", "autos", "carros", "coches")
			if several && !r.is(k-1, "on") || one && r.is(j, "car", "vehicle") {
				found = append(found, span{i, j + 1})
				break
			}
		}
	}
	return found
}

// ofOtherDiscount reports whether s names a discount for something else than several cars.
func (r *reader) ofOtherDiscount(s span) bool {
	for _, name := range quote.AllDiscounts() {
		if name != quote.MultiCar && r.has(s, "discount "+string(name)) {
			return true
		}
	}
	return r.has(s, "home")
}

// asksForDefensive reports whether c only tells of a class for older drivers, "AARP driving class", by
// which its sentence asks for the discount for defensive driving.
func (r *reader) asksForDefensive(c span) bool {
	s := r.sentence(c.i)
	if !r.has(span{c.i, c.i + 1}, "class for seniors") {
		return false
	}
	for _, d := range r.cues["discount defensive_driving"] {
		near := span{max(s.i, d.i-8), min(s.j, d.j+3)}
		if s.i <= d.i && d.i < s.j && r.asksDiscount(near) {
			return true
		}
	}
	return false
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
