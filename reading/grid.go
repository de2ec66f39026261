package reading

import (
	"slices"
	"strings"
)

// A grid has a row for each field and a column for each driver or vehicle, or for both where
// each driver has one: "MINE" and "HERS". Its cells are parted as those of a table are, or
// stand one below the other, each row of them as a paragraph.

type grid struct {
	by    int
	heads []span // one a column; nil where it has no head
	rows  []gridRow
	end   int // of the reader's lines, the one behind its last
}

type gridRow struct {
	label  span
	field  string // "" where the label says none
	values []span // one a column; empty where nothing is filled in
}

const (
	leastGridRows   = 2
	mostGridColumns = 6
	byLine          = byBar + 1 // each cell a line of its own
)

// readGrid reads a grid that starts at line k, and returns how many lines it took.
func (r *reader) readGrid(k int, form *formState) int {
	g, ok := r.gridAt(k)
	if !ok {
		return 0
	}
	r.flush(form)
	people, cars := r.peopleOfGrid(g), r.carsOfGrid(g)
	for col := range g.rows[0].values {
		for _, row := range g.rows {
			if row.values[col].empty() {
				continue
			}
			if people != nil {
				r.seats[row.values[col].i] = people[col]
			}
			if cars != nil {
				r.parked[row.values[col].i] = cars[col]
			}
			r.putInGrid(row, col, people, cars, form)
		}
		r.flush(form)
	}
	r.endGrid(g)
	return g.end - k
}

// putInGrid understands one cell of a grid.
func (r *reader) putInGrid(row gridRow, col int, people []int, cars []stall, form *formState) {
	v := row.values[col]
	c := cell{label: span{v.i, v.i}, head: row.label, field: row.field, value: v}
	owner := r.ownerOf(filled{cell: c})
	switch {
	case strings.HasSuffix(c.field, "name"):
		owner = 'd'
	case c.field == "year" || c.field == "make" || c.field == "model" || c.field == "trim":
		owner = 'v'
	}
	switch {
	case owner == 'd' && people != nil:
		c.of = &entity{'d', people[col]}
	case owner != 'v' || cars == nil:
		return // read as prose
	}
	r.put(c, form)
}

// endGrid makes each cell of g a sentence, its labels no prose, and lets what follows be of
// nobody in particular.
func (r *reader) endGrid(g grid) {
	for _, row := range g.rows {
		if row.field != "" {
			r.take(row.label)
		}
		for _, v := range row.values {
			if !v.empty() {
				r.cuts = append(r.cuts, v.i, v.j)
			}
		}
	}
	for _, head := range g.heads {
		if r.headsPerson(head) {
			r.take(head)
		}
	}
	if g.end < len(r.lines) {
		next := r.lines[g.end].i
		r.seats[next], r.parked[next] = nobody-1, stall{car: -1}
	}
}

// cutSentences ends sentences where cells of grids do.
func (r *reader) cutSentences() {
	if len(r.cuts) == 0 {
		return
	}
	r.ends = append(r.ends, r.cuts...)
	slices.Sort(r.ends)
	r.ends = slices.Compact(r.ends)
	r.streets = nil // streets depend on sentences
}

// gridAt finds the grid that starts at line k.
func (r *reader) gridAt(k int) (grid, bool) {
	if g, ok := r.gridBelow(k, byBar); ok {
		return g, true
	}
	return r.gridBelow(k, byLine)
}

// gridBelow collects the rows of a grid from line k on.
func (r *reader) gridBelow(k, by int) (grid, bool) {
	cells, n, cut := r.gridCells(k, by)
	if len(cells) < 2 || len(cells) > mostGridColumns+1 {
		return grid{}, false
	}
	g := grid{by: cut, end: k}
	if !r.isGridRow(cells) {
		below, _, same := r.gridCells(r.behindRules(k+n), by)
		if len(below) < 3 || same != cut || len(cells) > len(below) || len(cells) < len(below)-1 || !r.isGridRow(below) {
			return grid{}, false
		}
		g.heads = cells[len(cells)-len(below)+1:]
		if len(cells) < len(below) {
			g.heads = cells
		}
		if !r.headGrid(g.heads) {
			return grid{}, false
		}
		k = r.behindRules(k + n)
	} else if len(cells) < 3 {
		return grid{}, false
	}
	columns, known := 0, 0
	for k < len(r.lines) && !r.quiet[r.lines[k].i] {
		cells, n, same := r.gridCells(k, by)
		if r.isRule(r.lines[k]) {
			g.end, k = k+1, k+1
			continue
		}
		if columns == 0 {
			columns = len(cells) - 1
		}
		values := r.align(g, cells, columns)
		field := r.fieldOfRow(cells)
		if values == nil && field != "" && same == cut && len(g.rows) > 0 && len(cells) < columns+1 {
			r.hush(r.lines[k].span) // a cell is missing, and nothing says which
			g.end, k = k+n, k+n
			continue
		}
		again := field != "" && slices.ContainsFunc(g.rows, func(row gridRow) bool { return row.field == field })
		if again || same != cut || values == nil || field == "" && !r.goesOnBelow(k+n, by, len(cells)) {
			break
		}
		if field != "" && len(cells) > 2 {
			known++
		}
		g.rows = append(g.rows, gridRow{label: cells[0], field: field, values: values})
		k += n
		g.end = k
	}
	return g, known >= leastGridRows && r.isOfDriversOrCars(g)
}

