package reply

import "strings"

// cut gives every line its kind. forwarded says that the subject calls the
// message a forward. Each pass looks only at lines that are still the author's
// own, so the surest mark comes first.
//
// Only the first lines are looked at, so that no mail costs much: what introduces
// quoted mail further down is not found, and the lines there stay as they are.
func cut(lines []line, forwarded bool) {
	seen := lines[:min(len(lines), maxLines)]
	headings(seen)
	remnants(seen)
	heads(lines, forwarded)
	insets(seen)
	boilerplate(seen)
	signatures(seen)
}

const maxLines = 4000

// head is what stands above the mail that a message quotes.
type head struct {
	end    int  // index of the line after it
	rest   Kind // what follows: Quote or Forward
	sort        // what the head itself is
	spoken bool // it is an attribution, no header block and no separator
}

// heads finds what introduces quoted mail. Where quoted lines follow, only these
// are quoted, and the author may write below; where they do not, the mail
// program quotes without marks, and all that follows is quoted.
func heads(lines []line, forwarded bool) {
	for i := 0; i < min(len(lines), maxLines); i++ {
		if s, ok := forwardMark(lines, i); ok {
			i = markRun(lines, i, s) - 1
			continue
		}
		h, ok := headAt(lines, i, forwarded)
		if !ok {
			continue
		}
		mark(lines[i:h.end], h.sort)
		if nameAbove(lines, i) {
			lines[i-1].sort = sort{Attribution, "the name of an attribution line", true}
		}
		below := sort{kind: h.rest, why: "below " + h.why, guessed: h.guessed}
		next := nextFilled(lines, h.end)
		if next == len(lines) {
			return
		}
		if lines[next].kind == Own {
			i = unmarked(lines, i, h, below)
			continue
		}
		if h.rest == Forward {
			next = markRun(lines, next, below)
		}
		i = next - 1
	}
}

// forwardMark reports whether a run of quoted lines begins at line i that says of
// itself that it was forwarded.
func forwardMark(lines []line, i int) (sort, bool) {
	if lines[i].kind != Quote || lines[i].depth > 0 && quotedAt(lines, i-1) {
		return sort{}, false
	}
	s, ok := separator(lines[i].body)
	return sort{kind: Forward, why: s.why}, ok && s.rest == Forward
}

// headAt returns the head that begins at line i, if one does: what HTML calls
// one, a separator, a header block or an attribution.
func headAt(lines []line, i int, forwarded bool) (h head, ok bool) {
	switch {
	case lines[i].kind == Attribution:
		h, ok = head{end: i + 1, rest: Quote, sort: lines[i].sort}, true
		if s, said := separator(lines[i].body); said {
			h.rest = s.rest
		}
		for h.end < len(lines) && lines[h.end].kind == Attribution {
			h.end++
		}
		return h, ok
	case !lines[i].own():
		return h, false
	}
	if h, ok = separator(lines[i].body); ok {
		h.end = i + 1
		if block, found := headerBlock(lines, nextFilled(lines, h.end), true); found {
			h.end = block.end
		}
	} else if h, ok = ruledBlock(lines, i); !ok {
		return attribution(lines, i)
	}
	if forwarded {
		h.rest = Forward
	}
	return h, ok
}

// ruledBlock returns the header block that begins at line i or, below a rule at
// line i, after it.
func ruledBlock(lines []line, i int) (head, bool) {
	if isRule(lines[i].body) {
		return headerBlock(lines, nextFilled(lines, i+1), true)
	}
	return headerBlock(lines, i, lines[i].ruled)
}

// remnants finds pieces of a quoted line that a mail program wrapped without
// repeating the mark: one short line in small letters between two quoted ones,
// of which the first is long and ends in the middle of a sentence, or a mere link.
func remnants(lines []line) {
	const long = 60
	for i := 1; i+1 < len(lines); i++ {
		before, l, after := lines[i-1], &lines[i], lines[i+1]
		if !l.own() || before.depth == 0 || after.depth == 0 {
			continue
		}
		wrapped := len(before.text) >= long && len(l.body) < long && !endsSentence(before.body) && startsSmall(l.body)
		if wrapped || strings.Contains(l.body, "://") && strings.Trim(link.ReplaceAllString(l.body[:min(len(l.body), 1000)], ""), " ()<>[]") == "" {
			l.sort = sort{Quote, "rest of a wrapped line between lines marked with >", true}
		}
	}
}

// insets finds block quotes that are the author's own: no mail program marked
// them, nothing introduces them, and own text stands above and below.
func insets(lines []line) {
	above := false // the line above is own
	for i := 0; i < len(lines); i++ {
		if lines[i].kind != Quote || lines[i].why != bareQuote {
			above = lines[i].kind == Own && (above || !lines[i].blank())
			continue
		}
		end := i
		for end < len(lines) && (lines[end].blank() || lines[end].why == bareQuote) {
			end++
		}
		if above && end < len(lines) && lines[end].kind == Own {
			for j := i; j < end; j++ {
				lines[j].text, lines[j].depth, lines[j].sort = lines[j].body, 0, sort{Own, "an indented block", true}
			}
		}
		i = end - 1
	}
}

func endsSentence(s string) bool {
	return s == "" || s[len(s)-1] == '.' || s[len(s)-1] == '?' || s[len(s)-1] == '!' || s[len(s)-1] == ':'
}

func startsSmall(s string) bool { return s != "" && 'a' <= s[0] && s[0] <= 'z' }

func mark(lines []line, s sort) {
	for i := range lines {
		if !lines[i].fixed() {
			lines[i].sort = s
		}
	}
}

// markRun marks the quoted lines from i on, with single lines between them that
// lost their mark, and returns where they end.
func markRun(lines []line, i int, s sort) int {
	for ; i < len(lines); i++ {
		switch {
		case lines[i].kind == Quote || lines[i].blank():
			lines[i].sort = s
		case lines[i].own() && quotedAt(lines, i-1) && quotedAt(lines, i+1):
			lines[i].sort = sort{s.kind, s.why, true}
		default:
			return i
		}
	}
	return i
}

// nextFilled returns the index of the first line from i on that is not blank,
// or len(lines).
func nextFilled(lines []line, i int) int {
	for i < len(lines) && lines[i].blank() {
		i++
	}
	return i
}
