package reading

import (
	"slices"

	"ppamaild/quote"
)

// kinOfLabel reads the relative in a label such as "Spouse DOB".
func (r *reader) kinOfLabel(s span) (int, bool) {
	for i := s.i; i < s.j; i++ {
		if kin, ok := r.kinAt(i); ok && !kin.outsider && s.j-s.i > 1 {
			k := r.meet(kin, fullName{}, i)
			if k >= 0 {
				r.people[k].drives = true
				if r.people[k].known < 0 {
					r.claims = append(r.claims, claim{of: entity{'d', k}, field: "relationship", value: kin.relation,
						words: r.raw(span{i, i + 1}), at: i, standing: quote.Stated})
				}
			}
			return k, k >= 0
		}
	}
	return 0, false
}

func (r *reader) putName(c cell, form *formState) bool {
	cased := r.cased
	r.cased, r.nameOnly = cased && r.capital(c.value.i), true
	n, ok := r.name(c.value.i, min(4, c.value.j-c.value.i))
	r.cased, r.nameOnly = cased, false
	if r.among(n.i, "no name") {
		return false // "Driver: myself only"
	}
	whole := c.of != nil || n.j >= c.value.j || r.among(n.j, "ends a name") || r.kind(n.j) == digits
	if !ok || !whole || r.isBlank(c.value) || n.i >= c.value.j {
		return false
	}
	k := r.namedAlready(n)
	if k < 0 || c.of != nil {
		k = r.namedInForm(c, form)
	}
	if k < 0 {
		return false
	}
	switch {
	case c.of != nil:
	case c.field == "given_name":
		n.given, n.surname = nameCase(r.one(span{n.i, n.j})), ""
		n.givenRaw = r.raw(span{n.i, n.j})
	case c.field == "surname":
		n.given, n.surname = "", nameCase(r.one(span{n.i, n.j}))
		n.surnameRaw = r.raw(span{n.i, n.j})
	default:
		form.named = true
	}
	r.addName(k, n)
	r.seats[c.label.i] = k
	r.take(span{n.i, n.j})
	return true
}

// namedAlready returns the person who was given both names of n before, or -1.
func (r *reader) namedAlready(n fullName) int {
	return slices.IndexFunc(r.people, func(p *person) bool {
		return n.surname != "" && fold(p.given) == fold(n.given) && fold(p.surname) == fold(n.surname)
	})
}

// namedInForm returns whose name a cell holds: a second "name" is that of
// another driver.
func (r *reader) namedInForm(c cell, form *formState) int {
	if c.of != nil && c.of.kind == 'd' {
		return c.of.index
	}
	if form.person < 0 {
		form.person = 0
	} else if (form.named && c.field == "name" || c.field == "given_name") && r.people[form.person].given != "" && r.people[form.person].known < 0 {
		form.person, form.named = r.driver(len(r.people), c.value), false
	}
	return form.person
}
