package templates

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazyregexp"
)

const (
	proseWidth = 76 // columns; with a fence before it, RFC 5322 §2.1.1's 78
	fenceMark  = "| "
)

// oneLine makes any text a single line without control characters.
func oneLine(s string) string {
	if isOneLine(s) {
		return s
	}
	var marks pile
	s = strings.Map(func(r rune) rune {
		switch {
		case turnsAround(r), marks.tooHigh(r):
			return -1
		case isActedOn(r) || unicode.IsControl(r):
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// isOneLine reports whether s is what oneLine would make of it; not where there is
// more in it than ASCII.
func isOneLine(s string) bool {
	last := byte(' ')
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == ' ' && last == ' ' {
			return false
		}
		last = s[i]
	}
	return s == "" || last != ' '
}

// splitLines gives the lines of a text, without the empty ones at its end. What
// some program takes for a line break is one: else a line could hide in another.
func splitLines(s string) []string {
	if anyActedOn(s) {
		s = lineBreaks.Replace(s)
	}
	return strings.Split(strings.TrimRight(s, "\n"), "\n")
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// printable leaves out what a terminal or a mail program would act on instead of
// showing it, and what is not UTF-8.
func printable(s string) string {
	if utf8.ValidString(s) && !anyActedOn(s) {
		return s
	}
	var marks pile
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u2028' || r == '\u2029':
			return '\n'
		case isActedOn(r), marks.tooHigh(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// shortened cuts a subject to what fits a line of a header (RFC 5322 §2.1.1), as what
// others wrote stands in some: servers refuse mails with a header of many kilobytes.
func shortened(subject string) string {
	const longest = 998
	if len(subject) <= longest {
		return subject
	}
	return strings.ToValidUTF8(subject[:longest], "") + "…"
}

// anyActedOn reports whether there is anything in s that printable leaves out.
func anyActedOn(s string) bool {
	var marks pile
	for _, r := range s {
		if ' ' <= r && r <= '~' {
			marks = 0
			continue
		}
		if isActedOn(r) || marks.tooHigh(r) {
			return true
		}
	}
	return false
}

// mostMarks is how many combining marks may follow each other: more than any language puts
// on a letter.
const mostMarks = 6

// pile counts the combining marks on a letter. What somebody piles higher is drawn over
// the lines around it, and makes a page wider than any screen.
type pile int

// tooHigh takes the next character, and reports whether it is a mark too many. What shows
// nothing parts no marks from their letter.
func (p *pile) tooHigh(r rune) bool {
	switch {
	case r < '\u0300': // the first of them
		*p = 0
	case unicode.In(r, unicode.Mn, unicode.Me):
		*p++
	case !unicode.Is(unicode.Cf, r):
		*p = 0
	}
	return *p > mostMarks
}

func isActedOn(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.IsControl(r) || turnsAround(r)
}

// turnsAround holds for what has a reader see characters in another order than they stand in
// (Unicode Standard Annex #9 §2, explicit formatting): what somebody wrote could pass for other
// words, or what comes after it. Scripts that run from right to left need none of it.
func turnsAround(r rune) bool {
	return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}

// isReply reports whether a subject says already that it is an answer.
func isReply(subject string) bool {
	return len(subject) >= 3 && strings.EqualFold(subject[:3], "re:")
}

// fence marks each line as somebody else's words.
func fence(s string) string {
	lines := splitLines(s)
	for i, line := range lines {
		lines[i] = strings.TrimRight(fenceMark+line, " \t")
	}
	return strings.Join(lines, "\n")
}

// leading is what a line begins with before its words: a fence, an indent, and
// the mark of a list or of a changed line.
var leading = lazyregexp.MustCompile(`^(\| )?\s*([-+*•] |\d+[.)] )?\s*`)

// wrapLine breaks a line that is too long between words, and indents what
// follows like its first words. A word is never broken.
func wrapLine(line string) []string {
	rest, width := "", widthOf(line)
	if width > proseWidth {
		rest = fenceMark
	}
	if utf8.RuneCountInString(line) <= width {
		return []string{line}
	}
	first := leading.FindString(line)
	rest += strings.Repeat(" ", utf8.RuneCountInString(first)-len(rest))
	lines := wrap(line[len(first):], width-len(rest))
	for i := range lines {
		if i == 0 {
			lines[i] = first + lines[i]
		} else {
			lines[i] = rest + lines[i]
		}
	}
	return lines
}

// widthOf is how long a line may be, in columns.
func widthOf(line string) int {
	if strings.HasPrefix(line, fenceMark) {
		return proseWidth + len(fenceMark)
	}
	return proseWidth
}

// wrap fills lines of width columns with the words of s.
func wrap(s string, width int) []string {
	if utf8.RuneCountInString(s) <= width && isOneLine(s) {
		return []string{s}
	}
	words := strings.Fields(s)
	if len(words) == 0 {
		return []string{""}
	}
	var lines []string
	for len(words) > 0 {
		n := fitting(words, width)
		lines = append(lines, strings.Join(words[:n], " "))
		words = words[n:]
	}
	return lines
}

// fitting is how many of words fit into a line; the first always does.
func fitting(words []string, width int) int {
	used := -1
	for n, word := range words {
		used += 1 + utf8.RuneCountInString(word)
		if used > width && n > 0 {
			return n
		}
	}
	return len(words)
}

// tidy is the last touch to a printable text: long lines are wrapped, and blank lines
// that the layout left behind are closed up.
func tidy(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	blank := 0 // lines that were not written yet
	write := func(line string) {
		if line = strings.TrimRight(line, " \t"); line == "" {
			blank++
			return
		}
		if blank > 0 && b.Len() > 0 {
			b.WriteByte('\n')
		}
		blank = 0
		b.WriteString(line)
		b.WriteByte('\n')
	}
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) <= proseWidth {
			write(line)
			continue
		}
		for _, l := range wrapLine(line) {
			write(l)
		}
	}
	if b.Len() == 0 {
		return "\n"
	}
	return b.String()
}

// decisionWords are the lines that an answer could consist of.
var decisionWords = strings.Split("accept,accepted,approve,approved,reject,rejected,edit,cancel,answer,take over,send,"+
	"hand back,order,skip,revise,replan,export,retry,continue,resend,leave,new,join,ignore,release", ",")

// guard fences every line that is a bare decision word, wherever it came from,
// so that a copy of the mail quoted without marks decides nothing.
func guard(text string) string {
	var b strings.Builder
	at, done := 0, 0 // where the line begins, and what is in b
	for line := range strings.SplitSeq(text, "\n") {
		if isDecisionWord(line) {
			b.WriteString(text[done:at] + fenceMark + strings.TrimSpace(line))
			done = at + len(line)
		}
		at += len(line) + 1
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

// isDecisionWord reports whether line holds one word of decisionWords, in any case
// and among any signs, and nothing else; a fenced line is none.
func isDecisionWord(line string) bool {
	word := strings.TrimLeftFunc(line, func(r rune) bool { return r != '|' && !inWord(r) })
	word = strings.TrimRightFunc(word, func(r rune) bool { return !inWord(r) })
	const longest = 3 * len("take over") // a letter may take three octets
	return len(word) <= longest && slices.ContainsFunc(decisionWords, func(w string) bool { return strings.EqualFold(w, word) })
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
