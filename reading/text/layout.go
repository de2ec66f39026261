package text

import (
	"slices"
	"strconv"
	"strings"
)

func (d *Document) readLines() []Line {
	var lines []Line
	last := -2
	for i, t := range d.Tokens {
		if t.Line != last {
			lines = append(lines, Line{Span: Span{i, i}, First: t.Line > last+1})
			last = t.Line
		}
		lines[len(lines)-1].J = i + 1
	}
	return lines
}

func (d *Document) findQuoted() []bool {
	quoted := make([]bool, len(d.Tokens))
	for _, l := range d.Lines {
		for i := l.I; i < l.J && d.Is(l.I, ">"); i++ {
			quoted[i] = true
		}
	}
	return quoted
}

// LineOf returns the index of the line that token i is on.
func (d *Document) LineOf(i int) int {
	k, _ := slices.BinarySearchFunc(d.Lines, i+1, func(l Line, i int) int { return l.I - i })
	return max(k-1, 0)
}

// StartsParagraph reports whether token i is the first one below a blank line.
func (d *Document) StartsParagraph(i int) bool {
	return d.Row(i) > d.Row(i-1)+1 || i == 0 && len(d.Lines) > 0 && d.Lines[0].First
}

// narrowest is the least width, in bytes, to which mail programs wrap lines.
const narrowest = 55

// width returns the probable width of wrapped lines: the second longest line. The longest line may
// be long for another reason, and other people wrapped the quoted lines.
func (d *Document) width() int {
	sizes := []int{narrowest, narrowest}
	for _, l := range d.Lines {
		if !d.Quoted[l.I] {
			sizes = append(sizes, d.size(l))
		}
	}
	slices.Sort(sizes)
	return sizes[len(sizes)-2]
}

func (d *Document) size(l Line) int { return d.Tokens[l.J-1].End - d.Tokens[l.I].Start }

// spread returns the sentence of each token, and of the token behind all.
func (d *Document) spread() []Span {
	s, from := make([]Span, 0, len(d.Tokens)+1), 0
	for _, end := range d.Ends {
		for len(s) < end {
			s = append(s, Span{from, end})
		}
		from = end
	}
	return append(s, Span{from, len(d.Tokens)})
}

// readSentences returns where sentences end. A line ends a sentence unless it looks wrapped.
func (d *Document) readSentences() []int {
	var ends []int
	width := d.width()
	for k, l := range d.Lines {
		for i := l.I; i < l.J-1; i++ {
			if d.endsSentence(i) {
				ends = append(ends, i+1)
			}
		}
		if k == len(d.Lines)-1 || d.endsLine(l, d.Lines[k+1], width) {
			ends = append(ends, l.J)
		}
	}
	return ends
}

// endsSentence reports whether the mark at i ends a sentence within its line.
func (d *Document) endsSentence(i int) bool {
	switch d.At(i) {
	case "!", "?":
		return d.Tokens[i+1].Gap
	case ".":
		if !d.Tokens[i+1].Gap || d.Among(i-1, "abbreviations") ||
			d.Is(i-1, "yr", "yrs", "mi") && d.Kind(i+1) == Word && !d.Tokens[i+1].Capital {
			return false
		}
		return len(d.At(i-1)) > 1 || d.Kind(i-1) == Digits || d.Is(i-1, ")", "\"", "”")
	}
	return false
}

// endsLine reports whether a line ends a sentence. A wrapped line does not: its last sentence is
// open, and the next word would not have fit.
func (d *Document) endsLine(l, next Line, width int) bool {
	if next.First || d.Is(l.J-1, ".", "!", "?", ":", ";", "|") || d.hasColumns(l) ||
		d.IsItem(next) || d.IsItem(l) && d.Tokens[next.I].Capital {
		return true
	}
	last := next.I
	for last+1 < next.J && !d.Tokens[last+1].Gap {
		last++
	}
	word := d.Tokens[last].End - d.Tokens[next.I].Start
	return d.size(l) < narrowest || d.size(l)+1+word <= width
}

func (d *Document) hasColumns(l Line) bool {
	for i := l.I + 1; i < l.J; i++ {
		if d.Tokens[i].Start-d.Tokens[i-1].End > 2 {
			return true
		}
	}
	return false
}

// IsItem reports whether a line is an item of a list, or starts with a label.
func (d *Document) IsItem(l Line) bool {
	if d.Is(l.I, "*", "•", "-", "+", "·", "|", "#", ">") || d.ItemNumber(l) > 0 || d.looseDashes(l) > 1 {
		return true
	}
	for i := l.I + 1; i < min(l.J-1, l.I+6) && !d.endsSentence(i); i++ {
		if d.Is(i, ":", "=", "|") || d.Is(i, "-") && d.Tokens[i].Gap && d.Tokens[i+1].Gap {
			return true
		}
	}
	return false
}

// looseDashes counts the dashes between blanks at the start of a line: "Ann Lee - 3/4/85 - clean".
func (d *Document) looseDashes(l Line) int {
	n := 0
	for i := l.I + 1; i < min(l.J-1, l.I+40); i++ {
		if d.Is(i, "-") && d.Tokens[i].Gap && d.Tokens[i+1].Gap {
			n++
		}
	}
	return n
}

