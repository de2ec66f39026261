package extract

import "slices"

// readLines finds the lines that have tokens, and where paragraphs begin.
func (d *document) readLines() []line {
	var lines []line
	last := -2
	for i, t := range d.toks {
		if t.line != last {
			lines = append(lines, line{span: span{i, i}, first: t.line > last+1})
			last = t.line
		}
		lines[len(lines)-1].j = i + 1
	}
	return lines
}

// lineOf returns the index of the line that token i is on.
func (d *document) lineOf(i int) int {
	k, found := slices.BinarySearchFunc(d.lines, i, func(l line, i int) int { return l.i - i })
	if found {
		return k
	}
	return max(k-1, 0)
}

// paragraph returns the lines around token i up to blank ones.
func (d *document) paragraph(i int) span {
	first := d.lineOf(i)
	last := first + 1
	for first > 0 && !d.lines[first].first {
		first--
	}
	for last < len(d.lines) && !d.lines[last].first {
		last++
	}
	return span{d.lines[first].i, d.lines[last-1].j}
}

// wrapped is the least length in bytes of a line that a mail program may have
// broken, so that its sentence may go on in the next.
const wrapped = 55

// readSentences returns where sentences end. A line ends one too, unless it
// looks like one that was wrapped.
func (d *document) readSentences() []int {
	var ends []int
	for k, l := range d.lines {
		for i := l.i; i < l.j-1; i++ {
			if d.endsSentence(i) {
				ends = append(ends, i+1)
			}
		}
		if k == len(d.lines)-1 || d.endsLine(l, d.lines[k+1]) {
			ends = append(ends, l.j)
		}
	}
	return ends
}

// endsSentence reports whether the mark at i ends a sentence within its line.
func (d *document) endsSentence(i int) bool {
	switch d.at(i) {
	case "!", "?":
		return d.toks[i+1].gap
	case ".":
		if !d.toks[i+1].gap || d.is(i-1, abbreviations...) && !d.glued(i+1) && d.glued(i) {
			return false
		}
		return len(d.at(i-1)) > 1 || d.kind(i-1) == digits
	}
	return false
}

// abbreviations whose full stop ends no sentence.
var abbreviations = []string{"st", "ave", "dr", "rd", "blvd", "ln", "ct", "apt", "mr", "mrs", "ms", "jr", "sr", "no",
	"approx", "mi", "ste", "vs", "lic", "exp", "yr", "yrs", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept",
	"oct", "nov", "dec", "ore", "wash", "calif", "hwy", "pkwy", "pl", "ter", "cir"}

func (d *document) endsLine(l, next line) bool {
	if next.first || d.isItem(next) {
		return true
	}
	if d.is(l.j-1, ".", "!", "?", ":", ";", "|") {
		return true
	}
	return d.toks[l.j-1].end-d.toks[l.i].start < wrapped
}

// isItem reports whether a line is an item of a list, or starts with a label.
func (d *document) isItem(l line) bool {
	if d.is(l.i, "*", "•", "-", "+", "·", "|", "#", ">") || d.itemNumber(l) > 0 {
		return true
	}
	for i := l.i + 1; i < min(l.j-1, l.i+6); i++ {
		if d.is(i, ":", "=", "|") {
			return true
		}
	}
	return false
}

// itemNumber returns the number of a line such as "2. …", "2) …", "b) …", or 0.
func (d *document) itemNumber(l line) int {
	i := l.i
	if d.is(i, "(", "#", "q", "a") && l.j-l.i > 3 && d.kind(i+1) != mark {
		i++
	}
	if !d.is(i+1, ".", ")", ":", "-") || !d.glued(i+1) || i+2 > l.j || d.glued(i+2) {
		return 0
	}
	switch t := d.toks[i]; {
	case t.kind == digits && len(t.norm) < 3:
		return atoi(t.norm)
	case t.kind == word && len(t.norm) == 1 && !d.is(i+1, "-"):
		return int(t.norm[0]-'a') + 1
	}
	return 0
}

// body returns a line without its bullet or number.
func (d *document) body(l line) span {
	s := l.span
	if n := d.itemNumber(l); n > 0 {
		for !d.is(s.i, ".", ")", ":", "-") {
			s.i++
		}
		s.i++
	}
	for s.i < s.j && d.is(s.i, "*", "•", "-", "+", "·", "#", "|") {
		s.i++
	}
	return s
}
