package reading

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// kinOfLabel reads the relative in a label such as "Spouse DOB".
func kinOfLabel(r *sheet, s text.Span) (int, bool) {
	for i := s.I; i < s.J; i++ {
		if kin, ok := find.KinAt(r.Text, i); ok && !kin.Outsider && s.J-s.I > 1 {
			k := meet(r, kin, find.FullName{}, i)
			if k >= 0 {
				r.people[k].drives = true
				if r.people[k].known < 0 {
					r.claims = append(r.claims, claim{of: entity{'d', k}, field: "relationship", value: kin.Relation,
						words: r.Raw(text.Between(i, i+1)), at: i, standing: quote.Stated})
				}
			}
			return k, k >= 0
		}
	}
	return 0, false
}

func putName(r *party, c cell, form *formState) bool {
	cased := r.Cased
	r.Cased, r.NameOnly = cased && r.Capital(c.value.I), true
	n, ok := find.NameAt(r.Text, c.value.I, min(4, c.value.J-c.value.I))
	r.Cased, r.NameOnly = cased, false
	if r.Among(n.I, "no name") {
		return false // "Driver: myself only"
	}
	whole := c.of != nil || n.J >= c.value.J || r.Among(n.J, "ends a name") || r.Kind(n.J) == text.Digits
	if !ok || !whole || isBlank(r.Text, c.value) || n.I >= c.value.J {
		return false
	}
	k := namedAlready(r.sheet, n)
	if k < 0 || c.of != nil {
		k = namedInForm(r.sheet, c, form)
	}
	if k < 0 {
		return false
	}
	switch {
	case c.of != nil:
	case c.field == "given_name":
		n.Given, n.Surname = find.NameCase(r.Words(text.Between(n.I, n.J))), ""
		n.GivenRaw = r.Raw(text.Between(n.I, n.J))
	case c.field == "surname":
		n.Given, n.Surname = "", find.NameCase(r.Words(text.Between(n.I, n.J)))
		n.SurnameRaw = r.Raw(text.Between(n.I, n.J))
	default:
		form.named = true
	}
	addName(r.sheet, k, n)
	r.seats[c.label.I] = k
	r.Take(text.Between(n.I, n.J))
	return true
}

// namedAlready returns the person who was given both names of n before, or -1.
func namedAlready(r *sheet, n find.FullName) int {
	return slices.IndexFunc(r.people, func(p *person) bool {
		return n.Surname != "" && text.Fold(p.given) == text.Fold(n.Given) && text.Fold(p.surname) == text.Fold(n.Surname)
	})
}

// namedInForm returns whose name a cell holds: a second "name" is that of another driver.
func namedInForm(r *sheet, c cell, form *formState) int {
	if c.of != nil && c.of.kind == 'd' {
		return c.of.index
	}
	if form.person < 0 {
		form.person = 0
	} else if (form.named && c.field == "name" || c.field == "given_name") && r.people[form.person].given != "" && r.people[form.person].known < 0 {
		form.person, form.named = driver(r, len(r.people), c.value), false
	}
	return form.person
}

// putVehicle collects year, make and model of one vehicle from their cells.
func putVehicle(r *party, c cell, form *formState) bool {
	m := &form.vehicle
	v, s, ok := parse(r, c.field, c.value)
	if !ok || !r.Free(s) {
		return false
	}
	full := map[string]bool{"year": m.Year != 0, "make": m.Make != "", "model": m.Model != "", "trim": !m.TrimAt.Empty()}
	if full[c.field] {
		flush(r.garage, form)
	}
	if m.Empty() {
		m.Span = text.Between(c.label.I, c.label.I+1)
	}
	switch c.field {
	case "year":
		m.Year, m.YearAt = v.(int), s
	case "make":
		m.Make, m.MakeAt = v.(string), s
		if model, j, ok := find.ModelAt(r.Text, s.J, m.Make); ok && j <= c.value.J {
			m.Model, m.ModelAt, s.J = model.Name, text.Between(s.J, j), j // "HYUNDAI TUCSON" in one column
		}
	case "model":
		m.Model, m.ModelAt = v.(string), s
		if t := find.TrimAt(r.Text, s.J); t > s.J && t <= c.value.J {
			m.TrimAt = text.Between(s.J, t)
			s.J = t
		}
	case "trim":
		m.TrimAt = s
	}
	r.Take(s)
	return true
}

// flush ends the vehicle whose cells were collected.
func flush(r *garage, form *formState) {
	m := form.vehicle
	form.vehicle = find.Mention{}
	if m.Empty() {
		return
	}
	if m.Make == "" && m.Model != "" {
		if found, ok := soleModel(m.Model); ok {
			m.Make, m.MakeAt = found.Make, m.ModelAt
		}
	}
	r.formCars = append(r.formCars, m)
}

func soleModel(name string) (find.CarModel, bool) {
	found := find.Cars().Models[find.Squash(name)]
	if len(found) != 1 {
		return find.CarModel{}, false
	}
	return found[0], true
}
