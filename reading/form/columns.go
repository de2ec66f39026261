package form

import (
	"slices"

	"ppamaild/reading/asked"
	"ppamaild/reading/claims"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
)

// mostRows is the number of lines of a table with columns. It keeps the cost of a mail linear.
const mostRows = 30

// readColumns reads a table that starts at line k and has a column for each car: a row of
// headings, then rows of a label and a value for each car. It returns the number of its lines.
func readColumns(r *Form, k int, form *formState) int {
	header, by := rowCells(r.Text, r.Lines[k])
	if len(header) < 3 || by == byComma {
		return 0
	}
	var rows [][]text.Span
	var fields []string
	n := k + 1
	for ; n < min(len(r.Lines), k+mostRows) && !r.Lines[n].First; n++ {
		if isRule(r.Text, r.Lines[n]) {
			continue
		}
		cells, cut := rowCells(r.Text, r.Lines[n])
		if cut != by || len(cells) != len(header) {
			break
		}
		if field, _ := asked.LabelOf(r.Text, cells[0]); field != "" {
			rows, fields = append(rows, cells), append(fields, field)
		}
	}
	if len(rows) < 3 || !slices.Contains(fields, "model") && !slices.Contains(fields, "make") {
		return 0
	}
	for column := 1; column < len(header); column++ {
		flush(r.Garage, form)
		form.car = len(r.FormCars) + 1
		for i, cells := range rows {
			if value := cells[column]; !value.Empty() {
				put(r, asked.Cell{Label: text.Between(value.I, value.I), Head: cells[0], Field: fields[i], Value: value}, form)
			}
		}
		flush(r.Garage, form)
	}
	form.car = 0
	return n - k
}

// carOf returns the car of a cell in a column. ok is false for a cell in no such column.
func carOf(r *garage.Garage, c filled) (of claims.Entity, ok bool) {
	isCar := func(p garage.Placed) bool { return p.At == r.FormCars[c.car-1].Span }
	if c.car == 0 || c.car > len(r.FormCars) || !slices.ContainsFunc(r.Places, isCar) {
		return claims.Entity{}, false
	}
	return claims.Car(r.Places[slices.IndexFunc(r.Places, isCar)].Vehicle), true
}
