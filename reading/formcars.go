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

func soleModel(name string) (carModel, bool) {
	found := cars().models[squash(name)]
	if len(found) != 1 {
		return carModel{}, false
	}
	return found[0], true
}