// goesOnBelow reports whether a row of a grid with that many cells starts at line k.
func (r *reader) goesOnBelow(k, by, size int) bool {
	cells, _, _ := r.gridCells(k, by)
	return len(cells) == size && r.fieldOfRow(cells) != "" || by != byLine && k < len(r.lines) && !r.lines[k].first
}

// behindRules returns the first line from k on that does not only draw a rule.
func (r *reader) behindRules(k int) int {
	for k < len(r.lines) && r.isRule(r.lines[k]) {
		k++
	}
	return k
}

// gridCells returns the cells of the row that starts at line k, how many lines it has, and
// by what they are parted.
func (r *reader) gridCells(k, by int) (cells []span, n, cut int) {
	if k >= len(r.lines) {
		return nil, 0, by
	}
	if by != byLine {
		if !r.isParted(r.lines[k]) {
			return nil, 1, byComma
		}
		cells, cut = r.rowCells(r.lines[k])
		if cut < byBlanks {
			return nil, 1, cut
		}
		if r.is(cells[0].j-1, ":") {
			cells[0].j--
		}
		return cells, 1, cut
	}
	if !r.lines[k].first {
		return nil, 1, byLine
	}
	for n = 0; k+n < len(r.lines) && (n == 0 || !r.lines[k+n].first); n++ {
		l := r.lines[k+n]
		if n > mostGridColumns || l.j-l.i > 12 || r.quiet[l.i] {
			return nil, 1, byLine
		}
		cells = append(cells, l.span)
	}
	return cells, n, byLine
}

// isParted reports whether a line has a bar, a tab or a wide gap.
func (r *reader) isParted(l line) bool {
	for i := l.i; i < l.j; i++ {
		if r.is(i, "|") || i > l.i && (r.toks[i].start-r.toks[i-1].end > 1 || r.isTableMark(i)) {
			return true
		}
	}
	return false
}

// isGridRow reports whether cells are a label and its values.
func (r *reader) isGridRow(cells []span) bool {
	of := r.fieldOfRow(cells)
	return len(cells) > 2 && of != "" && !slices.ContainsFunc(cells[1:], func(c span) bool { return r.isLabelled(c, of) })
}

// isLabelled reports whether a cell in a row of a field holds the label of another one, as
// in "Name | Ann Lee | Born 3/4/85", or in the head of a table.
func (r *reader) isLabelled(s span, of string) bool {
	if _, ok := r.cellOf(s); ok || s.empty() {
		return ok
	}
	field, j := labels().longest(r.toks[:s.j], s.i)
	whole := j >= s.j
	if whole || r.kind(j) == word {
		field, _ = r.labelOf(s)
	}
	return field != "" && !isValueToo(field) && (whole || field != of)
}

// isValueToo reports whether words that name a field may be a value as well: "owned", "commute".
func isValueToo(field string) bool {
	switch field {
	case "ownership", "use", "relationship", "commute_miles_one_way", "name":
		return true
	}
	return false
}

// fieldOfRow returns the field that the first cell of a row names.
func (r *reader) fieldOfRow(cells []span) string {
	if len(cells) < 2 || cells[0].empty() {
		return ""
	}
	label := cells[0]
	if r.is(label.j-1, ":", "?") {
		label.j--
	}
	field, _ := r.labelOf(label)
	return field
}

// align puts the values of a row under the columns of a grid: where fewer are filled in,
// by their place on the line. It returns nil where they do not fit.
func (r *reader) align(g grid, cells []span, columns int) []span {
	switch {
	case len(cells) == columns+1:
		return cells[1:]
	case g.by != byBlanks || len(cells) < 2 || len(cells) > columns || len(g.rows) == 0:
		return nil
	}
	values := make([]span, columns)
	for _, c := range cells[1:] {
		col := -1
		for k, above := range g.rows[0].values {
			if d := r.column(c.i) - r.column(above.i); -4 < d && d < 4 {
				col = k
			}
		}
		if col < 0 {
			return nil
		}
		values[col] = c
	}
	return values
}

// column is how many bytes of its line stand before token i.
func (r *reader) column(i int) int {
	start := r.toks[i].start
	return start - 1 - strings.LastIndexByte(r.text[:start], '\n')
}

// isOfDriversOrCars reports whether two rows of g or more are of drivers or of vehicles.
func (r *reader) isOfDriversOrCars(g grid) bool {
	return r.rowsOf(g, 'd') > 1 || r.rowsOf(g, 'v') > 1
}

// rowsOf counts the rows of g that are of a kind of entity.
func (r *reader) rowsOf(g grid, kind byte) int {
	n := 0
	for _, row := range g.rows {
		switch row.field {
		case "name", "given_name", "surname", "accidents+violations":
			if kind == 'd' {
				n++
			}
		case "vehicle", "year", "make", "model", "trim":
			if kind == 'v' {
				n++
			}
		default:
			if r.ownerOf(filled{cell: cell{field: row.field}}) == kind {
				n++
			}
		}
	}
	return n
}
