package reading

import (
	"cmp"
	"slices"
)

// readCells finds what stands behind labels, in tables, and in answers by
// number, and takes what it understands. Whose a value is shows later, by its
// place, as for any other.
func (r *reader) readCells() {
	r.seats, r.parked = make(map[int]int), make(map[int]stall)
	form := formState{person: -1, stacked: r.isStacked()}
	r.inPlace = r.answersByLine()
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
		if n := r.readGrid(k, &form); n > 0 {
			k += n - 1
			continue
		}
		if r.readJoined(k, &form) || r.putAnswers(r.answersOnLine(l), &form) || r.readRun(k, &form) {
			continue
		}
		if c, ok := r.answer(k); ok {
			r.turn(l, c)
			if r.put(r.parkAnswer(k, c), &form) {
				continue
			}
		} else {
			r.turnBare(l)
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
	r.cutSentences()
}

// readAnswerBelow reads the line below line k as the answer, if line k asks.
func (r *reader) readAnswerBelow(k int, form *formState) {
	field := r.question(r.lines[k])
	if field == "" && form.stacked {
		field = r.labelAbove(k)
	}
	if r.goesOn(k) {
		field = "" // the question asks more than its last line
	}
	if c, ok := r.answerBelowNumber(k); ok {
		r.turn(r.lines[k+1], c)
		if r.put(c, form) {
			return
		}
	}
	if q, ok := r.questionAbove(k + 1); ok {
		c := cell{label: q.span, field: cmp.Or(field, r.fieldAsked(q)), value: r.below(k)}
		if c.field != "" && !r.needsProse(c) {
			r.put(c, form)
		}
		return
	}
	if field != "" && k+1 < len(r.lines) && (!r.isItem(r.lines[k+1]) || r.is(r.lines[k+1].i, "a")) {
		r.put(cell{label: r.lines[k].span, field: field, value: r.body(r.lines[k+1])}, form)
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
	entry   int     // number of the vehicle whose lines these are, from 1; 0: none
	seats   seating // of its numbered drivers; nil before the first
	stacked bool    // its values stand below their labels
	listed  []int   // people whose names one cell gave, in its order
	beside  bool    // labels say each time whose the values of others are
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
	if !r.is(i-1, ",", ";") && !r.isWide(i) || i <= s.i+1 || r.raw(span{i - 1, i}) == "/" {
		return false // "Accidents / violations: none"
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
	fits := field == "name" && r.is(j-1, "name", "nombre") && j-s.i <= 2 || r.isCarLine(s, field, j)
	return cell{label: span{s.i, j}, field: field, value: span{j, s.j}}, fits && 0 < s.j-j && s.j-j <= 4 && r.kind(j) != mark
}

// readHeading reads "Driver 2" and "Vehicle 1", which say whose the next lines
// are. It is false where something stands behind them.
func (r *reader) readHeading(s span, form *formState) bool {
	if n, j := r.numberedEntry("driver heading", s.i); j > s.i {
		if form.seats == nil {
			form.seats = r.seatDrivers(s.i)
		}
		k := r.driver(form.seats.of(n), s)
		if k >= 0 {
			r.seats[s.i] = k
			form.person, form.named = k, false
		}
		return j >= s.j-1 || r.nameInHeading(s, j, form)
	}
	i := s.i
	if ordinals[r.at(i)] > 0 && s.j-i == 2 {
		i++ // "Second vehicle"
	}
	if n, j := r.numberedEntry("vehicle heading", i); j > i {
		if form.entry != n+1 || j >= s.j-1 {
			r.flush(form) // "Vehicle 1 Make: …" goes on with "Vehicle 1 Year: …"
		}
		form.entry = n + 1
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
	if r.putDerived(c) {
		return true
	}
	label := c.label
	if c.of != nil && label == c.value {
		label = span{} // "3. pleasure, to see my sister" is an answer, and labels nothing
	}
	if k, ok := r.kinOfLabel(label); ok && !r.isBlank(c.value) {
		r.seats[c.label.i] = k
		if r.row(c.value.i) != r.row(c.label.i) && r.kind(c.value.i) != word {
			r.seats[c.value.i] = k // "Husband DOB:" above it
		}
		form.person, form.named = k, true
		form.beside = form.beside || c.field != "name" && r.ownerOf(filled{cell: c}) == 'd'
	} else if c.of == nil && c.label.j <= c.value.i {
		r.seatLabel(c, form)
	}
	if r.listedValues(c, form) {
		return true
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
	case "address", "vehicle", "town", "discounts":
		return false // read as prose
	}
	v, s, ok := r.parseCorrected(c)
	if own, said := r.hasLoan(c); said {
		v, s, ok = own, span{c.value.i, c.value.i + 1}, true
	}
	if !ok || r.ownerOf(filled{cell: c}) == 'd' && (s.j < c.value.j && r.is(s.j, "for") && !r.noneOfAll(c, s.j) || (r.quoted[c.label.i] || c.field == "years_licensed") && r.isOfSeveral(c.value)) {
		return false // "18 years for me, 20 for him", "me since 1971, her since 1975"
	}
	r.take(s)
	if c.label.j <= c.value.i && !r.quoted[c.label.i] {
		r.take(c.label)
	}
	r.cells = append(r.cells, filled{cell: c, v: v, at: s})
	return true
}

// parseCorrected reads the value of a cell: what its author corrected it to, where they did,
// as in "30 years, sorry, make that 29".
func (r *reader) parseCorrected(c cell) (any, span, bool) {
	for i := c.value.j - 1; i > c.value.i; i-- {
		if j := r.startsAt("correction", i); j > i && j < c.value.j {
			if v, s, ok := r.parse(c.field, span{j, c.value.j}); ok {
				r.take(span{c.value.i, j})
				return v, s, ok
			}
		}
	}
	return r.parse(c.field, c.value)
}

// noneOfAll reports whether a cell tells of a record and goes on at token i with everybody: "none for
// either of us".
func (r *reader) noneOfAll(c cell, i int) bool {
	return (c.field == "accidents" || c.field == "violations") && r.has(span{i, c.value.j}, "everyone")
}

// isOfSeveral reports whether an answer names more than one person.
func (r *reader) isOfSeveral(s span) bool {
	n := 0
	for i := s.i; i < s.j; i++ {
		if r.isKin(i) || r.is(i, "me", "mine", "i", "i've", "her", "hers", "she", "his", "him", "he", "yo", "ella") || r.capital(i) && r.kind(i) == word && r.kind(i+1) == digits && months[r.at(i)] == 0 {
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

// putRecord reads "Accidents/violations: none"; any other number of both says
// nothing of each.
func (r *reader) putRecord(c cell, form *formState) bool {
	if r.putPair(c, form) {
		return true
	}
	n, _, ok := r.countIn(c.value)
	if !ok || n != 0 || c.value.j-c.value.i > 8 {
		if c.label.j <= c.value.i && (r.has(c.value, "ticket", "accident") || r.kind(c.value.i) == digits) {
			r.take(c.label) // "Tickets/accidents: 1 ticket" tells of no accident
		}
		return false
	}
	for _, field := range []string{"accidents", "violations"} {
		r.put(cell{label: c.label, field: field, value: c.value, of: c.of}, form)
	}
	return true
}

// putPair reads "1/0", and "1 / 0", as the accidents and the violations that a label names in
// that order, "Acc/viol", or in the other.
func (r *reader) putPair(c cell, form *formState) bool {
	i := c.value.i
	if c.value.j-i != 3 || r.kind(i) != digits || r.raw(span{i + 1, i + 2}) != "/" || r.kind(i+2) != digits || len(r.at(i))+len(r.at(i+2)) > 2 {
		return false
	}
	fields := []string{"accidents", "violations"}
	label := c.label
	if !c.head.empty() {
		label = c.head
	}
	if first := label.i; r.among(first, "of a ticket") || r.kind(first) == mark && r.among(first+1, "of a ticket") {
		slices.Reverse(fields)
	}
	for k, field := range fields {
		at := i + 2*k
		r.put(cell{label: c.label, head: c.head, field: field, value: span{at, at + 1}, of: c.of}, form)
	}
	return true
}

// filled is a cell that was understood.
type filled struct {
	cell
	v  any
	at span
}
