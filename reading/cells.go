package reading

import "cmp"

// readCells finds what stands behind labels, in tables, and in answers by
// number, and takes what it understands. Whose a value is shows later, by its
// place, as for any other.
func (r *reader) readCells() {
	r.seats = make(map[int]int)
	form := formState{person: -1}
	for k := 0; k < len(r.lines); k++ {
		l := r.lines[k]
		if r.quiet[l.i] {
			r.readAnswerBelow(k, &form)
			continue
		}
		if n := r.readTable(k, &form); n > 0 {
			k += n - 1
			continue
		}
		if c, ok := r.answer(k); ok && r.put(c, &form) {
			continue
		}
		s := r.body(l)
		if r.readHeading(s, &form) {
			continue
		}
		for _, c := range r.lineCells(s) {
			r.put(c, &form)
		}
		r.readAnswerBelow(k, &form)
	}
	r.flush(&form)
}

// readAnswerBelow reads the line below line k as the answer, if line k asks.
func (r *reader) readAnswerBelow(k int, form *formState) {
	field := r.question(r.lines[k])
	if r.goesOn(k) {
		field = "" // the question asks more than its last line
	}
	if c, ok := r.answerBelowNumber(k); ok && r.put(c, form) {
		return
	}
	if q, ok := r.questionAbove(k + 1); ok {
		c := cell{label: q.span, field: cmp.Or(field, r.fieldAsked(q)), value: r.below(k)}
		if c.field != "" && !r.needsProse(c) {
			r.put(c, form)
		}
		return
	}
	if field != "" && k+1 < len(r.lines) && !r.isItem(r.lines[k+1]) {
		r.put(cell{label: r.lines[k].span, field: field, value: r.lines[k+1].span}, form)
	}
}

// goesOn reports whether line k, quoted, goes on with what the quoted line above it
// began to ask.
func (r *reader) goesOn(k int) bool {
	if k == 0 || !r.is(r.lines[k].i, ">") || !r.is(r.lines[k-1].i, ">") || r.itemNumber(r.unquoted(r.lines[k])) > 0 {
		return false
	}
	above := r.unquoted(r.lines[k-1])
	return !above.empty() && !r.is(above.j-1, ".", "?", ":", "!")
}

// unquoted returns a line without its quotation marks.
func (d *document) unquoted(l line) line {
	for l.i < l.j && d.is(l.i, ">") {
		l.i++
	}
	return l
}

// formState is where in a form we are.
type formState struct {
	person  int     // whom "name" was last given of, or -1
	named   bool    // that person's name has been read
	vehicle mention // from the cells for year, make and model so far
}

// lineCells cuts a line into cells, at "|" too: "City: Salem | State: OR".
func (r *reader) lineCells(s span) []cell {
	if c, ok := r.rowCell(s); ok {
		return []cell{c}
	}
	var cells []cell
	start := s.i
	for i := s.i; i <= s.j; i++ {
		if i < s.j && !r.isTableMark(i) && !r.startsLabel(i, s) {
			continue
		}
		if c, ok := r.cellOf(span{start, i}); ok {
			if n := len(cells); n > 0 && cells[n-1].field == "license_number" && c.field == "state" {
				c.field = "license_state"
			}
			cells = append(cells, c)
		}
		start = i
		if i < s.j && r.is(i, "|") {
			start = i + 1
		}
	}
	if len(cells) == 0 {
		if c, ok := r.bareCell(s); ok {
			cells = append(cells, c)
		}
	}
	return cells
}

// startsLabel reports whether a new "label:" starts at token i, within a line,
// behind a comma, a semicolon or a wide gap.
func (r *reader) startsLabel(i int, s span) bool {
	if !r.is(i-1, ",", ";") && !r.isWide(i) || i <= s.i+1 {
		return false
	}
	for j := i + 1; j < min(s.j, i+5); j++ {
		if r.is(j, ":", "=") {
			field, _ := r.labelOf(span{i, j})
			return field != ""
		}
	}
	return false
}

// bareCell reads a label without a mark behind it, for names only: "name tyler
// brooks".
func (r *reader) bareCell(s span) (cell, bool) {
	field, j := labels().longest(r.toks[:s.j], s.i)
	fits := field == "name" && r.is(j-1, "name", "nombre") && j-s.i <= 2
	return cell{label: span{s.i, j}, field: field, value: span{j, s.j}}, fits && 0 < s.j-j && s.j-j <= 4 && r.kind(j) != mark
}

