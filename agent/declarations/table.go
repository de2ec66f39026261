package declarations

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

const (
	maxRows    = 4000 // of a page
	maxAligned = 8    // columns between a label and the value below
)

// cell is a text in a row, with its first column.
type cell struct {
	text  string
	start int
}

type row []cell

// text is the row as a sentence.
func (r row) text() string {
	var parts []string
	for _, c := range r {
		parts = append(parts, c.text)
	}
	return strings.Join(parts, " ")
}

var gap = lazyregexp.MustCompile(`\t| {2,}`)

// split splits a text into rows of cells. Two blanks separate cells. Marks of quoted mail at the
// beginning of a line do not count.
func split(text string) (rows []row) {
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(strings.TrimRight(line, "\r\n\f "), ">|\f")
		var r row
		at, last := 0, 0
		add := func(part string) {
			if trimmed := strings.TrimSpace(part); trimmed != "" {
				start := at + utf8.RuneCountInString(part) -
					utf8.RuneCountInString(strings.TrimLeft(part, " "))
				r = append(r, cell{trimmed, start})
			}
			at += utf8.RuneCountInString(part)
		}
		for _, s := range gap.FindAllStringIndex(line, -1) {
			add(line[last:s[0]])
			at += s[1] - s[0]
			last = s[1]
		}
		add(line[last:])
		if len(r) > 0 {
			rows = append(rows, r)
		}
		if len(rows) == maxRows {
			break
		}
	}
	return rows
}

//go:embed labels.csv
var labelsCSV string

// labels has the field of each label.
var labels = lazy.Value[map[string]string]{New: func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(labelsCSV) {
		label, field, _ := strings.Cut(strings.TrimSpace(line), ",")
		all[label] = field
	}
	return all
}}

// labeled returns the field of a cell that begins with a label, and the value in the same cell.
func labeled(c cell) (field, value string) {
	label, value, colon := strings.Cut(c.text, ":")
	if !colon {
		label, value = c.text, ""
		if i := strings.IndexAny(c.text, "$0123456789"); i > 0 {
			label, value = c.text[:i], c.text[i:]
		}
	}
	return labels.Get()[plain(label)], strings.TrimSpace(value)
}

// plain is a text in lower case with letters only, and single blanks.
func plain(s string) string {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return ' '
	}, s)
	return strings.Join(strings.Fields(letters), " ")
}

// below returns the value in the next row, under the label at a cell.
func below(rows []row, i int, label cell) string {
	if i+1 >= len(rows) {
		return ""
	}
	best, distance := "", maxAligned+1
	for _, c := range rows[i+1] {
		apart := max(c.start-label.start, label.start-c.start)
		if field, _ := labeled(c); field == "" && apart < distance {
			best, distance = c.text, apart
		}
	}
	return best
}
