package garage

import (
	"slices"

	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// writersOwn is the owner of the author's cars.
const writersOwn claims.Owner = "me"

// ownerAt reads the owner in words that end at token i: "my", "hers", "Imani's", "my wife has".
func ownerAt(r *claims.Sheet, i int) claims.Owner {
	possessive := text.Noun(r.At(i)) != r.At(i)
	kin, isKin := find.KinAt(r.Text, i)
	switch {
	case isKin && kin.Gender != 0 && !kin.Outsider:
		return claims.Owner(kin.Gender)
	case r.Is(i, "my", "mine", "mine's", "i"), r.Is(i, "we", "our"):
		return writersOwn
	case r.Is(i, "her", "hers", "she"):
		return "f"
	case r.Is(i, "his", "he"):
		return "m"
	case possessive && (r.Capital(i) || !r.Cased) && !r.IsStop(i) && !find.NamesCar(r.Text, i):
		return claims.Owner(text.Noun(r.At(i)))
	}
	return ""
}

// ownerOfMention returns the owner by the words around a vehicle: "my wife's 2019 Kia".
func ownerOfMention(r *claims.Sheet, m find.Mention) claims.Owner {
	if of := ownerBehind(r, m); of != "" {
		return of
	}
	s := r.Sentence(m.I)
	for k := m.I - 1; k >= max(s.I, m.I-7); k-- {
		if of := ownerAt(r, k); of != "" {
			return of
		}
		if !text.In(text.Noun(r.At(k)), "between owner and car") && r.Kind(k) != text.Digits && !find.IsKin(r.Text, k-1) {
			break
		}
	}
	return ""
}

// ownerBehind returns the owner by the words behind a vehicle: "(mine)", "is Dale's".
func ownerBehind(r *claims.Sheet, m find.Mention) claims.Owner {
	j := m.J
	for r.Is(j, "(", ",", "-", "is", "'s") && j < m.J+3 {
		j++
	}
	if r.Is(j, "my") && j+1 < len(r.Tokens) {
		j++
	}
	ends := r.Breaks(j+1) || r.Is(j+1, ".") || r.Sentence(j).J <= j+1
	if r.Is(j, "mine", "hers", "his") || text.Noun(r.At(j)) != r.At(j) && ends {
		return ownerAt(r, j)
	}
	return ""
}

// referredAt returns the vehicle that words at token i stand for without its name, "the
// first one", "the other", "the newer one", "hers"; else -1. last is the last vehicle that
// words before named alone, or -1.
func referredAt(r *claims.Sheet, i, last int) int {
	theirs := r.Is(i, "mine", "hers", "his") || text.Noun(r.At(i)) != r.At(i)
	keeps := r.Is(i, "my", "her", "his") && r.Is(i+1, "car", "truck", "van", "suv", "vehicle", "ride")
	theirs = theirs || keeps
	if !theirs && !r.Is(i, "the") && r.StartsAt("ordered", i) == i || len(r.Vehicles) < 2 {
		return -1
	}
	if v := orderedAt(r, i, last); v >= 0 {
		return v
	}
	if !theirs || !keeps && !r.Is(i, "mine", "mine's", "hers") && !r.Among(i+1, "behind an owner") && r.Kind(i+1) == text.Word || r.Has(r.Sentence(i), "licensed", "birth") {
		return -1
	}
	of := ownerAt(r, i)
	if of == "" {
		return -1
	}
	owned := slices.DeleteFunc(r.LiveVehicles(), func(k int) bool { return r.Vehicles[k].Owner != of })
	if len(owned) == 0 && len(of) == 1 { // "his" is Andre's
		owned = slices.DeleteFunc(r.LiveVehicles(), func(k int) bool { return len(r.Vehicles[k].Owner) < 3 })
	}
	if len(owned) != 1 {
		return -1
	}
	return owned[0]
}

// orderedAt reads "the second car", "the other one", "the older one".
func orderedAt(r *claims.Sheet, i, last int) int {
	if !r.Is(i, "the") && (r.Is(i-1, "the") || !r.Has(text.Between(i, i+1), "ordered")) {
		return -1 // the words from "the" on were read already
	}
	k := r.Skip(i, "the")
	if !r.Among(k+1, "behind an owner") && !r.Among(k+1, "a car") {
		return -1
	}
	live := r.LiveVehicles()
	if v := nthOrOther(r.Text, k, live, last); v >= 0 || len(live) != 2 {
		return v
	}
	first, second := r.Vehicles[live[0]], r.Vehicles[live[1]]
	switch {
	case !r.Is(k, "newer", "older") || first.Year == 0 || second.Year == 0 || first.Year == second.Year:
		return -1
	case r.Is(k, "newer") == (first.Year > second.Year):
		return live[0]
	}
	return live[1]
}

func nthOrOther(r *find.Text, k int, live []int, last int) int {
	n, ok := find.Ordinals.Get()[r.At(k)]
	switch {
	case ok && n <= len(live) && !r.Is(k-1, "my", "her", "his"):
		return live[n-1]
	case len(live) != 2 || !r.Is(k, "other"):
		return -1
	case last == live[1]:
		return live[0]
	}
	return live[1]
}

// othersAt returns the vehicles of "the rest" and "other two" at token i, without the last, or nil.
func othersAt(r *claims.Sheet, i, last int) []int {
	j := r.Skip(i, "the")
	rest := r.Is(j, "rest", "others") && j > i
	if !rest && !(r.Is(j, "other") && r.Is(j+1, "two", "three", "cars", "vehicles")) || last < 0 || j == i && r.Sentence(i).I != i {
		return nil
	}
	return slices.DeleteFunc(r.LiveVehicles(), func(k int) bool { return k == last })
}

// isRemoved reports whether the mail asks to take the vehicle off, or says that it is gone.
func isRemoved(r *find.Text, m find.Mention) bool {
	s := r.Sentence(m.I)
	if c, ok := r.Cue("got rid of", text.Between(max(s.I, m.I-6), m.I)); ok && !r.Has(text.Between(c.J, m.I), "for the new", "comprehensive", "collision", "rental", "towing", "coverage") && !r.Has(text.Between(c.J, m.I), "chosen", "only these") {
		return true
	}
	if r.Has(text.Between(m.J, min(s.J, m.J+5)), "take off behind") && r.Has(text.Between(max(s.I, m.I-4), m.I), "take") {
		return true
	}
	return r.Has(text.Between(m.J, min(s.J, m.J+4)), "was sold")
}

// isElsewhere reports whether the vehicle hit the writer, is a neighbor's, or was the car before.
func isElsewhere(r *claims.Sheet, m find.Mention) bool {
	before := text.Between(max(r.Sentence(m.I).I, m.I-6), m.I)
	return r.Has(before, "hit by") || isCarBefore(r.Text, before) || r.Is(m.I-1, "not", "rental") || isWaters(r.Text, m) || OutsiderSpeaks(r, r.Sentence(m.I), m.I) && !r.Has(before, "lent out")
}

// isWaters reports whether m is the name of a lake or a river: "South Lake Tahoe", "I fish the Rogue".
func isWaters(r *find.Text, m find.Mention) bool {
	return m.Year == 0 && (r.Is(m.I-1, "lake") || r.Is(m.I-1, "the") && r.Is(m.I-2, "fish", "fishing", "float", "floating", "raft", "rafting", "kayak", "row"))
}

// isCarBefore reports whether the words before a vehicle mean a former car: "my old", "I had a".
// "I had an accident in the" and "my old insurer for the" mean no former car.
func isCarBefore(r *find.Text, before text.Span) bool {
	c, ok := r.Cue("of the past", before)
	return ok && !(r.Is(c.J-1, "car") && r.Among(c.I-1, "still there")) &&
		!r.Is(before.J-1, "on", "for", "in") && (c.J >= before.J-1 || !r.Is(before.J-2, "on", "for", "in"))
}

// OutsiderSpeaks reports whether the sentence is about a neighbor or the like up to token i.
func OutsiderSpeaks(r *claims.Sheet, s text.Span, i int) bool {
	outside := false
	before := r.Sentence(max(0, s.I-1)) // "My neighbor Barb likes you. She drives a 2019 Kia."
	if r.Is(s.I, "he", "she", "they") && !r.Has(before, "on behalf", "quote request") {
		s.I = before.I
	}
	for k := max(s.I, i-30); k < i; k++ {
		if kin, ok := find.KinAt(r.Text, k); ok {
			outside = kin.Outsider && !r.Is(k-1, "for") && r.EndsAt("on behalf", k-1) == k-1 && r.Is(k-1, "my", "a", "our", "the", "mi", "door")
		}
		if r.Is(k, "i", "i'm", "i've", "i'd", "we", "we're", "we've", "my", "our") && !r.Has(text.Between(k, k+2), "outsider") && !find.IsKin(r.Text, k+1) {
			outside = false
		}
	}
	return outside
}
