package reply

import "strings"

// cut assigns a kind to each line. forwarded means that the subject has a forward prefix. Each
// pass looks only at lines that still count as the author's own. The most reliable signs come
// first.
//
// cut reads at most maxLines lines, to limit the cost of a mail. Further lines keep their kind.
func cut(lines []line, forwarded bool) {
	seen := lines[:min(len(lines), maxLines)]
	headings(seen)
	remnants(seen)
	findQuoteHeaders(lines, forwarded)
	insets(seen)
	boilerplate(seen)
	signatures(seen)
}

const maxLines = 4000

// quoteHeader is the text above a quoted mail: an attribution, a header block or a separator.
type quoteHeader struct {
	end    int  // index of the line after the header
	rest   Kind // kind of the following text: Quote or Forward
	class       // class of the header itself
	spoken bool // an attribution, not a header block or separator
}

// findQuoteHeaders finds the headers of quoted mails. If quoted lines follow, only these lines
// are quoted, and the author may write below. Otherwise the mail program quotes without marks,
// and all following text is quoted.
func findQuoteHeaders(lines []line, forwarded bool) {
	for i := 0; i < min(len(lines), maxLines); i++ {
		if s, ok := forwardMark(lines, i); ok {
			i = markRun(lines, i, s) - 1
			continue
		}
		h, ok := quoteHeaderAt(lines, i, forwarded)
		if !ok {
			continue
		}
		mark(lines[i:h.end], h.class)
		if nameAbove(lines, i) {
			lines[i-1].class = class{Attribution, "the name of an attribution line", true}
		}
		below := class{kind: h.rest, why: "below " + h.why, guessed: h.guessed}
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

// forwardMark reports whether quoted lines begin at line i with a mark of a forward.
func forwardMark(lines []line, i int) (class, bool) {
	if lines[i].kind != Quote || lines[i].depth > 0 && quotedAt(lines, i-1) {
		return class{}, false
	}
	s, ok := separator(lines[i].body)
	return class{kind: Forward, why: s.why}, ok && s.rest == Forward
}

// quoteHeaderAt returns the header that begins at line i, if any: marked by HTML, or a
// separator, a header block or an attribution.
func quoteHeaderAt(lines []line, i int, forwarded bool) (h quoteHeader, ok bool) {
	switch {
	case lines[i].kind == Attribution:
		h, ok = quoteHeader{end: i + 1, rest: Quote, class: lines[i].class}, true
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
	} else if h, ok = ruledBlock(lines, i); ok {
	} else if h, ok = titledBlock(lines, i); !ok {
		return attribution(lines, i)
	}
	if forwarded {
		h.rest = Forward
	}
	return h, ok
}

// ruledBlock returns the header block that begins at line i, or below a rule at line i.
func ruledBlock(lines []line, i int) (quoteHeader, bool) {
	if isRule(lines[i].body) {
		return headerBlock(lines, nextFilled(lines, i+1), true)
	}
	return headerBlock(lines, i, lines[i].ruled)
}

// titledBlock returns the header block below a title without dashes at line i: "Original
// Message".
func titledBlock(lines []line, i int) (quoteHeader, bool) {
	const longest = 30
	title := lines[i].body
	if len(title) > longest || strings.ContainsAny(title, ",.?!") || !strings.Contains(title, " ") ||
		!mailWords.MatchString(strings.ToLower(title)) {
		return quoteHeader{}, false
	}
	return headerBlock(lines, nextFilled(lines, i+1), true)
}

// remnants marks the rest of a quoted line that a mail program wrapped without repeating the
// mark. The rest is one short line in lower case, or a link, between two quoted lines. The
// first quoted line must be long and end inside a sentence.
func remnants(lines []line) {
	const long = 60
	for i := 1; i+1 < len(lines); i++ {
		before, l, after := lines[i-1], &lines[i], lines[i+1]
		if !l.own() || before.depth == 0 || after.depth == 0 {
			continue
		}
		wrapped := len(before.text) >= long && len(l.body) < long && !endsSentence(before.body) && startsSmall(l.body)
		if wrapped || strings.Contains(l.body, "://") && strings.Trim(link.ReplaceAllString(l.body[:min(len(l.body), 1000)], ""), " ()<>[]") == "" {
			l.class = class{Quote, "rest of a wrapped line between lines marked with >", true}
		}
	}
}

// insets finds block quotes by the author: without a mail program's mark, without a header, and
// with own text above and below.
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
				lines[j].text, lines[j].depth, lines[j].class = lines[j].body, 0, class{Own, "an indented block", true}
			}
		}
		i = end - 1
	}
}

func endsSentence(s string) bool {
	return s == "" || s[len(s)-1] == '.' || s[len(s)-1] == '?' || s[len(s)-1] == '!' || s[len(s)-1] == ':'
}

func startsSmall(s string) bool { return s != "" && 'a' <= s[0] && s[0] <= 'z' }

func mark(lines []line, s class) {
	for i := range lines {
		if !lines[i].fixed() {
			lines[i].class = s
		}
	}
}

// markRun marks the quoted lines from i on, including single lines without a mark between them.
// markRun returns the end.
func markRun(lines []line, i int, s class) int {
	for ; i < len(lines); i++ {
		switch {
		case lines[i].kind == Quote || lines[i].blank():
			lines[i].class = s
		case lines[i].own() && quotedAt(lines, i-1) && quotedAt(lines, i+1):
			lines[i].class = class{s.kind, s.why, true}
		default:
			return i
		}
	}
	return i
}

// nextFilled returns the index of the first nonblank line from i on, or len(lines).
func nextFilled(lines []line, i int) int {
	for i < len(lines) && lines[i].blank() {
		i++
	}
	return i
}
