package reading

// putVehicle collects year, make and model of one vehicle from their cells.
func (r *reader) putVehicle(c cell, form *formState) bool {
	m := &form.vehicle
	v, s, ok := r.parse(c.field, c.value)
	if !ok || !r.free(s) {
		return false
	}
	full := map[string]bool{"year": m.year != 0, "make": m.make != "", "model": m.model != "", "trim": !m.trimAt.empty()}
	if full[c.field] {
		r.flush(form)
	}
	if m.empty() {
		m.span = span{c.label.i, c.label.i + 1}
	}
	switch c.field {
	case "year":
		m.year, m.yearAt = v.(int), s
	case "make":
		m.make, m.makeAt = v.(string), s
		if model, j, ok := r.modelAt(s.j, m.make); ok && j <= c.value.j {
			m.model, m.modelAt, s.j = model.name, span{s.j, j}, j // "HYUNDAI TUCSON" in one column
		}
	case "model":
		m.model, m.modelAt = v.(string), s
		if t := r.trimAt(s.j); t > s.j && t <= c.value.j {
			m.trimAt = span{s.j, t}
			s.j = t
		}
	case "trim":
		m.trimAt = s
	}
	r.take(s)
	return true
}

// flush ends the vehicle whose cells were collected.
func (r *reader) flush(form *formState) {
	m := form.vehicle
	form.vehicle = mention{}
	if m.empty() {
		return
	}
	if m.make == "" && m.model != "" {
		if found, ok := soleModel(m.model); ok {
			m.make, m.makeAt = found.make, m.modelAt
		}
	}
	r.formCars = append(r.formCars, m)
}

// withYearsAbove gives each car the year that a form has above it: "Year: 2016" above "Vehicle: Honda Civic". A
// car that has another year has none then.
func (r *reader) withYearsAbove(mentions []mention) []mention {
	var found []mention
	for _, m := range mentions {
		if n := len(found); n > 0 && r.isYearOfNext(found, m) {
			year := found[n-1]
			if found = found[:n-1]; m.year != 0 && m.year != year.year {
				m.year, m.yearAt = 0, span{}
			} else {
				m.year, m.yearAt = year.year, year.yearAt
			}
			if m.trimAt.empty() {
				m.trimAt = year.trimAt
			}
		}
		found = append(found, m)
	}
	return found
}

// isYearOfNext reports whether the last of found is a year of a form that is not that of a car above it, but of m.
func (r *reader) isYearOfNext(found []mention, m mention) bool {
	year := found[len(found)-1]
	alone := year.year != 0 && year.make == "" && year.model == "" && r.parked[year.i].home.empty()
	if !alone || m.make == "" && m.model == "" || r.paragraph(year.i) != r.paragraph(m.i) || r.quiet[year.i] != r.quiet[m.i] {
		return false
	}
	if len(found) == 1 {
		return true
	}
	above := found[len(found)-2]
	ownYear := above.year == year.year && above.yearAt.i >= above.i
	return r.paragraph(above.i) != r.paragraph(m.i) || above.year != 0 && !ownYear
}

func soleModel(name string) (carModel, bool) {
	found := cars().models[squash(name)]
	if len(found) != 1 {
		return carModel{}, false
	}
	return found[0], true
}

// isCarLine reports whether s is "Year 2012" or "Model TL", a label of a vehicle and its value with
// nothing between, above or below another such line.
func (r *reader) isCarLine(s span, field string, j int) bool {
	if !isOfCar(field) || !r.startsLine(s.i) {
		return false
	}
	if !r.fills(field, span{j, s.j}) {
		return false
	}
	k := r.lineOf(s.i)
	for _, n := range []int{k - 1, k + 1} {
		if n < 0 || n >= len(r.lines) {
			continue
		}
		at := r.body(r.lines[n])
		if other, end := labels().longest(r.toks[:at.j], at.i); other != field && isOfCar(other) && r.fills(other, span{end, at.j}) {
			return true
		}
	}
	return false
}

// fills reports whether s is a value of a field, from its first token on.
func (r *reader) fills(field string, s span) bool {
	if s.empty() || s.j-s.i > 3 {
		return false
	}
	if _, _, known := r.makeAt(s.i); field == "make" && !known {
		return false
	}
	_, at, ok := r.parse(field, s)
	return ok && at.i == s.i
}

// startsLine reports whether token i is the first of its line.
func (r *reader) startsLine(i int) bool { return r.body(r.lines[r.lineOf(i)]).i == i }

// isOfCar reports whether a field is one of those that name a vehicle.
func isOfCar(field string) bool {
	return field == "year" || field == "make" || field == "model" || field == "trim"
}
