package reply

import (
	"slices"
	"strings"
)

// unmarked assigns kinds to the lines below the header h at line i, if no line is marked as
// quoted. unmarked returns the last assigned line. Usually all lines are quoted. Exception: the
// mail begins with an attribution, followed by indented lines and then others. Outlook for Mac
// quotes by indentation in plain text, and the author answers below. The indentation as a quote
// is a guess. If the answer is partly indented, too, all text counts as the author's own.
func unmarked(lines []line, i int, h quoteHeader, below class) int {
	next := nextFilled(lines, h.end)
	end := indentEnd(lines, next)
	if !h.spoken || h.rest != Quote || end == next || end == len(lines) || !lines[end-1].blank() || slices.ContainsFunc(lines[:i], line.own) {
		mark(lines[h.end:], below)
		return len(lines)
	}
	quoted := class{Quote, "indented below " + h.why, true}
	if slices.ContainsFunc(lines[end:], line.indented) {
		quoted = class{Own, "an indented block that may be quoted", true}
	}
	mark(lines[next:end], quoted)
	for ; end < min(len(lines), maxLines) && lines[end].kind == Own; end++ {
		if _, ok := quoteHeaderAt(lines, end, false); ok {
			break
		}
		lines[end].class = class{Own, "below an indented block", true}
	}
	return end - 1
}

// indentEnd returns the end of the indented lines from i on.
func indentEnd(lines []line, i int) int {
	for i < len(lines) && (lines[i].blank() || lines[i].indented()) {
		i++
	}
	return i
}

// indented reports whether a line is indented at least as far as an unmarked quote.
func (l line) indented() bool {
	const columns = 4
	return !l.blank() && (strings.HasPrefix(l.text, strings.Repeat(" ", columns)) || strings.HasPrefix(l.text, "\t"))
}
