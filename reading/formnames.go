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
	if c.field == "name" && c.of == nil && r.cased && len(r.namesListed(c.value.i)) > 1 && r.endsAt("drivers are called", c.value.i) < c.value.i {
		return false // read as prose
	}
	if r.among(n.i, "no name") || r.isKin(c.value.i) && r.is(c.value.i+1, ",", ":", "-", "(") {
		return false // "Driver: myself only"
	}
	if whole, is := r.surnameFirst(c); is {
		n = whole
	}
	whole := c.of != nil || n.j >= c.value.j || r.among(n.j, "ends a name") || r.kind(n.j) == digits
	if !ok || !whole || r.isBlank(c.value) || n.i >= c.value.j {
		return false
	}
	k := r.namedAlready(n)
	switch {
	case k >= 0 && c.of == nil:
	case c.of == nil && form.person < 0 && c.field == "name" && (r.isAnothers(n, c) || r.isNewDriver(n)):
		k = r.driver(len(r.people), c.value)
		form.person = k
	case c.of == nil && c.field == "name" && (form.named && r.isWriters(n) || r.isSelfBehind(n.j)):
		k = 0
		form.person = k
	default:
		k = r.namedInForm(c, form)
	}
	if k < 0 {
		return false
	}
	switch {
	case c.of != nil && c.field == "surname":
		if n, ok = r.surnameAnswered(n, k); !ok {
			return false
		}
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
	r.sayKinBehind(k, span{n.j, c.value.j})
	r.seats[c.label.i] = k
	r.take(span{n.i, n.j})
	return true
}

// sayKinBehind reads who person k is behind their name: "Gil Doe (husband)", "Ann Doe, spouse".
func (r *reader) sayKinBehind(k int, s span) {
	kin, end := r.kinBehind(s.i)
	if end <= s.i || end > s.j || r.people[k].known >= 0 {
		return
	}
	if p := r.people[k]; k > 0 && kin.relation != "" && !kin.outsider {
		p.relation, p.gender, p.drives = kin.relation, kin.gender, true
		r.say(entity{'d', k}, "relationship", kin.relation, span{s.i, end})
	}
	r.take(span{s.i, end})
}

// isNewDriver reports whether the first name in a form or a table is of nobody known from mails before, where who
// is insured is.
func (r *reader) isNewDriver(n fullName) bool {
	p := r.people[0]
	if p.known < 0 || p.given == "" || n.given == "" || r.isFrom(n) || p.surname == "" && n.surname == "" {
		return false // the one word may be the surname
	}
	return fold(n.given) != fold(p.given) && !isShortFor(n.given, p.given) && !isShortFor(p.given, n.given)
}

// namedAlready returns the person who was given both names of n before, or who is known from mails before and may
// be called n; or -1.
func (r *reader) namedAlready(n fullName) int {
	known := func(p *person) bool {
		return p.known >= 0 && n.given != "" && fold(p.given) == fold(n.given) && (n.surname == "" || p.surname == "" || fold(p.surname) == fold(n.surname))
	}
	if k := slices.IndexFunc(r.people, known); k >= 0 {
		return k
	}
	return slices.IndexFunc(r.people, func(p *person) bool {
		return n.surname != "" && fold(p.given) == fold(n.given) && fold(p.surname) == fold(n.surname)
	})
}

// isOfAnother reports whether a label is of a driver besides the first: "Second driver".
func (r *reader) isOfAnother(label span) bool {
	for i := label.i; i < label.j; i++ {
		if r.is(i, "second", "2nd", "third", "3rd", "other", "another", "additional", "secondary") {
			return true
		}
	}
	return false
}

// namedInForm returns whose name a cell holds: a second "name" is that of
// another driver.
func (r *reader) namedInForm(c cell, form *formState) int {
	if c.of != nil && c.of.kind == 'd' {
		return c.of.index
	}
	if c.field == "surname" && form.person > 0 && r.people[form.person].given != "" && r.people[form.person].surname == "" {
		return form.person // "Second driver last name" below "Second driver first name"
	}
	if r.isOfAnother(c.label) && len(r.people) < mostEntries {
		form.person, form.named = r.driver(len(r.people), c.value), false
	} else if form.person < 0 {
		form.person = 0
	} else if (form.named && c.field == "name" || c.field == "given_name") && r.people[form.person].given != "" && r.people[form.person].known < 0 {
		form.person, form.named = r.driver(len(r.people), c.value), false
	}
	return form.person
}

// surnameFirst reads "Name: Lopez, Martin", one name in a cell that is for one.
func (r *reader) surnameFirst(c cell) (fullName, bool) {
	v := c.value
	if c.field != "name" || !r.is(c.label.j-1, "name") || !r.is(v.i+1, ",") || fold(r.from.given) == r.at(v.i) {
		return fullName{}, false
	}
	nameOnly := r.nameOnly
	r.nameOnly = true
	last, ok := r.name(v.i, 1)
	first, named := r.name(v.i+2, 2)
	r.nameOnly = nameOnly
	if !ok || !named || first.j != v.j || len(first.surname) > 1 || r.isKin(first.i) || r.among(first.i, "no name") {
		return fullName{}, false
	}
	first.surname, first.surnameRaw, first.i = last.given, last.givenRaw, last.i
	return first, true
}