// ItemNumber returns the number of a line such as "2. …", "2) …", "b) …", "Q2: …", or 0.
func (d *Document) ItemNumber(l Line) int {
	i := l.I
	if d.Is(i, "(", "#", "q", "a") && l.J-l.I > 3 && d.Kind(i+1) != Mark {
		i++
	}
	if !d.Is(i+1, ".", ")", ":", "-") || !d.Glued(i+1) || i+2 > l.J || d.Glued(i+2) {
		return 0
	}
	switch t := d.Tokens[i]; {
	case t.Kind == Digits && len(t.Norm) < 3:
		return Atoi(t.Norm)
	case t.Kind == Mixed && len(t.Norm) < 4 && strings.ContainsAny(t.Norm[:1], "qa"): // "Q2."
		return max(Atoi(t.Norm[1:]), 0)
	case t.Kind == Word && len(t.Norm) == 1 && !d.Is(i+1, "-"):
		return int(t.Norm[0]-'a') + 1
	}
	return 0
}

// TakeItemNumbers takes the numbers of a list that counts from one, because item numbers are not
// values. Bare numbers count lines only in three lines in a row.
func (d *Document) TakeItemNumbers() {
	var numbers, bare []Span
	for _, l := range d.Lines {
		if d.ItemNumber(l) == len(numbers)+1 && d.Kind(l.I) == Digits {
			numbers = append(numbers, Span{l.I, l.I + 2})
		}
		first := d.Skip(l.I, "#")
		if d.Kind(first) == Digits && d.At(first) == strconv.Itoa(len(bare)+1) && l.J > first+1 {
			bare = append(bare, Span{l.I, first + 1})
		}
	}
	if len(bare) > 2 {
		numbers = append(numbers, bare...)
	}
	if len(numbers) > 1 {
		for _, s := range numbers {
			d.Take(s)
		}
	}
}

// Body returns a line without its bullet or number.
func (d *Document) Body(l Line) Span {
	s := l.Span
	if n := d.ItemNumber(l); n > 0 {
		for s.I < s.J && !d.Is(s.I, ".", ")", ":", "-") {
			s.I++
		}
		s.I = min(s.I+1, s.J)
	}
	if s.I < s.J {
		s.I = min(d.bulletsEnd[s.I], s.J)
	}
	return s
}

// findBullets returns, per token, the end of the row of bullets that begins there. A line may have
// thousands of bullets, and readers ask for the body at each.
func (d *Document) findBullets() []int {
	ends := make([]int, len(d.Tokens))
	for i := len(d.Tokens) - 1; i >= 0; i-- {
		ends[i] = i
		if d.Kind(i) == Mark && d.Is(i, "*", "•", "-", "+", "·", "#", "|") {
			ends[i] = i + 1
			if i+1 < len(ends) {
				ends[i] = ends[i+1]
			}
		}
	}
	return ends
}

// IsTableMark reports whether token i separates the cells of a row, or a tab precedes it.
func (d *Document) IsTableMark(i int) bool {
	return d.Is(i, "|") || i > 0 && i < len(d.Tokens) && d.Tokens[i].tab
}

// box is a place to mark an option of a form: "(X)", "[ ]", "☐".
type box struct {
	Span
	Marked bool
}

// BoxAt reads a box at token i.
func (d *Document) BoxAt(i int) (box, bool) {
	switch {
	case d.Kind(i) != Mark:
		return box{}, false
	case d.Is(i, "☐", "□"):
		return box{Span{i, i + 1}, false}, true
	case d.Is(i, "☑", "☒", "☐", "✓", "✔", "■"):
		return box{Span{i, i + 1}, true}, true
	case !d.Is(i, "(", "["):
		return box{}, false
	case d.Is(i+1, ")", "]"):
		return box{Span{i, i + 2}, false}, true
	case d.Is(i+1, "x", "✓", "✔", "√") && d.Glued(i+1) && d.Is(i+2, ")", "]"):
		return box{Span{i, i + 3}, true}, true
	}
	return box{}, false
}

// Option returns the words after box b, up to the next box or a wide gap.
func (d *Document) Option(b box, end int) Span {
	s := Span{b.J, b.J}
	for s.J < end {
		if _, next := d.BoxAt(s.J); next || s.J > b.J && d.IsWide(s.J) {
			break
		}
		s.J++
	}
	return s
}

// IsWide reports whether more than one blank precedes token i within a line.
func (d *Document) IsWide(i int) bool {
	return i > 0 && i < len(d.Tokens) && d.Row(i) == d.Row(i-1) && d.Tokens[i].Start-d.Tokens[i-1].End > 1
}

// Marked returns the filled-in part of a value: the words before any box, or the marked option.
func (d *Document) Marked(s Span) Span {
	value := Span{s.I, s.I}
	for i := s.I; i < s.J; i++ {
		b, ok := d.BoxAt(i)
		switch {
		case ok && !value.Empty():
			return value
		case ok && b.Marked:
			return d.Option(b, s.J)
		case ok:
			i = d.Option(b, s.J).J - 1
			value = Span{i + 1, i + 1}
		default:
			value.J = i + 1
		}
	}
	return value
}
