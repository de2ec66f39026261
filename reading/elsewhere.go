package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// withoutElsewhere leaves out of places, once it is known where the cars are kept, those that the
// mail names for something else: "My daughter lives in Reno, Nevada", "I work in Vancouver,
// Washington", "I moved here from 45 Oak Ave". Only plain words of a move or a correction change
// what we know.
func withoutElsewhere(r *sheet, all []find.Address) []find.Address {
	if known := r.in.Known.GaragingAddress; known == (quote.Address{}) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(a find.Address) bool { return !r.Quoted[a.I] && isNamedForElse(r, a) && !answersWhere(r, a) })
}

// answersWhere reports whether a stands in the answer to our question for where the cars are kept,
// whatever else that says: "1. same as where I work, 77 Cherry St".
func answersWhere(r *sheet, a find.Address) bool {
	n := r.ItemNumber(r.Lines[r.LineOf(a.I)])
	return n > 0 && n <= len(r.in.Asked) && strings.HasPrefix(r.in.Asked[n-1], "garaging_address")
}

// isNamedForElse reports whether the sentence that leads to a says that it is something else than a
// home of the author's.
func isNamedForElse(r *sheet, a find.Address) bool {
	s := r.Sentence(a.I)
	before := text.Between(max(s.I, a.I-20), a.I)
	if k := skipBackAmong(r.Text, a.I, "beside a home"); r.Is(k-1, "from", "de") && r.EndsAt("comes from", k) < k {
		return true // "We moved here from 45 Oak Ave"
	}
	behind := text.Between(a.J, min(s.J, a.J+20))
	if saysHome(r, before) {
		return false
	}
	atWork := r.Has(before, "workplace of") && !r.Has(behind, "day and night")
	return atWork || r.Has(before, "stays for a time") || isOfKin(r, before, behind) || isOfContact(r.Text, a)
}

// isOfContact reports whether a is where somebody is found in an emergency: the sentence says so,
// or a line by itself not far above.
func isOfContact(r *find.Text, a find.Address) bool {
	s := r.Sentence(a.I)
	if r.Has(text.Between(max(s.I, a.I-20), min(s.J, a.J+12)), "emergency contact") {
		return true
	}
	c, ok := r.Before("emergency contact", max(0, a.I-12), a.I)
	return ok && r.Is(c.J, ":") && r.Row(c.J+1) > r.Row(c.J) && r.Row(a.I)-r.Row(c.J) < 3
}

// saysHome reports whether s has words for where the author lives now, or moved.
func saysHome(r *sheet, s text.Span) bool {
	for k := s.I; k < s.J; k++ {
		home := r.StartsAt("says a home", k) > k && !find.IsKin(r.Text, k-1) && !r.Is(k-1, "his", "her", "their")
		moved := r.Is(k, "live", "living", "reside", "residing", "vivo", "vivimos", "move", "moved", "moving", "relocated", "relocating", "mude", "mudamos")
		if home || moved && !isOfOthers(r, k-1) {
			return true
		}
	}
	return false
}

// isOfKin reports whether s, which an address ends, says no more than where somebody else lives or
// is, and speaks neither of a car nor of the author, and what follows of no car and no move: "My
// daughter lives in", "our son's address is".
func isOfKin(r *sheet, s, behind text.Span) bool {
	said := false
	for k := s.I; k < s.J; k++ {
		switch own := r.Among(k, "i or we") && !r.Is(k, "our"); {
		case own, find.NamesCar(r.Text, k), r.Among(k, "a car"):
			return false
		case find.IsKin(r.Text, k), isOtherDriver(r, k), r.Is(k, "he", "she", "they", "he's", "she's", "they're"), plurals[r.At(k)] != "":
			said = said || dwellsBehind(r.Text, k, s.J)
		}
	}
	for k := behind.I; k < behind.J; k++ {
		carless := r.Is(k-1, "a") && r.Is(k-2, "without", "no")
		if find.NamesCar(r.Text, k) || r.Among(k, "a car") && !r.Is(k, "it", "that", "one") && !carless || r.Is(k, "moved", "moving") {
			return false
		}
	}
	return said
}

// dwellsBehind reports whether words for where somebody lives or is stand behind the word for them
// at token k, and lead up to the address at token end.
func dwellsBehind(r *find.Text, k, end int) bool {
	of := r.Is(k, "he's", "she's", "they're")
	for i := k + 1; i < min(end, k+6); i++ {
		if r.Among(i, "homes") || r.Is(i, "address") {
			return true // "my daughter's address is"
		}
		of = of || r.Is(i, "lives", "live", "lived", "living", "stays", "resides", "is", "are", "moved", "goes", "attends", "works", "vive", "viven")
	}
	return of && r.Is(end-1, "in", "at", "on", "to", "near", "en")
}
