package reading

import (
	"slices"

	"ppamaild/quote"
)

// saysLicensed reports whether "has been licensed" or the like stands at token i.
func (r *reader) saysLicensed(i int) bool {
	return r.is(i, "has", "was", "got", "been") && r.has(span{i, i + 4}, "licensed") && !r.has(span{i, i + 4}, "negation")
}

// onlyUnnamedSpouse returns the one spouse who drives and whose name is not said so far; -1 where there is
// none.
func (r *reader) onlyUnnamedSpouse() int {
	return slices.IndexFunc(r.people, func(p *person) bool {
		return p.relation == quote.Spouse && p.given == "" && p.isDriver() && p.known < 0
	})
}

// uncasedName reads, in a mail without capitals, two words that start an item and that a birth
// date follows: "valerie stroud 5/6/1971, dennis stroud 10/11/1968".
func (r *reader) uncasedName(i int) (fullName, bool) {
	if r.taken[i] || r.kind(i) != word || !r.standsAsItemFrom(i) && !stopWord(r.at(i-1)) {
		return fullName{}, false
	}
	n, ok := r.name(i, 2)
	if !ok || n.surname == "" || n.j != i+2 || r.isKin(i) || r.isKin(i+1) || noise[r.at(i)] || noise[r.at(i+1)] || r.namesCar(i) {
		return n, false
	}
	j := r.skip(r.skip(n.j, ",", "-", ":", "("), "birthday", "dob", "born", "birthdate")
	return n, j < len(r.toks) && r.dated[j] && !r.begins[i] && !r.begins[i+1]
}

// isOnlyName reports whether the given name n behind "I'm" is surely one: the header names nobody,
// and the clause ends with it, "I'm Cody, my wife is Jolene".
func (r *reader) isOnlyName(n fullName) bool {
	nameless := r.from.given == "" && r.from.surname == "" && len(r.couple) == 0 && r.people[0].given == ""
	ends := r.is(n.j, ",", ".", "!", ";") || r.is(n.j, "and") && r.is(n.j+1, "my", "this", "i", "i'm")
	return nameless && ends && r.cased && r.capital(n.i) && !r.among(n.i, "what one is") && !r.namesCar(n.i)
}

// isBesideI reports whether the full name n at token i stands right behind the author's "I": "I,
// Ann Lee, want", "y yo Ana Rey".
func (r *reader) isBesideI(i int, n fullName) bool {
	if n.surname == "" || !r.cased {
		return false
	}
	comma := r.is(i-1, ",") && r.is(i-2, "i", "yo") && (r.breaks(n.j) || r.is(n.j, "."))
	return comma || r.is(i-1, "yo") && (r.breaks(n.j) || r.is(n.j, ".", "y"))
}

// isNameAlone reports whether the sentence that starts at token i is a name and nothing else: "It's
// for my mom. Jean Ash."
func (r *reader) isNameAlone(i int) bool {
	n, ok := r.name(i, 3)
	if s := r.sentence(i); !ok || !r.cased || n.surname == "" || s.i != i || s.j > n.j+1 || r.isFrom(n) {
		return false
	}
	_, _, state := r.state(n.j - 1)
	return !state
}
