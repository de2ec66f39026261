package reading

import "slices"

// Who answers our questions one by one gives of several people what each question asks:
// "Names: Pat and Ann Doe", "Dates of birth: 1/2/1980 and 3/4/1982".

// listedValues understands a cell that lists people, or a value for each of those that a
// cell before it listed.
func (r *reader) listedValues(c cell, form *formState) bool {
	if c.of != nil || c.value.j-c.value.i > 40 {
		return false
	}
	if c.field == "name" {
		_, one := r.surnameFirst(c)
		return form.person < 0 && !one && r.putNames(c, form)
	}
	if c.field == "annual_miles" && form.entry == 0 {
		return r.listMiles(c)
	}
	if r.listKnown(c, form) {
		return true
	}
	if len(form.listed) == 0 || r.ownerOf(filled{cell: c}) != 'd' {
		return false
	}
	parts := r.listParts(c.value, len(form.listed))
	unread := func(s span) bool { _, _, ok := r.parse(c.field, s); return !ok }
	if parts == nil || slices.ContainsFunc(parts, unread) {
		return false
	}
	for n, part := range parts {
		r.put(cell{label: c.label, field: c.field, value: part, of: &entity{'d', form.listed[n]}}, form)
	}
	return true
}

// listMiles reads "Annual miles: 9,000 and 4,000", of as many vehicles.
func (r *reader) listMiles(c cell) bool {
	parts := r.listParts(c.value, 0)
	if len(parts) < 2 || len(parts) > mostGridColumns {
		return false
	}
	miles := make([]int, len(parts))
	for n, part := range parts {
		v, at, ok := r.parse(c.field, part)
		if !ok || at.i != part.i || r.kind(part.j-1) == word && !r.isMiles(part.j-1) {
			return false
		}
		miles[n] = v.(int)
	}
	r.take(c.value)
	r.take(c.label)
	r.cells = append(r.cells, filled{cell: c, v: miles, at: c.value})
	return true
}

// sayMiles claims the miles of each vehicle, where there are as many.
func (r *reader) sayMiles(miles []int, at span) {
	live := r.liveVehicles()
	for n, k := range live {
		if len(live) == len(miles) {
			r.say(entity{'v', k}, "annual_miles", miles[n], at)
		}
	}
}

// listParts cuts a value into as many parts: at "and" and the like, else at commas too; nil
// where it does not have them.
func (r *reader) listParts(s span, size int) []span {
	for _, marks := range [][]string{{"and", "&", ";", "y", "+"}, {"and", "&", ";", "y", "+", ",", "/"}} {
		parts, from, deep := []span{}, s.i, 0
		for i := s.i; i <= s.j; i++ {
			if i < s.j && r.is(i, "(", ")") {
				deep += map[string]int{"(": 1, ")": -1}[r.at(i)]
			}
			if i < s.j && (deep > 0 || !r.is(i, marks...) || r.is(i, ",", "/") && !r.gap(i+1)) {
				continue
			}
			if i > from {
				parts = append(parts, span{from, i})
			}
			from = i + 1
		}
		if len(parts) == size || size == 0 && len(parts) > 1 {
			return parts
		}
	}
	return nil
}

// putNames reads a cell that names everybody.
func (r *reader) putNames(c cell, form *formState) bool {
	parts := r.listParts(c.value, 0)
	if len(parts) < 2 || len(parts) > mostGridColumns {
		return false
	}
	columns := make([]column, len(parts))
	for n, part := range parts {
		of := r.columnOf(part)
		_, end := r.kinBehind(of.name.j)
		if of.name.given == "" || of.name.j < part.j && end < part.j {
			return false
		}
		columns[n] = of
	}
	people, ok := r.seatColumns(columns)
	if !ok {
		return false
	}
	for n, k := range people {
		if k == 0 {
			r.addName(0, columns[n].name)
		}
		r.sayKinBehind(k, span{columns[n].name.j, parts[n].j})
		r.seats[columns[n].name.i] = k
		r.take(columns[n].name.span)
	}
	form.person, form.named, form.listed = people[0], true, people
	return true
}
