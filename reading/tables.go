package reading

import "slices"

// readTable reads a table that starts at line k: a row of at least three
// labels, then rows of as many cells. It returns how many lines it took.
func (r *reader) readTable(k int, form *formState) int {
	header, by := r.rowCells(r.lines[k])
	fields := r.headerFields(header)
	if fields == nil {
		return 0
	}
	n := k + 1
	for ; n < len(r.lines) && !r.lines[n].first; n++ {
		if r.isRule(r.lines[n]) {
			continue
		}
		cells, cut := r.rowCells(r.lines[n])
		if cut != by || len(cells) < 2 || len(cells) > len(fields) {
			break
		}
		r.readRow(header, fields, cells, r.lines[n], form)
	}
	if n > k+1 {
		r.take(r.lines[k].span)
	}
	return n - k
}

// Cells are parted by a bar or tab, else by two blanks or more, else by a slash between
// blanks, else by a comma.
const (
	byComma = iota
	bySlash
	byBlanks
	byBar
)

// rowCells cuts a line into cells, which may be empty, and tells by what.
func (r *reader) rowCells(l line) (cells []span, by int) {
	cuts := [4][]span{}
	from := [4]int{l.i, l.i, l.i, l.i}
	if r.is(l.i, "|") {
		from[byBar]++
	}
	cut := func(by, at, next int) {
		cuts[by] = append(cuts[by], span{from[by], at})
		from[by] = next
	}
	for i := l.i + 1; i < l.j; i++ {
		switch {
		case r.is(i, "|"):
			cut(byBar, i, i+1)
		case r.isTableMark(i):
			cut(byBar, i, i)
		case r.gap(i) && r.gap(i+1) && r.raw(span{i, i + 1}) == "/":
			cut(byComma, i, i+1)
			cut(bySlash, i, i+1)
		case r.is(i, ",") && !(r.glued(i) && r.glued(i+1)):
			cut(byComma, i, i+1)
		case r.toks[i].start-r.toks[i-1].end > 1:
			cut(byBlanks, i, i)
		}
	}
	for by := byBar; by >= bySlash; by-- {
		if len(cuts[by]) > 0 {
			if by != byBar || !r.is(l.j-1, "|") {
				cut(by, l.j, l.j)
			}
			return cuts[by], by
		}
	}
	if len(cuts[byComma]) == 0 {
		return r.tightCells(l), byComma
	}
	return append(cuts[byComma], span{from[byComma], l.j}), byComma
}

// tightCells cuts a line at its commas, behind which no blank stands: as programs
// write tables (RFC 4180).
func (r *reader) tightCells(l line) []span {
	var cells []span
	from := l.i
	for i := l.i; i < l.j; i++ {
		if r.is(i, ",") {
			cells = append(cells, span{from, i})
			from = i + 1
		}
	}
	return append(cells, span{from, l.j})
}

// headerFields returns the field of each column, nil where the row is no header.
func (r *reader) headerFields(cells []span) []string {
	if len(cells) < 3 {
		return nil
	}
	fields, known := make([]string, len(cells)), 0
	for k, c := range cells {
		if fields[k], _ = r.labelOf(c); fields[k] != "" {
			known++
		}
	}
	if known < 3 || known*2 < len(cells) {
		return nil
	}
	return fields
}

// isRule reports whether a line only draws one.
func (r *reader) isRule(l line) bool {
	for i := l.i; i < l.j; i++ {
		if !r.is(i, "-", "|", "=", "+", "_", ":") {
			return false
		}
	}
	return true
}

// readRow reads a vehicle or a driver.
func (r *reader) readRow(header []span, fields []string, cells []span, l line, form *formState) {
	r.flush(form)
	car := slices.ContainsFunc(fields, func(f string) bool { return f == "vehicle" || f == "make" || f == "model" })
	for k, c := range cells {
		if car && fields[k] == "name" {
			continue // who drives it, and nobody new
		}
		if !c.empty() && fields[k] != "" {
			r.put(cell{label: span{l.i, l.i}, head: header[k], field: fields[k], value: c}, form)
		}
	}
	r.flush(form)
}

// rowCell reads a row of a form in two columns, as web forms and programs send it: a
// label, a bar, tab or wide gap, and the value. Only a comma with no blank behind it parts
// them too: "pd,50".
func (r *reader) rowCell(s span) (cell, bool) {
	row, by := r.rowCells(line{span: s})
	if len(row) != 2 || by == bySlash || row[0].empty() || row[1].empty() || by == byComma && (!r.glued(row[1].i) || row[0].j-row[0].i > 3) {
		return cell{}, false
	}
	label := row[0]
	if r.is(label.j-1, ":", "?") {
		label.j--
	}
	field, _ := r.labelOf(label)
	if header, _ := r.labelOf(row[1]); header != "" && header != field {
		return cell{}, false // but "Owned or leased | owned"
	}
	return cell{label: label, field: field, value: row[1]}, field != ""
}
