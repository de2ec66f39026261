package reading

import "strings"

// writerListed reads the full name of who writes where it stands by itself, as an item
// among others, and the header has no surname: "bend oregon. ana pruitt, 12 oak st",
// "Ana Pruitt 12 Oak St" from "Ana P.".
func (r *reader) writerListed(i int) (int, int, bool) {
	if r.from.given != "" && r.from.surname != "" || r.people[0].surname != "" || r.sentence(i).i != i && !r.standsAsItemFrom(i) || r.cased && !r.capital(i) || r.taken[i] || r.namesCarPlainly(i) {
		return 0, i, false
	}
	n, ok := r.name(i, 3)
	if !ok || n.surname == "" || !r.isFrom(n) && !r.isAddressee(n) && !r.isOfFamily(n) || r.isGiven(i) > 0 || !r.endsItem(n.j) || r.zipAt(n.j) {
		return 0, i, false
	}
	if _, _, state := r.state(n.j - 1); state {
		return 0, i, false // "Austin Texas"
	}
	r.addName(0, n)
	return 0, n.j, true
}

// endsItem reports whether an item of a list can end before token i: at a mark, a line's end,
// a number, or where who writes goes on about themselves.
func (r *reader) endsItem(i int) bool {
	return r.breaks(i) || i >= len(r.toks) || r.row(i) != r.row(i-1) || r.is(i, ".", "(") || r.is(i, "and", "&", "y") && r.is(i+1, "my", "mi") || r.kind(i) == digits || r.among(i, "self") || r.among(i, "i am")
}

// isOfFamily reports whether n is the first that the mail names of the family by whose name
// alone the header goes, "The Lees" or "A. Lee", and no relative.
func (r *reader) isOfFamily(n fullName) bool {
	kin, _ := r.kinBehind(n.j)
	return r.from.given == "" && r.from.surname != "" && fold(n.surname) == fold(r.from.surname) && len(r.people) == 1 && r.people[0].given == "" && (kin.relation == "" || r.isSelfBehind(n.j))
}

// isAddressee reports whether the sender's address, where the header says no name, is made of
// one part of n and the first letter of the other: "alee82@…" and "ana_l@…" of Ana Lee.
func (r *reader) isAddressee(n fullName) bool {
	if r.from.given != "" || len(r.couple) > 0 || n.given == "" || n.surname == "" {
		return false
	}
	local, _, _ := strings.Cut(fold(r.in.FromAddress), "@")
	local = strings.Trim(strings.Map(func(c rune) rune {
		if strings.ContainsRune("._-", c) {
			return -1
		}
		return c
	}, local), "0123456789")
	given, surname := fold(n.given), fold(n.surname)
	return local == given[:1]+surname || local == surname+given[:1] || local == given+surname[:1]
}

// addressHas reports whether the sender's address holds a part of a name.
func (r *reader) addressHas(n fullName) bool {
	local, _, _ := strings.Cut(fold(r.in.FromAddress), "@")
	return len(n.given) > 2 && strings.Contains(local, fold(n.given)) || len(n.surname) > 2 && strings.Contains(local, fold(n.surname))
}
