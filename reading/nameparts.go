package reading

import "slices"

// readNameParts reads which word of the writer's name is the family's, where the mail says so: "Lin
// Mei (family name is Lin)", "my last name is Ash".
func (r *reader) readNameParts() {
	for i := range r.toks {
		family, j := r.namePartAt(i)
		if j == i || r.quiet[i] || r.taken[i] || r.is(i-1, "her", "his", "their", "maiden", "your", "whose") || !slices.Equal(r.peopleAt(i), []int{0}) {
			continue
		}
		if k, owned := r.ownerOfName(i); owned && k != 0 {
			continue
		}
		words := r.namePartBehind(j)
		switch {
		case words.empty():
		case family:
			r.setSurname(words)
		case fold(r.people[0].given) != fold(r.one(words)):
			r.dropClaims(entity{'d', 0}, "given_name")
			r.addName(0, fullName{span: words, given: nameCase(r.one(words)), givenRaw: r.raw(words)})
		}
	}
}

// namePartAt returns the end of "family name" or "first name" at token i, and whether it is that of
// the family; else i.
func (d *document) namePartAt(i int) (family bool, end int) {
	named := d.is(i+1, "name") && !d.is(i+1, "name's")
	switch {
	case d.is(i, "family", "last") && named:
		return true, i + 2
	case d.is(i, "given", "first") && named:
		return false, i + 2
	case d.is(i, "surname", "apellido"):
		return true, i + 1
	}
	return false, i
}

// namePartBehind returns the words with capitals that a part of a name is, behind its label.
func (r *reader) namePartBehind(j int) span {
	i := r.skip(j, "is", "es", ":", "=")
	k := i
	for r.cased && k < i+4 && r.capital(k) && r.isNamePart(k, k == i) {
		if k++; r.is(k, "-") && r.glued(k) && r.glued(k+1) && r.kind(k+1) == word {
			k += 2 // "Ash-Moss"
		}
	}
	if k < len(r.toks) && !r.endsClause(k) && !r.is(k, "and", "now", "y") {
		return span{}
	}
	return span{i, k}
}

// setSurname makes s the writer's surname: where it was read as the given name, what stood behind
// that is the given one.
func (r *reader) setSurname(s span) {
	of, p := entity{'d', 0}, r.people[0]
	given, surname := r.claimOf(of, "given_name"), r.claimOf(of, "surname")
	r.dropClaims(of, "surname")
	if fold(r.from.given) == fold(r.one(s)) {
		r.from = fullName{} // as turned around as the text's
	}
	if fold(p.given) == fold(r.one(s)) {
		r.dropClaims(of, "given_name")
		p.given = ""
		if rest := r.wordsUpTo(given.at, surname.words); !rest.empty() {
			r.addName(0, fullName{span: rest, given: nameCase(r.one(rest)), givenRaw: r.raw(rest)})
		}
	}
	r.addName(0, fullName{span: s, surname: nameCase(r.one(s)), surnameRaw: r.raw(s)})
}

// wordsUpTo returns the words behind token i, the first of a name, that end with last.
func (r *reader) wordsUpTo(i int, last string) span {
	for k := i + 1; i >= 0 && last != "" && k < i+4; k++ {
		if r.raw(span{k, k + 1}) == last {
			return span{i + 1, k + 1}
		}
	}
	return span{}
}

// claimOf returns what the mail states first of a field of an entity; one that stands nowhere if nothing.
func (r *reader) claimOf(of entity, field string) claim {
	for _, c := range r.claims {
		if c.of == of && c.field == field {
			return c
		}
	}
	return claim{at: -1}
}
