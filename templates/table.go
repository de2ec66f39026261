package templates

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

const (
	tableIndent = "  "
	columnGap   = "  "
	labelMin    = 12
	labelMax    = 28
)

// row lays out cells in columns of the given widths. A negative width aligns right. Long cells
// wrap within their column.
func row(widths []int, cells ...string) string {
	columns := make([][]string, len(cells))
	height := 0
	for i, cell := range cells {
		columns[i] = wrap(oneLine(cell), max(widths[i], -widths[i]))
		height = max(height, len(columns[i]))
	}
	var rows []byte
	for n := range height {
		if n > 0 {
			rows = append(rows, '\n')
		}
		rows = append(rows, tableIndent...)
		for i, column := range columns {
			cell := ""
			if n < len(column) {
				cell = column[n]
			}
			rows = append(appendCell(rows, cell, widths[i]), columnGap...)
		}
		rows = bytes.TrimRight(rows, " ")
	}
	return string(rows)
}

func appendCell(line []byte, cell string, width int) []byte {
	space := max(width, -width) - utf8.RuneCountInString(cell)
	if width > 0 {
		line = append(line, cell...)
	}
	for range space {
		line = append(line, ' ')
	}
	if width < 0 {
		line = append(line, cell...)
	}
	return line
}

// items lays out two columns. The first column is as wide as its longest label.
func items(list []Item) string {
	label := labelMin
	for _, i := range list {
		label = max(label, min(labelMax, utf8.RuneCountInString(i.Label)))
	}
	var rows []string
	for _, i := range list {
		value := proseWidth - len(tableIndent) - label - len(columnGap)
		rows = append(rows, row([]int{label, value}, i.Label, i.Value))
	}
	return strings.Join(rows, "\n")
}

// basis puts the origin of each value below the value.
func basis(rows []BasisRow) string {
	var list []Item
	for _, r := range rows {
		list = append(list, Item{r.Label, r.Value})
		standing := r.Standing
		if r.Words != "" {
			standing += ": “" + r.Words + "”"
		}
		if standing != "" {
			list = append(list, Item{"", standing})
		}
	}
	return items(list)
}

// answers lists the possible answers in quotation marks, so that no line begins with a bare
// word.
func answers(words []Word) string {
	var list []Item
	for _, w := range words {
		list = append(list, Item{`"` + w.Word + `"`, w.Effect})
	}
	return items(list)
}

// price is a row of a quote: coverage, limit, price.
func price(what, limit, amount string) string {
	return row([]int{30, 26, -12}, what, limit, amount)
}

// amount is a row with a label and a price.
func amount(what, price string) string {
	return row([]int{46, -24}, what, price)
}

// underline puts a line of mark under a title.
func underline(mark, title string) string {
	title = oneLine(title)
	return title + "\n" + strings.Repeat(mark, min(proseWidth, utf8.RuneCountInString(title)))
}
