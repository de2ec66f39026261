package reading

import (
	"slices"
	"strings"
)

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

// findQuoted reports for each token whether its line is quoted.
func (d *document) findQuoted() []bool {
	quoted := make([]bool, len(d.toks))
	for _, l := range d.lines {
		for i := l.i; i < l.j && d.is(l.i, ">"); i++ {
			quoted[i] = true
		}
	}
	return quoted
}

// lineOf returns the index of the line that token i is on.
func (d *document) lineOf(i int) int {
	k, found := slices.BinarySearchFunc(d.lines, i, func(l line, i int) int { return l.i - i })
	if found {
		return k
	}
	return max(k-1, 0)
}

// startsParagraph reports whether token i is the first one below a blank line.
func (d *document) startsParagraph(i int) bool {
	return d.row(i) > d.row(i-1)+1 || i == 0 && len(d.lines) > 0 && d.lines[0].first
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

// narrowest is the least width in bytes at which a mail program wraps lines.
const narrowest = 55

// width returns the width that the mail seems to be wrapped at: that of its
// second longest line, as one may be long for another reason. What it quotes was
// wrapped by others.
func (d *document) width() int {
	longest, second := 0, 0
	for _, l := range d.lines {
		switch size := d.size(l); {
		case d.quoted[l.i]:
		case size > longest:
			longest, second = size, longest
		case size > second:
			second = size
		}
	}
	return max(second, narrowest)
}

// size is the length of a line in bytes.
func (d *document) size(l line) int { return d.toks[l.j-1].end - d.toks[l.i].start }

// readSentences returns where sentences end. A line ends one too, unless it
// looks like one that was wrapped.
func (d *document) readSentences() []int {
	var ends []int
	width := d.width()
	for k, l := range d.lines {
		for i := l.i; i < l.j-1; i++ {
			if d.endsSentence(i) {
				ends = append(ends, i+1)
			}
		}
		if k == len(d.lines)-1 || d.endsLine(l, d.lines[k+1], width) {
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
		if !d.toks[i+1].gap || d.is(i-1, abbreviations...) {
			return false
		}
		if d.is(i-1, "yr", "yrs", "mi") && d.kind(i+1) == word && !d.toks[i+1].capital {
			return false
		}
		return len(d.at(i-1)) > 1 || d.kind(i-1) == digits || d.is(i-1, ")", "\"", "”")
	}
	return false
}

// abbreviations whose full stop ends no sentence.
var abbreviations = []string{"st", "ave", "dr", "rd", "blvd", "ln", "ct", "apt", "mr", "mrs", "ms", "jr", "sr", "no",
	"approx", "ste", "vs", "lic", "exp", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept",
	"oct", "nov", "dec", "ore", "wash", "calif", "hwy", "pkwy", "pl", "ter", "cir"}

// endsLine reports whether a line ends a sentence. It does not where it was
// wrapped: its last sentence is open, and the next word would not have fit.
func (d *document) endsLine(l, next line, width int) bool {
	if next.first || d.isItem(next) || d.isItem(l) && d.toks[next.i].capital {
		return true
	}
	if d.is(l.j-1, ".", "!", "?", ":", ";", "|") || d.hasColumns(l) {
		return true
	}
	last := next.i
	for last+1 < next.j && !d.toks[last+1].gap {
		last++
	}
	word := d.toks[last].end - d.toks[next.i].start
	return d.size(l) < narrowest || d.size(l)+1+word <= width
}

// hasColumns reports whether a line is parted by gaps of three blanks or more.
func (d *document) hasColumns(l line) bool {
	for i := l.i + 1; i < l.j; i++ {
		if d.toks[i].start-d.toks[i-1].end > 2 {
			return true
		}
	}
	return false
}

// isItem reports whether a line is an item of a list, or starts with a label.
func (d *document) isItem(l line) bool {
	if d.is(l.i, "*", "•", "-", "+", "·", "|", "#", ">") || d.itemNumber(l) > 0 {
		return true
	}
	if d.looseDashes(l) > 1 {
		return true
	}
	for i := l.i + 1; i < min(l.j-1, l.i+6) && !d.endsSentence(i); i++ {
		if d.is(i, ":", "=", "|") || d.is(i, "-") && d.toks[i].gap && d.toks[i+1].gap {
			return true
		}
	}
	return false
}

// looseDashes counts the dashes between blanks at the start of a line: "Ann Lee - 3/4/85 - clean".
func (d *document) looseDashes(l line) int {
	n := 0
	for i := l.i + 1; i < min(l.j-1, l.i+40); i++ {
		if d.is(i, "-") && d.toks[i].gap && d.toks[i+1].gap {
			n++
		}
	}
	return n
}

// itemNumber returns the number of a line such as "2. …", "2) …", "b) …", "Q2: …", or 0.
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
	case t.kind == mixed && len(t.norm) < 4 && strings.ContainsAny(t.norm[:1], "qa"): // "Q2."
		return max(atoi(t.norm[1:]), 0)
	case t.kind == word && len(t.norm) == 1 && !d.is(i+1, "-"):
		return int(t.norm[0]-'a') + 1
	}
	return 0
}

// takeItemNumbers takes the numbers of a list that counts from one: they are no values.
func (d *document) takeItemNumbers() {
	var numbers []span
	for _, l := range d.lines {
		if d.itemNumber(l) == len(numbers)+1 && d.kind(l.i) == digits {
			numbers = append(numbers, span{l.i, l.i + 2})
		}
	}
	if len(numbers) > 1 {
		for _, s := range numbers {
			d.take(s)
		}
	}
}

// body returns a line without its bullet or number.
func (d *document) body(l line) span {
	s := l.span
	if n := d.itemNumber(l); n > 0 {
		for s.i < s.j && !d.is(s.i, ".", ")", ":", "-") {
			s.i++
		}
		s.i = min(s.i+1, s.j)
	}
	if s.i < s.j {
		s.i = min(d.bulletsEnd[s.i], s.j)
	}
	return s
}

// findBullets notes for each token where the row of bullets ends that begins there: a line
// may have thousands of them, and is asked for its body at each.
func (d *document) findBullets() []int {
	ends := make([]int, len(d.toks))
	for i := len(d.toks) - 1; i >= 0; i-- {
		ends[i] = i
		if d.is(i, "*", "•", "-", "+", "·", "#", "|") {
			ends[i] = i + 1
			if i+1 < len(ends) {
				ends[i] = ends[i+1]
			}
		}
	}
	return ends
}
