package reply

import (
	"slices"
	"strings"
)

// unmarked gives what stands below the head h at line i, where no line is marked as
// quoted, its kind, and returns the last line that it is done with. All of it is
// quoted, but where the mail begins with an attribution and what is below that is
// indented at first and then is not: Outlook for Mac quotes in plain text by an
// indent, and who writes nothing above it answers below. That the indent means a
// quote is a guess; where the answer is indented in part it can't be told at all,
// and everything is kept.
func unmarked(lines []line, i int, h head, below sort) int {
	next := nextFilled(lines, h.end)
	end := indentEnd(lines, next)
	if !h.spoken || h.rest != Quote || end == next || end == len(lines) || !lines[end-1].blank() || slices.ContainsFunc(lines[:i], line.own) {
		mark(lines[h.end:], below)
		return len(lines)
	}
	quoted := sort{Quote, "indented below " + h.why, true}
	if slices.ContainsFunc(lines[end:], line.indented) {
		quoted = sort{Own, "an indented block that may be quoted", true}
	}
	mark(lines[next:end], quoted)
	for ; end < min(len(lines), maxLines) && lines[end].kind == Own; end++ {
		if _, ok := headAt(lines, end, false); ok {
			break
		}
		lines[end].sort = sort{Own, "below an indented block", true}
	}
	return end - 1
}

// indentEnd returns the line that ends the indented lines from i on.
func indentEnd(lines []line, i int) int {
	for i < len(lines) && (lines[i].blank() || lines[i].indented()) {
		i++
	}
	return i
}

// indented reports whether a line is moved to the right as far as a quote that has
// no marks.
func (l line) indented() bool {
	const columns = 4
	return !l.blank() && (strings.HasPrefix(l.text, strings.Repeat(" ", columns)) || strings.HasPrefix(l.text, "\t"))
}
