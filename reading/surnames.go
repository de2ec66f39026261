package reading

import (
	"strings"

	"ppamaild/quote"
)

// partNamed reads "last name Lee", "first name is Ann" and "last name for both of us is Lee" within
// a sentence: of the one named last, else of who writes.
func (r *reader) partNamed(i int) (k, end int, ok bool) {
	field := ""
	switch {
	case !r.is(i+1, "name", "names") || r.taken[i] || r.quiet[i] || r.is(i-1, "same"):
		return 0, i, false
	case r.is(i, "last"):
		field = "surname"
	case r.is(i, "first"):
		field = "given_name"
	default:
		return 0, i, false
	}
	j := r.skipPast(i+2, "is", "are", ":", "-", "for", "both", "of", "us", "all", "just")
	cased := r.cased
	r.cased, r.nameOnly = cased && r.capital(j), true
	n, ok := r.name(j, 1)
	r.cased, r.nameOnly = cased, false
	if !ok || r.is(j, "and", "or", "changed", "different", "on", "only", "with") || n.j < r.sentence(i).j && !r.breaks(n.j) && !r.is(n.j, ".", "and", "y", "spelled") && r.row(n.j) == r.row(j) {
		return 0, i, false
	}
	people := []int{0}
	if k, owned := r.ownerOfName(i); owned && k < 0 {
		return 0, i, false // "Bo's last name"
	} else if owned {
		people = []int{k}
	} else if r.has(span{i, j}, "everyone") || r.is(i-1, "our") {
		people = r.nameless()
	}
	for _, k := range people {
		r.namePart(k, field, n)
	}
	return people[0], n.j, true
}

// nameless returns everybody met so far of whom no surname is said.
func (r *reader) nameless() (found []int) {
	for k, p := range r.people {
		if k == 0 || p.surname == "" && !p.outsider {
			found = append(found, k)
		}
	}
	return found
}

// namePart claims one part of the name of person k, which stands against what was taken for it.
func (r *reader) namePart(k int, field string, n fullName) {
	p := r.people[k]
	if field == "surname" {
		p.surname = n.given
	} else {
		p.given = n.given
	}
	r.claims = append(r.claims, claim{of: entity{'d', k}, field: field, value: n.given, words: n.givenRaw, at: n.i, standing: quote.Stated, fix: true})
}

// noteNick keeps what person k is called besides where that stands behind the name n: `Ann "Nan"
// Lee`, "Guadalupe (Lupe)", or what they are called by law: "Jo (Joanna)".
func (r *reader) noteNick(k int, n fullName) {
	if n.i < 0 || n.given == "" || !r.cased {
		return
	}
	j := n.i + 1
	for j < n.j && r.raw(span{n.i, j}) != n.givenRaw {
		j++
	}
	if j == n.j && r.is(j, ",") && r.is(j+1, "\"", "“") {
		j++
	}
	at := j + 1
	if !r.is(j, "\"", "“", "'", "(") || !r.is(at+1, "\"", "”", "'", ")") || !r.glued(at) {
		return
	}
	if r.capital(at) && r.kind(at) == word && len(r.at(at)) > 1 && !stopWord(r.at(at)) && !r.isKin(at) {
		r.people[k].nick = noun(r.at(at))
		if isLongFor(r.at(at), n.given) {
			r.isByLaw(k, fullName{span: span{at, at + 1}, given: nameCase(r.raw(span{at, at + 1})), givenRaw: r.raw(span{at, at + 1})})
		}
	}
}

// surnameAnswered reads the name n as the answer to our question for the last name of person k:
// "Simmons" is that, and in "Kayla Simmons" it stands behind the name that they go by. Of two
// other words it can't be told in English which are the last name.
func (r *reader) surnameAnswered(n fullName, k int) (fullName, bool) {
	given := fold(r.people[k].given)
	if n.surname != "" && (given == "" || strings.HasPrefix(fold(n.given), given) || strings.HasPrefix(given, fold(n.given)) || r.isNickname(n)) {
		return n, true
	}
	if n.surname != "" && !r.isSpanish() || fold(n.given) == given {
		return n, false
	}
	n.given, n.surname = "", nameCase(r.one(n.span))
	n.surnameRaw = r.raw(n.span)
	return n, true
}
