package reading

import (
	"slices"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// owner is whose a vehicle is as the mail says it: "me", the gender of a relative, "f" or
// "m", or a given name in lower case; "" where it does not say.
type owner string

const writersOwn owner = "me"

// ownerAt reads the words for whose something is that end at token i: "my", "hers",
// "my wife's", "Imani's", and who has it, as in "my wife has", "I drive".
func ownerAt(r *sheet, i int) owner {
	possessive := text.Noun(r.At(i)) != r.At(i)
	kin, isKin := find.KinAt(r.Text, i)
	switch {
	case isKin && kin.Gender != 0 && !kin.Outsider:
		return owner(kin.Gender)
	case isKin:
		return ""
	case r.Is(i, "my", "mine", "mine's", "i"):
		return writersOwn
	case r.Is(i, "her", "hers", "she"):
		return "f"
	case r.Is(i, "his", "he"):
		return "m"
	case possessive && (r.Capital(i) || !r.Cased) && !text.StopWord(r.At(i)) && !find.NamesCar(r.Text, i):
		return owner(text.Noun(r.At(i)))
	}
	return ""
}

// ownerOfMention returns whose a vehicle is by the words around its name: "my wife's 2019
// Kia", "I drive a 2019 Kia", "2019 Kia (mine)", "2019 Kia, Dale's".
func ownerOfMention(r *sheet, m find.Mention) owner {
	if of := ownerBehind(r, m); of != "" {
		return of
	}
	s := r.Sentence(m.I)
	for k := m.I - 1; k >= max(s.I, m.I-7); k-- {
		if of := ownerAt(r, k); of != "" {
			return of
		}
		if namesDriver(r, k) {
			if kin, ok := find.KinAt(r.Text, k-1); ok && kin.Gender != 0 && !kin.Outsider {
				return owner(kin.Gender) // "my wife Ana drives the"
			}
			return owner(r.At(k))
		}
		if !text.Sets()["between owner and car"][text.Noun(r.At(k))] && r.Kind(k) != text.Digits {
			break
		}
	}
	return ""
}

// namesDriver reports whether token i is the given name of who has or drives what follows:
// "Ana drives the".
func namesDriver(r *sheet, i int) bool {
	return r.Cased && r.Capital(i) && r.Kind(i) == text.Word && r.Among(i+1, "keeps a car") && !text.StopWord(r.At(i)) && !find.NamesCar(r.Text, i)
}

// ownerBehind returns whose the vehicle of m is by the words behind its name: "(mine)",
// "is Dale's", "driven by my wife".
func ownerBehind(r *sheet, m find.Mention) owner {
	j := m.J
	for r.Is(j, "(", ",", "-", "is", "'s") && j < m.J+3 {
		j++
	}
	by := r.Is(j, "driven", "used") && r.Is(j+1, "by")
	if by {
		j += 2
	}
	if r.Is(j, "my") && j+1 < len(r.Tokens) {
		j++
	}
	ends := r.Breaks(j+1) || r.Is(j+1, ".") || r.Sentence(j).J <= j+1
	switch {
	case by && r.Is(j, "me"):
		return writersOwn
	case r.Is(j, "mine", "hers", "his"), text.Noun(r.At(j)) != r.At(j) && ends, by && find.IsKin(r.Text, j):
		return ownerAt(r, j)
	}
	return ""
}

// referredAt returns the vehicle that words at token i stand for without its name, "the
// first one", "the other", "the newer one", "hers", and where they end; else -1. last is
// the vehicle that was spoken of alone before, or -1.
func referredAt(r *sheet, i, last int) (vehicle, end int) {
	theirs := r.Is(i, "mine", "hers", "his") || text.Noun(r.At(i)) != r.At(i)
	keeps := r.Is(i, "my", "her", "his") && r.Is(i+1, "car", "truck", "van", "suv", "vehicle", "ride")
	theirs = theirs || keeps
	if !theirs && !r.Is(i, "the") && !r.Begins[i] || len(r.vehicles) < 2 {
		return -1, i
	}
	live := r.liveVehicles()
	if len(live) < 2 {
		return -1, i
	}
	if v, j := orderedAt(r, i, live, last); v >= 0 {
		return v, j
	}
	if !theirs || !keeps && !r.Is(i, "mine", "mine's", "hers") && !r.Among(i+1, "behind an owner") && r.Kind(i+1) == text.Word || r.Has(r.Sentence(i), "licensed", "birth") {
		return -1, i
	}
	of := ownerAt(r, i)
	if of == "" {
		return -1, i
	}
	owned := slices.DeleteFunc(slices.Clone(live), func(k int) bool { return r.vehicles[k].owner != of })
	if len(owned) == 0 && len(of) == 1 { // "his" is Andre's
		owned = slices.DeleteFunc(live, func(k int) bool { return len(r.vehicles[k].owner) < 3 })
	}
	if len(owned) != 1 {
		return -1, i
	}
	return owned[0], i + 1
}

// orderedAt reads "the second car", "the other one", "the older one".
func orderedAt(r *sheet, i int, live []int, last int) (vehicle, end int) {
	if !r.Is(i, "the") && (r.Is(i-1, "the") || !r.Has(text.Between(i, i+1), "ordered")) {
		return -1, i // what is read from "the" on is not read again
	}
	k := r.Skip(i, "the")
	if n, counts := find.NumberAt(r.Text, k+1); counts && last >= 0 && r.Is(k, "second", "third", "other") && n.N >= 1000 && !n.Dollar {
		return nthOrOther(r.Text, k, live, last) // "the first one does 8,000 a year, the second 5,000"
	}
	if !r.Among(k+1, "behind an owner") && !r.Among(k+1, "a car") {
		return -1, i
	}
	if v, j := nthOrOther(r.Text, k, live, last); v >= 0 || len(live) != 2 {
		return v, j
	}
	first, second := r.vehicles[live[0]], r.vehicles[live[1]]
	switch {
	case !r.Is(k, "newer", "older") || first.year == 0 || second.year == 0 || first.year == second.year:
		return -1, i
	case r.Is(k, "newer") == (first.year > second.year):
		return live[0], k + 1
	}
	return live[1], k + 1
}

// nthOrOther reads "second" and "other" at token k.
func nthOrOther(r *find.Text, k int, live []int, last int) (vehicle, end int) {
	n, ok := find.Ordinals[r.At(k)]
	switch {
	case ok && n <= len(live) && !r.Is(k-1, "my", "her", "his"):
		return live[n-1], k + 1
	case len(live) != 2 || !r.Is(k, "other"):
		return -1, k
	case last == live[1]:
		return live[0], k + 1
	}
	return live[1], k + 1
}

// othersAt returns the vehicles that "the rest" and "other two" at token i stand for: all
// but the one that was spoken of before, or nil.
func othersAt(r *sheet, i, last int) []int {
	j := r.Skip(i, "the")
	rest := r.Is(j, "rest", "others") && j > i
	if !rest && !(r.Is(j, "other") && r.Is(j+1, "two", "three", "cars", "vehicles")) || last < 0 || j == i && r.Sentence(i).I != i {
		return nil
	}
	live := r.liveVehicles()
	if len(live) < 3 && !rest {
		return nil
	}
	return slices.DeleteFunc(live, func(k int) bool { return k == last })
}
