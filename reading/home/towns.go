package home

import (
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// dwellsAt reports whether "in" at token i is behind a verb for a home: "stays in", "lives in".
func dwellsAt(r *claims.Sheet, i int) bool {
	return r.Is(i, "in", "en") && r.Among(skipBackAmong(r.Text, i, "beside a home")-1, "dwells")
}

func skipBackAmong(r *find.Text, i int, set string) int {
	for n := 0; n < 4 && r.Among(i-1, set); n++ {
		i--
	}
	return i
}

// isOfOthers reports whether the subject of the verb at token i is another person.
func isOfOthers(r *claims.Sheet, i int) bool {
	for k := i; k >= max(r.Sentence(i).I, i-5); k-- {
		switch {
		case r.Among(k, "i or we"), find.NamesCar(r.Text, k), r.Among(k, "a car"):
			return false
		case find.NamesInsurer(r.Text, text.Between(k, k+1)): // "Travelers is based in Hartford"
			return true
		case r.Is(k, "he", "she", "they", "he's", "she's", "they're"), find.IsKin(r.Text, k), find.Table("relatives")[r.At(k)] != "":
			beside := r.Is(k-2, "with", "con") || r.Is(k-2, "and", "&", "y") && r.Is(k-3, "me", "i", "myself", "yo")
			return !beside || r.Is(k, "he", "she")
		}
	}
	return false
}

// namesTown tells the name of a town from names of counties, months and people.
func namesTown(r *claims.Sheet, s text.Span) bool {
	short := r.Is(s.I, "st", "ft", "mt", "la", "el")
	if !r.Capital(s.I) || r.Kind(s.J) == text.Digits && !find.ZIPAt(r.Text, s.J) && r.Glued(s.J+1) || !short && !mayBeTown(r, s.I) || r.Is(s.J-1, "county", "area") || r.Is(s.J, "county", "area") {
		return false
	}
	return !find.IsKin(r.Text, s.I) && !who.IsFromPart(r, s.I) && !r.Among(s.I, "no town")
}

// townUncased reads a town and its state without capitals that end a line or a sentence, as an item
// of a list or behind nothing but the author's name: "- yuba city california", "darlene hobbs
// medford oregon".
func townUncased(r *claims.Sheet, i int) (find.Address, bool) {
	if r.Capital(i) || r.Kind(i) != text.Word || r.IsStop(i) {
		return find.Address{}, false
	}
	l := r.Lines[r.LineOf(i)]
	from := max(r.Body(l).I, r.Sentence(i).I)
	for k := from; k < i; k++ {
		if !who.IsFromPart(r, k) && !(r.Is(k, ",", "-", "in", "from") && k == i-1) {
			return find.Address{}, false
		}
	}
	a := find.TownAfter(r.Text, find.Address{Span: text.Between(i, i)})
	ends := r.Skip(a.J, ".", "!", ",") >= min(l.J, r.Sentence(i).J)
	whole := a.City.I == i && !a.City.Empty() && !a.State.Empty() && (i > from || r.IsItem(l))
	return a, ends && whole && mayBeTown(r, i) && !who.IsFromPart(r, i)
}

// nextHome returns the place to which the author moves, if coverage starts with the move.
func nextHome(r *find.Text, all []find.Address) (find.Address, bool) {
	for _, a := range all {
		_, moving := r.Before("is moving to", max(r.Sentence(a.I).I, a.I-4), a.I)
		s := r.Sentence(a.J - 1)
		if moving && !a.Street.Empty() && r.Has(text.Between(a.J, r.Sentence(s.J).J), "start with the move") {
			return a, true
		}
	}
	return find.Address{}, false
}

// isElsewhere reports whether the sentence says that a is another's home, a school or a workplace.
func isElsewhere(r *claims.Sheet, a find.Address) bool {
	s := r.Sentence(a.I)
	before, behind := text.Between(max(s.I, a.I-20), a.I), text.Between(a.J, min(s.J, a.J+20))
	k := skipBackAmong(r.Text, a.I, "beside a home")
	switch {
	case r.Is(k-1, "from", "de") && r.EndsAt("comes from", k) < k: // "We moved here from 45 Oak Ave"
		return true
	case saysHome(r, before):
		return false
	}
	c, contact := r.Before("emergency contact", max(0, a.I-12), a.I)
	return contact && (c.I >= s.I || r.Is(c.J, ":")) || r.Has(behind, "emergency contact") || r.Has(before, "stays for a time") ||
		r.Has(before, "workplace of") && !r.Has(behind, "day and night") || isOfSchool(r.Text, a) ||
		r.Is(a.I-1, "is", "in", "at", "on", "to", "near", "en") && isOfOthers(r, a.I-2)
}

// isOfSchool reports whether a is the home of a student: "he's in a dorm at 9 Oak Ave".
func isOfSchool(r *find.Text, a find.Address) bool {
	for k := max(r.Sentence(a.I).I, a.I-6); k < a.I; k++ {
		if r.Among(k, "of a school") {
			return !a.Street.Empty()
		}
	}
	return false
}

// saysHome reports whether s has words for the author's home or move.
func saysHome(r *claims.Sheet, s text.Span) bool {
	for k := s.I; k < s.J; k++ {
		home := r.StartsAt("says a home", k) > k && !find.IsKin(r.Text, k-1) && !r.Is(k-1, "his", "her", "their")
		if home || r.Among(k, "dwells or moves") && !isOfOthers(r, k-1) {
			return true
		}
	}
	return false
}
