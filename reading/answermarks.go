package reading

import "slices"

// Who answers our questions by their numbers writes these as they like: "2 - 52", "#2 52",
// "2; 52", "2.52", "2/ 52", "2.) 52", "2 52". Alone such a number may be a value as well; among
// others that count up it is not.

// numberMark is the number of an answer, and the token after its mark.
type numberMark struct {
	number, end int
	style       markStyle
}

// markStyle is how sure a mark is, the surest first.
type markStyle int

const (
	plainMark markStyle = iota // "2. 52": read wherever it stands
	hashMark                   // "#2 52": likewise, where it counts nothing
	looseMark                  // "2; 52"
	gluedMark                  // "2.52"
	dashMark                   // "2-52", "2, 52"
	bareMark                   // "2 52"
)

// findNumberMarks returns the numbers, by the tokens that they begin at, of those of the lines
// behind byte start that answer so many questions.
func (d *document) findNumberMarks(start, asked int) map[int]numberMark {
	if asked < 2 {
		return nil
	}
	var marks []numberMark
	var lines []int
	for k, l := range d.lines {
		if d.toks[l.i].start < start || d.is(l.i, ">") {
			continue
		}
		m := d.numberMarkOf(l)
		if m.number == 0 {
			continue
		}
		if n := len(marks); m.number > asked || n > 0 && m.number <= marks[n-1].number {
			return nil
		}
		marks, lines = append(marks, m), append(lines, k)
	}
	found := make(map[int]numberMark)
	for n, m := range marks {
		if m.style != plainMark && d.countsUp(marks, lines, m.style) {
			found[d.lines[lines[n]].i] = m
			d.toks[m.end].gap = true
		}
	}
	return found
}

// numberMarkOf returns the number that a line begins with; 0: none, or it counts something.
func (d *document) numberMarkOf(l line) numberMark {
	if n := d.itemNumber(l); n > 0 {
		return numberMark{number: n}
	}
	i, style := l.i, bareMark
	if d.is(i, "#", "(", "[") || d.is(i, "no", "nr", "q", "a") && d.is(i+1, ".") && d.glued(i+1) {
		style = hashMark
		for d.kind(i) != digits && i < l.i+2 {
			i++
		}
	}
	if d.kind(i) != digits || len(d.at(i)) > 2 {
		return numberMark{}
	}
	m := numberMark{number: atoi(d.at(i)), end: i + 1, style: style}
	for m.end < l.j && m.end < i+3 && d.is(m.end, ".", ")", ":", ";", "]", "/", "=", "-", ",") && (d.glued(m.end) || d.is(m.end, "-", "=", ",", "/")) {
		m.end++
	}
	if m.end > i+1 {
		m.style = d.styleOf(span{i + 1, m.end})
	}
	if m.end >= l.j || m.number == 0 || d.isCounted(m.end) || m.style == gluedMark && d.isDotted(i, l) {
		return numberMark{}
	}
	return m
}

// styleOf tells what kind of mark stands in s behind a number.
func (d *document) styleOf(s span) markStyle {
	dash := d.is(s.i, "-", ",", "/", "=")
	switch {
	case d.gap(s.j) && !d.is(s.i, ","):
		return looseMark
	case dash:
		return dashMark
	}
	return gluedMark
}

// isDotted reports whether line l begins as a date with dots, a time or an amount does: "3.14.1990",
// "2:30 pm", "2.5 miles".
func (d *document) isDotted(i int, l line) bool {
	number := d.kind(i+2) == digits
	dated := d.is(i+3, ".") && d.glued(i+3) && d.kind(i+4) == digits
	return number && l.j > i+3 && (dated || d.is(i+3, "am", "pm", "a", "p") || d.isCounted(i+3))
}

// isCounted reports whether token i names what a number before it would count: "2 cars",
// "3 March".
func (d *document) isCounted(i int) bool {
	return d.among(i, "counted before") || d.among(i, "several cars") || isYears(d.at(i)) || months[d.at(i)] > 0 && len(d.at(i)) > 2 || ordinals[d.at(i)] > 0 || d.is(i, "°", "%", "st", "nd", "rd", "th")
}

// countsUp reports whether numbers that go up, on these lines, are sure to be those of answers
// even where one is marked in that way.
func (d *document) countsUp(marks []numberMark, lines []int, style markStyle) bool {
	first, last := marks[0].number, marks[len(marks)-1].number
	whole := last-first+1 == len(marks) // none is left out
	switch style {
	case hashMark:
		return true
	case looseMark:
		return len(marks) > 1
	case gluedMark:
		return len(marks) > 1 && whole && (first == 1 || len(marks) > 2)
	case dashMark:
		return len(marks) > 2 && whole && first == 1
	}
	ahead := slices.ContainsFunc(marks, func(m numberMark) bool { return d.kind(m.end) == digits || d.kind(m.end) == mixed })
	return len(marks) > 2 && lines[len(lines)-1]-lines[0]+1 == len(lines) && ahead
}

// isItemNumber reports whether token i is the number of an item: "4- 6000".
func (r *reader) isItemNumber(i int) bool {
	l := r.lines[r.lineOf(i)]
	return r.isDashed(l) || l.i == i && r.taken[i]
}
