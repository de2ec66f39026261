package reading

import "slices"

// A form numbers its drivers, and need not number the writer first.

// seating maps the numbers of a form's drivers, from 0, to people.
type seating []int

// of returns the person whom a form calls driver n.
func (s seating) of(n int) int {
	if n < len(s) {
		return s[n]
	}
	return n
}

// seatDrivers looks through the blocks of drivers from token i on, and seats as the writer
// who is said to be: by "(me)", or by the name in the header.
func (r *reader) seatDrivers(i int) seating {
	seats, writer, relative := make(seating, 0, 4), -1, false
	for k := r.lineOf(i); k < len(r.lines) && len(seats) < mostEntries; k++ {
		s := r.body(r.lines[k])
		if n, j := r.numberedEntry("driver heading", s.i); j > s.i {
			if n != len(seats) {
				break // and none is numbered twice
			}
			seats = append(seats, n)
			s.i = r.skip(j, ":", "-", "(")
		}
		n, ok := r.formName(s)
		if !ok || len(seats) == 0 {
			continue
		}
		kin, _ := r.kinBehind(n.j)
		switch last := len(seats) - 1; {
		case kin.relation != "" && !kin.outsider:
			relative = relative || last == 0
		case writer < 0 && r.isWriters(n):
			writer = last
		}
	}
	if writer > 0 {
		copy(seats[1:], seats[:writer])
		for n := range seats[:writer] {
			seats[n] = n + 1
		}
		seats[writer] = 0
	} else if relative && writer < 0 {
		for n := range seats {
			seats[n] = n + 1 // as the writer is none of them
		}
	}
	return seats
}

// formName reads the name in a line of a form: behind its label, or by itself.
func (r *reader) formName(s span) (fullName, bool) {
	if c, ok := r.cellOf(s); ok {
		if c.field != "name" && c.field != "given_name" {
			return fullName{}, false
		}
		s = c.value
	}
	if s.empty() {
		return fullName{}, false
	}
	cased := r.cased
	r.cased, r.nameOnly = cased && r.capital(s.i), true
	n, ok := r.name(s.i, min(4, s.j-s.i))
	r.cased, r.nameOnly = cased, false
	return n, ok && (n.j >= s.j || r.is(n.j, "(", ",", "-", "|", ";"))
}

// isWriters reports whether the name n in a form is the writer's: "Ann Doe (me)", or the
// name of the header.
func (r *reader) isWriters(n fullName) bool { return r.isSelfBehind(n.j) || r.isFrom(n) }

// isAnothers reports whether the first name in a form is that of a relative, or the writer's
// own stands in a later cell.
func (r *reader) isAnothers(n fullName, c cell) bool {
	kin, _ := r.kinBehind(n.j)
	if kin.relation != "" && !kin.outsider {
		return true
	}
	if r.isWriters(n) || r.from.given == "" {
		return false
	}
	for k := r.lineOf(c.value.i) + 1; k < len(r.lines); k++ {
		of, ok := r.cellOf(r.body(r.lines[k]))
		if !ok || of.field != "name" {
			continue
		}
		if n, ok := r.formName(r.body(r.lines[k])); ok && r.isWriters(n) {
			return true
		}
	}
	return false
}

// seatLabel brings the driver into focus whom a label numbers, "Second driver DOB", or tells
// from the first, "Other driver's license".
func (r *reader) seatLabel(c cell, form *formState) {
	if c.field == "name" || r.ownerOf(filled{cell: c}) != 'd' {
		return
	}
	if r.is(c.label.i, "his", "her", "their", "su") && form.named {
		r.seats[c.label.i] = form.person // whose form this is
		return
	}
	for i := c.label.i; i < c.label.j; i++ {
		if n, j := r.numberedEntry("driver heading", i); j > i {
			if k := r.driver(form.seats.of(n), c.value); k >= 0 {
				r.seats[c.label.i] = k
			}
			return
		}
	}
	switch of := r.isOfAnother(c.label); {
	case of && form.person > 0:
		r.seats[c.label.i] = form.person
	case !of && form.beside && !slices.ContainsFunc(r.cells, func(f filled) bool { return f.field == c.field && r.seats[f.label.i] == 0 }):
		r.seats[c.label.i] = 0 // "Years licensed" below "Spouse years licensed"
	}
}

// nameInHeading reads "driver 2 ann lee": the name behind a heading, where that is all.
func (r *reader) nameInHeading(s span, j int, form *formState) bool {
	value := span{j, s.j}
	field, _ := r.labelOf(value)
	if n, ok := r.formName(value); !ok || field != "" || n.surname == "" || n.j < s.j && !r.is(n.j, "(", ",") {
		return false
	}
	return r.put(cell{label: span{s.i, j}, field: "name", value: value}, form) && value.j-value.i < 3
}
