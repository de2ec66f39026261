package reply

// cut gives every line its kind. forwarded says that the subject calls the
// message a forward. Each pass looks only at lines that are still the author's
// own, so the surest mark comes first.
func cut(lines []line, forwarded bool) {
	remnants(lines)
	heads(lines, forwarded)
	boilerplate(lines)
	signatures(lines)
}

// head is what stands above the mail that a message quotes.
type head struct {
	end  int  // index of the line after it
	rest Kind // what follows: Quote or Forward
}

// heads finds what introduces quoted mail. Where quoted lines follow, only these
// are quoted, and the author may write below; where they do not, the mail
// program quotes without marks, and all that follows is quoted.
func heads(lines []line, forwarded bool) {
	for i := 0; i < len(lines); i++ {
		if rest, ok := separator(lines[i].body); ok && rest == Forward && lines[i].kind == Quote && lines[i].depth == 0 {
			i = markRun(lines, i, Forward) - 1
			continue
		}
		h, ok := headAt(lines, i, forwarded)
		if !ok {
			continue
		}
		mark(lines[i:h.end], Attribution)
		next := nextFilled(lines, h.end)
		if next == len(lines) {
			return
		}
		if lines[next].kind == Own {
			mark(lines[h.end:], h.rest)
			return
		}
		if h.rest == Forward {
			next = markRun(lines, next, Forward)
		}
		i = next - 1
	}
}

// headAt returns the head that begins at line i, if one does: what HTML calls
// one, a separator, a header block or an attribution.
func headAt(lines []line, i int, forwarded bool) (head, bool) {
	if lines[i].kind == Attribution {
		end := i + 1
		for end < len(lines) && lines[end].kind == Attribution {
			end++
		}
		return head{end: end, rest: Quote}, true
	}
	if !lines[i].own() {
		return head{}, false
	}
	if rest, ok := separator(lines[i].body); ok {
		if forwarded {
			rest = Forward
		}
		end := i + 1
		if block, ok := headerBlock(lines, nextFilled(lines, end), true); ok {
			end = block
		}
		return head{end: end, rest: rest}, true
	}
	rest := Quote
	if forwarded {
		rest = Forward
	}
	start, ruled := i, isRule(lines[i].body)
	if ruled {
		start = nextFilled(lines, i+1)
	}
	if end, ok := headerBlock(lines, start, ruled); ok {
		return head{end: end, rest: rest}, true
	}
	if end, ok := attribution(lines, i); ok {
		return head{end: end, rest: Quote}, true
	}
	return head{}, false
}

// remnants finds pieces of a quoted line that a mail program wrapped without
// repeating the mark: one short line in small letters between two quoted ones,
// of which the first is long and ends in the middle of a sentence.
func remnants(lines []line) {
	const long = 60
	for i := 1; i+1 < len(lines); i++ {
		before, l, after := lines[i-1], &lines[i], lines[i+1]
		if l.own() && before.depth > 0 && after.depth > 0 && len(before.text) >= long && len(l.body) < long &&
			!endsSentence(before.body) && startsSmall(l.body) {
			l.kind, l.guessed = Quote, true
		}
	}
}

func endsSentence(s string) bool {
	return s == "" || s[len(s)-1] == '.' || s[len(s)-1] == '?' || s[len(s)-1] == '!' || s[len(s)-1] == ':'
}

func startsSmall(s string) bool { return s != "" && 'a' <= s[0] && s[0] <= 'z' }

func mark(lines []line, kind Kind) {
	for i := range lines {
		lines[i].kind, lines[i].guessed = kind, false
	}
}

// markRun gives the quoted lines from i on a kind and returns where they end.
func markRun(lines []line, i int, kind Kind) int {
	for ; i < len(lines) && (lines[i].kind == Quote || lines[i].blank()); i++ {
		lines[i].kind = kind
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
