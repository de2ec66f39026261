package extract

// readTable reads a table that starts at line k: a row of at least three
// labels, then rows of as many cells. It returns how many lines it took.
func (r *reader) readTable(k int, form *formState) int {
	fields := r.headerFields(r.rowCells(r.lines[k]))
	bars := r.hasBars(r.lines[k])
	if fields == nil {
		return 0
	}
	n := k + 1
	for ; n < len(r.lines); n++ {
		if r.lines[n].first || r.hasBars(r.lines[n]) != bars && !r.isRule(r.lines[n]) {
			break
		}
		cells := r.rowCells(r.lines[n])
		if r.isRule(r.lines[n]) {
			continue
		}
		if len(cells) < 2 || len(cells) > len(fields) {
			break
		}
		r.readRow(fields, cells, r.lines[n], form)
	}
	if n > k+1 {
		r.take(r.lines[k].span)
	}
	return n - k
}

// rowCells cuts a line at bars, tabs or, failing these, commas; cells may be empty.
func (r *reader) rowCells(l line) []span {
	var bars, commas []span
	start, from := l.i, l.i
	if r.is(l.i, "|") {
		start++
	}
	for i := start; i < l.j; i++ {
		if r.isTableMark(i) && i > l.i {
			bars = append(bars, span{start, i})
			start = i
			if r.is(i, "|") {
				start++
			}
		}
		if r.is(i, ",") && !(r.glued(i) && r.glued(i+1)) {
			commas = append(commas, span{from, i})
			from = i + 1
		}
	}
	if len(bars) == 0 {
		return append(commas, span{from, l.j})
	}
	if !r.is(l.j-1, "|") {
		bars = append(bars, span{start, l.j})
	}
	return bars
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
func (r *reader) readRow(fields []string, cells []span, l line, form *formState) {
	r.flush(form)
	for k, c := range cells {
		if !c.empty() && fields[k] != "" {
			r.put(cell{label: span{l.i, l.i + 1}, field: fields[k], value: c}, form)
		}
	}
	r.flush(form)
}

func (r *reader) hasBars(l line) bool {
	for i := l.i + 1; i < l.j; i++ {
		if r.isTableMark(i) {
			return true
		}
	}
	return false
}