// readHeading reads "Driver 2" and "Vehicle 1", which say whose the next lines
// are. It is false where something stands behind them.
func (r *reader) readHeading(s span, form *formState) bool {
	if n, j := r.numberedEntry("driver heading", s.i); j > s.i {
		k := r.driver(n, s)
		if k >= 0 {
			r.seats[s.i] = k
			form.person, form.named = k, false
		}
		return j >= s.j-1
	}
	if _, j := r.numberedEntry("vehicle heading", s.i); j > s.i {
		r.flush(form)
		return j >= s.j-1
	}
	return false
}

// driver returns the n-th driver of a form, made up as far as needed.
func (r *reader) driver(n int, at span) int {
	for len(r.people) <= n && len(r.people) < mostEntries {
		r.people = append(r.people, &person{known: -1, drives: true, at: at})
	}
	if n >= len(r.people) {
		return -1
	}
	r.people[n].drives = true
	return n
}

// put understands one cell.
func (r *reader) put(c cell, form *formState) bool {
	c.value = r.marked(c.value)
	if k, ok := r.kinOfLabel(c.label); ok {
		r.seats[c.label.i] = k
		form.person, form.named = k, true
	}
	switch c.field {
	case "name", "given_name", "surname":
		return r.putName(c, form)
	case "year", "make", "model", "trim":
		if c.of == nil {
			return r.putVehicle(c, form)
		}
	case "city":
		if r.putTown(c, form) {
			return true
		}
	case "accidents+violations":
		return r.putRecord(c, form)
	case "address":
		if _, ok := r.street(c.value.i); ok || !r.isStreetLike(c.value) {
			return false // read as prose
		}
		c.field = "street"
	case "vehicle", "town", "discounts":
		return false // read as prose
	}
	v, s, ok := r.parse(c.field, c.value)
	if own, said := r.hasLoan(c); said {
		v, s, ok = own, span{c.value.i, c.value.i + 1}, true
	}
	if !ok || r.ownerOf(filled{cell: c}) == 'd' && (r.is(s.j, "for") || r.quoted[c.label.i] && r.isOfSeveral(c.value)) {
		return false // "18 years for me, 20 for him", "me since 1971, her since 1975"
	}
	r.take(s)
	if c.label.j <= c.value.i && !r.quoted[c.label.i] {
		r.take(c.label)
	}
	r.cells = append(r.cells, filled{cell: c, v: v, at: s})
	return true
}

// isOfSeveral reports whether an answer names more than one person.
func (r *reader) isOfSeveral(s span) bool {
	n := 0
	for i := s.i; i < s.j; i++ {
		if r.isKin(i) || r.is(i, "me", "mine", "i", "i've", "her", "hers", "she", "his", "him", "he", "yo", "ella") || i > s.i && r.capital(i) && r.kind(i) == word && r.kind(i+1) == digits && months[r.at(i)] == 0 {
			n++
		}
	}
	return n > 1
}

// putTown reads "City: Salem OR 97301".
func (r *reader) putTown(c cell, form *formState) bool {
	a := r.townAfter(address{span: span{c.value.i, c.value.i}})
	if a.city.empty() || a.state.empty() && a.zip.empty() || a.j > c.value.j {
		return false
	}
	for _, part := range []cell{{field: "city", value: a.city}, {field: "state", value: a.state}, {field: "zip", value: a.zip}} {
		if part.label = c.label; !part.value.empty() {
			r.put(part, form)
		}
	}
	return true
}

// isStreetLike reports whether a value is a number and a few words: "88 Juniper".
func (r *reader) isStreetLike(s span) bool {
	if s.j-s.i < 2 || s.j-s.i > 5 || r.kind(s.i) != digits {
		return false
	}
	for i := s.i + 1; i < s.j; i++ {
		if r.kind(i) != word || stopWord(r.at(i)) {
			return false
		}
	}
	return true
}

// putRecord reads "Accidents/violations: none"; any other number of both says
// nothing of each.
func (r *reader) putRecord(c cell, form *formState) bool {
	n, _, ok := r.countIn(c.value)
	if !ok || n != 0 || c.value.j-c.value.i > 8 {
		return false
	}
	for _, field := range []string{"accidents", "violations"} {
		r.put(cell{label: c.label, field: field, value: c.value, of: c.of}, form)
	}
	return true
}

// filled is a cell that was understood.
type filled struct {
	cell
	v  any
	at span
}
