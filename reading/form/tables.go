package form

import (
	"slices"
	"strings"

	"ppamaild/reading/asked"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// readTable reads a table of at least three columns from line k on, and returns its lines' number.
func readTable(r *Form, k int, form *formState) int {
	header, by := rowCells(r.Text, r.Lines[k])
	fields := headerFields(r.Sheet, header)
	if fields == nil {
		return 0
	}
	n := k + 1
	for ; n < len(r.Lines) && !r.Lines[n].First; n++ {
		if isRule(r.Text, r.Lines[n]) {
			continue
		}
		cells, cut := rowCells(r.Text, r.Lines[n])
		if cut != by || len(cells) < 2 || len(cells) > len(fields) {
			break
		}
		readRow(r, header, fields, cells, r.Lines[n], form)
	}
	if n > k+1 {
		r.Take(r.Lines[k].Span)
	}
	return n - k
}

// Cells are parted by a bar or tab, two blanks or more, a slash between blanks, or a comma.
const (
	byComma = iota
	bySlash
	byBlanks
	byBar
)

// rowCells cuts a line into cells, which may be empty, and returns the kind of separator.
func rowCells(r *find.Text, l text.Line) (cells []text.Span, by int) {
	cuts := [4][]text.Span{}
	from := [4]int{l.I, l.I, l.I, l.I}
	if r.Is(l.I, "|") {
		from[byBar]++
	}
	cut := func(by, at, next int) {
		cuts[by] = append(cuts[by], text.Between(from[by], at))
		from[by] = next
	}
	for i := l.I + 1; i < l.J; i++ {
		switch {
		case r.IsTableMark(i):
			cut(byBar, i, i)
			words := strings.ReplaceAll(r.Raw(text.Between(i-1, i+1)), "\t", "\t\t")
			for range strings.Count(words, "\t \t") { // empty cells of a table in HTML
				cut(byBar, i, i)
			}
		case r.Gap(i) && r.Gap(i+1) && r.Raw(text.Between(i, i+1)) == "/":
			cut(byComma, i, i+1)
			cut(bySlash, i, i+1)
		case r.Is(i, ",") && !(r.Glued(i) && r.Glued(i+1)):
			cut(byComma, i, i+1)
		case r.Tokens[i].Start-r.Tokens[i-1].End > 1:
			cut(byBlanks, i, i)
		}
	}
	for by := byBar; by >= bySlash; by-- {
		if len(cuts[by]) > 0 {
			if by != byBar || !r.Is(l.J-1, "|") {
				cut(by, l.J, l.J)
			}
			return cuts[by], by
		}
	}
	if len(cuts[byComma]) == 0 { // programs write no blank behind a comma (RFC 4180)
		for i := l.I; i < l.J; i++ {
			if r.Is(i, ",") {
				cut(byComma, i, i+1)
			}
		}
	}
	return append(cuts[byComma], text.Between(from[byComma], l.J)), byComma
}

// headerFields returns the field of each column, or nil if the row is no header.
func headerFields(r *claims.Sheet, cells []text.Span) []string {
	if len(cells) < 3 {
		return nil
	}
	fields, known := make([]string, len(cells)), 0
	for k, c := range cells {
		if fields[k], _ = asked.LabelOf(r.Text, c); fields[k] != "" {
			known++
		}
	}
	if known < 3 || known*2 < len(cells) {
		return nil
	}
	return fields
}

func isRule(r *find.Text, l text.Line) bool {
	for i := l.I; i < l.J; i++ {
		if !r.Is(i, "-", "|", "=", "+", "_", ":") {
			return false
		}
	}
	return true
}

func readRow(r *Form, header []text.Span, fields []string, cells []text.Span, l text.Line, form *formState) {
	flush(r.Garage, form)
	car := slices.ContainsFunc(fields, func(f string) bool { return f == "vehicle" || f == "make" || f == "model" })
	for k, c := range cells {
		if car && fields[k] == "name" {
			continue // the driver of the car, who is not new
		}
		if !c.Empty() && fields[k] != "" {
			put(r, asked.Cell{Label: text.Between(l.I, l.I), Head: header[k], Field: fields[k], Value: c}, form)
		}
	}
	flush(r.Garage, form)
}

// rowCell reads a row of a form in two columns, as web forms and programs send it: a label, a bar,
// tab or wide gap, and the value. Only a comma with no blank behind it parts them too: "pd,50".
func rowCell(r *claims.Sheet, s text.Span) (asked.Cell, bool) {
	row, by := rowCells(r.Text, text.Line{Span: s})
	row = slices.DeleteFunc(row, text.Span.Empty)
	if len(row) != 2 || by == bySlash || by == byComma && (!r.Glued(row[1].I) || row[0].J-row[0].I > 3) {
		return asked.Cell{}, false
	}
	field, _ := asked.LabelOf(r.Text, row[0])
	return asked.Cell{Label: row[0], Field: field, Value: row[1]}, field != ""
}
