package reading

import (
	"slices"
	"strings"
)

// withoutSigned leaves the address of a business in the author's signature out of places, where
// another street is known or told: the car is not kept at the office.
//
//	Sue Albright
//	Albright Realty
//	1200 Willamette St, Suite 300
//	Eugene, OR 97401
func (r *reader) withoutSigned(all, garaged []address) []address {
	kept := slices.DeleteFunc(slices.Clone(all), r.isOfBusinessSigned)
	street := func(a address) bool { return !a.street.empty() }
	if r.in.Known.GaragingAddress.Street != "" || slices.ContainsFunc(slices.Concat(garaged, kept), street) {
		return kept
	}
	return all
}

// isOfBusinessSigned reports whether a stands in the lines that end the mail, below the author's
// name and what they work as or for, and is not the street that we know already.
func (r *reader) isOfBusinessSigned(a address) bool {
	known := fold(r.in.Known.GaragingAddress.Street)
	if r.quoted[a.i] || !a.street.empty() && known != "" && strings.HasPrefix(known, fold(r.one(a.street))) {
		return false
	}
	first, last := r.lineOf(a.i), r.lineOf(a.j-1)
	if !r.endsInContacts(last + 1) {
		return false
	}
	business := false
	for k := first; k >= 0 && k > first-6; k-- {
		l := line{span: r.lines[k].span}
		if k == first {
			l.j = a.i // "Sue Albright | Albright Realty | 1200 Willamette St"
		}
		business = business || r.namesBusiness(l.span)
		switch {
		case k == first && !l.empty() && !r.namesBusiness(l.span) && r.nameAt(l.i) == l.i && !r.is(l.i, "office"):
			return false // "The new address is 55 Elm Way"
		case r.nameAt(l.i) > l.i && !l.empty():
			return business
		case k < first && !r.mayBeSigned(r.lines[k]):
			return false
		}
	}
	return false
}

// nameAt returns the end of the author's name at token i, or i.
func (r *reader) nameAt(i int) int {
	j := i
	for r.isAuthorsName(j) || j > i && r.kind(j) == word && len(r.at(j)) == 1 && r.isAuthorsName(j+1) {
		j++
	}
	return j
}

// isAuthorsName reports whether token i is a name of who writes, or of who is insured with them.
func (r *reader) isAuthorsName(i int) bool {
	name := r.at(i)
	if name == "" || !r.capital(i) {
		return false
	}
	if r.isFromPart(i) || name == r.author {
		return true
	}
	return slices.ContainsFunc(r.people, func(p *person) bool { return !p.outsider && (fold(p.given) == name || fold(p.surname) == name) })
}

// namesBusiness reports whether s is what somebody works as or for, as signatures have it: words
// with capitals, of which one is no name of the author's, and no car.
func (r *reader) namesBusiness(s span) bool {
	if s.j-s.i > 10 {
		return false
	}
	i := s.i
	for r.isAuthorsName(i) || i > s.i && r.is(i, "&", "and", "y") {
		i++
	}
	bare := i-s.i > 1 && r.kind(i) == word && !r.startsAsFirm(s) // "Sue Albright Lund", "Sue & Bill Albright" are names
	if i >= s.j || bare && !r.has(s, "legal form") {
		return false
	}
	words := 0
	for k := i; k < s.j; k++ {
		switch {
		case r.isAuthorsName(k):
		case r.kind(k) == word && r.capital(k) && !r.namesCar(k):
			words++
		case r.kind(k) == mark && !r.is(k, ":", "?", "!", ">") || r.is(k, "of", "and", "the", "for", "at", "de", "y"):
		default:
			return false
		}
	}
	return (words > 0 || i-s.i == 1 && r.has(s, "legal form")) && !r.has(s, "lives in", "garaged", "dwells in", "old place", "new place")
}

// startsAsFirm reports whether s starts with the surname of the author, and behind "&" has two words that
// are no names of theirs, or one for partners: "Albright & Lund Realty", "Albright & Sons".
func (r *reader) startsAsFirm(s span) bool {
	surname, given := r.at(s.i) == fold(r.from.surname), r.at(s.i) == fold(r.from.given)
	for _, p := range r.people {
		surname, given = surname || r.at(s.i) == fold(p.surname), given || r.at(s.i) == fold(p.given)
	}
	if !surname || given || !r.is(s.i+1, "&", "and", "y") {
		return false
	}
	named := func(k int) bool { return k < s.j && r.kind(k) == word && r.capital(k) && !r.isAuthorsName(k) }
	return named(s.i+2) && (named(s.i+3) || r.is(s.i+2, "sons", "partners", "associates", "daughters"))
}

// mayBeSigned reports whether a line may stand between the author's name and an address below
// it: more of who they are, of how they are reached, or of the address.
func (r *reader) mayBeSigned(l line) bool {
	return r.namesBusiness(l.span) || r.isContact(l) || slices.ContainsFunc(r.addresses, func(a address) bool { return l.i <= a.i && a.i < l.j })
}

// isContact reports whether a line is no more than how somebody is reached.
func (r *reader) isContact(l line) bool {
	phone := slices.ContainsFunc(r.phones, func(p phone) bool { return l.i <= p.i && p.i < l.j })
	for i := l.i; i < l.j; i++ {
		if r.is(i, "@", "www", "http", "https", "fax") || r.is(i, ".") && r.is(i+1, "com", "net", "org", "biz") {
			return true
		}
	}
	return phone && l.j-l.i < 16
}

// endsInContacts reports whether nothing follows from line k on but how somebody is reached, a
// name or a motto, and what is quoted.
func (r *reader) endsInContacts(k int) bool {
	for ; k < len(r.lines); k++ {
		if l := r.lines[k]; !r.quoted[l.i] && !r.mayBeSigned(l) && r.nameAt(l.i) < l.j {
			return false
		}
	}
	return true
}
