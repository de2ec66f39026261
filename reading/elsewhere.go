package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
)

// withoutElsewhere leaves out of places, once it is known where the cars are kept, those that the mail
// names for something else: "My daughter lives in Reno, Nevada", "I work in Vancouver, Washington", "I
// moved here from 45 Oak Ave". Only plain words of a move or a correction change what we know.
func (r *reader) withoutElsewhere(all []address) []address {
	if known := r.in.Known.GaragingAddress; known == (quote.Address{}) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(a address) bool { return !r.quoted[a.i] && r.isNamedForElse(a) && !r.answersWhere(a) })
}

// answersWhere reports whether a stands in the answer to our question for where the cars are kept,
// whatever else that says: "1. same as where I work, 77 Cherry St".
func (r *reader) answersWhere(a address) bool {
	n := r.itemNumber(r.lines[r.lineOf(a.i)])
	return n > 0 && n <= len(r.in.Asked) && strings.HasPrefix(r.in.Asked[n-1], "garaging_address")
}

// isNamedForElse reports whether the sentence that leads to a says that it is something else than a home
// of the author's.
func (r *reader) isNamedForElse(a address) bool {
	s := r.sentence(a.i)
	before := span{max(s.i, a.i-20), a.i}
	if k := r.skipBackAmong(a.i, "beside a home"); r.is(k-1, "from", "de") && r.endsAt("comes from", k) < k {
		return true // "We moved here from 45 Oak Ave"
	}
	behind := span{a.j, min(s.j, a.j+20)}
	if r.saysHome(before) {
		return false
	}
	atWork := r.has(before, "workplace of") && !r.has(behind, "day and night")
	return atWork || r.has(before, "stays for a time") || r.isOfKin(before, behind) || r.isOfContact(a)
}

// isOfContact reports whether a is where somebody is found in an emergency: the sentence says so, or a
// line by itself not far above.
func (r *reader) isOfContact(a address) bool {
	s := r.sentence(a.i)
	if r.has(span{max(s.i, a.i-20), min(s.j, a.j+12)}, "emergency contact") {
		return true
	}
	c, ok := r.before("emergency contact", max(0, a.i-12), a.i)
	return ok && r.is(c.j, ":") && r.row(c.j+1) > r.row(c.j) && r.row(a.i)-r.row(c.j) < 3
}

// saysHome reports whether s has words for where the author lives now, or moved.
func (r *reader) saysHome(s span) bool {
	for k := s.i; k < s.j; k++ {
		home := r.startsAt("says a home", k) > k && !r.isKin(k-1) && !r.is(k-1, "his", "her", "their")
		moved := r.is(k, "live", "living", "reside", "residing", "vivo", "vivimos", "move", "moved", "moving", "relocated", "relocating", "mude", "mudamos")
		if home || moved && !r.isOfOthers(k-1) {
			return true
		}
	}
	return false
}

// isOfKin reports whether s, which an address ends, says no more than where somebody else lives or is,
// and speaks neither of a car nor of the author, and what follows of no car and no move: "My daughter
// lives in", "our son's address is".
func (r *reader) isOfKin(s, behind span) bool {
	said := false
	for k := s.i; k < s.j; k++ {
		switch own := r.among(k, "i or we") && !r.is(k, "our"); {
		case own, r.namesCar(k), r.among(k, "a car"):
			return false
		case r.isKin(k), r.isOtherDriver(k), r.is(k, "he", "she", "they", "he's", "she's", "they're"), plurals[r.at(k)] != "":
			said = said || r.dwellsBehind(k, s.j)
		}
	}
	for k := behind.i; k < behind.j; k++ {
		carless := r.is(k-1, "a") && r.is(k-2, "without", "no")
		if r.namesCar(k) || r.among(k, "a car") && !r.is(k, "it", "that", "one") && !carless || r.is(k, "moved", "moving") {
			return false
		}
	}
	return said
}

// dwellsBehind reports whether words for where somebody lives or is stand behind the word for them at
// token k, and lead up to the address at token end.
func (r *reader) dwellsBehind(k, end int) bool {
	of := r.is(k, "he's", "she's", "they're")
	for i := k + 1; i < min(end, k+6); i++ {
		if r.among(i, "homes") || r.is(i, "address") {
			return true // "my daughter's address is"
		}
		of = of || r.is(i, "lives", "live", "lived", "living", "stays", "resides", "is", "are", "moved", "goes", "attends", "works", "vive", "viven")
	}
	return of && r.is(end-1, "in", "at", "on", "to", "near", "en")
}
