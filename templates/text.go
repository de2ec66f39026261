package templates

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

const (
	proseWidth = 76 // columns; with a fence before it, 78 (RFC 5322 §2.1.1)
	fenceMark  = "| "
)

// oneLine turns a text into a single line without control characters.
func oneLine(s string) string {
	if isOneLine(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	var marks markCount
	blank := false
	for _, r := range s {
		switch {
		case changesDirection(r), marks.exceeds(r):
		case unicode.IsControl(r), unicode.IsSpace(r):
			blank = b.Len() > 0
		default:
			if blank {
				b.WriteByte(' ')
				blank = false
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isOneLine reports whether oneLine would leave s unchanged. isOneLine returns false for text
// beyond ASCII.
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

// splitLines splits a text into lines and drops empty lines at the end. Each kind of line break
// counts, so that no line hides inside another.
func splitLines(s string) []string {
	if hasUnprintable(s) {
		s = lineBreaks.Replace(s)
	}
	return strings.Split(strings.TrimRight(s, "\n"), "\n")
}

var lineBreaks = lazy.Replacing("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n",
	"\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// printable removes control characters and invalid UTF-8.
func printable(s string) string {
	if !hasUnprintable(s) {
		return s
	}
	var marks markCount
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u2028' || r == '\u2029':
			return '\n'
		case isActedOn(r), marks.exceeds(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// cutSubject cuts a subject to the length of a header line (RFC 5322 §2.1.1). Some subjects
// contain text by others, and servers refuse mails with huge headers.
func cutSubject(subject string) string {
	const longest = 998
	if len(subject) <= longest {
		return subject
	}
	return strings.ToValidUTF8(subject[:longest], "") + "…"
}

// hasUnprintable reports whether printable would change s.
func hasUnprintable(s string) bool {
	var marks markCount
	for i := 0; i < len(s); {
		if c := s[i]; ' ' <= c && c <= '~' || c == '\n' {
			marks = 0
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || isActedOn(r) || marks.exceeds(r) {
			return true
		}
		i += size
	}
	return false
}

// maxMarks is the largest number of consecutive combining marks, more than any language uses
// on a letter.
const maxMarks = 6

// markCount counts the combining marks on a letter. Too many marks cover neighboring lines, and
// make a page wider than the screen.
type markCount int

// exceeds takes the next character and reports whether the character is one mark too many.
// Invisible characters do not end a run of marks.
func (p *markCount) exceeds(r rune) bool {
	switch {
	case r < '\u0300': // the first combining mark
		*p = 0
	case unicode.In(r, unicode.Mn, unicode.Me):
		*p++
	case !unicode.Is(unicode.Cf, r):
		*p = 0
	}
	return *p > maxMarks
}

func isActedOn(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.IsControl(r) || changesDirection(r)
}

// changesDirection reports whether a character changes the direction of text (Unicode Standard
// Annex #9 §2, explicit formatting). With such characters an author could make text look like
// other words. Right-to-left scripts work without them.
func changesDirection(r rune) bool {
	return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}

// isReply reports whether a subject begins with "Re:".
func isReply(subject string) bool {
	return len(subject) >= 3 && strings.EqualFold(subject[:3], "re:")
}

// fence marks each line as the words of another author.
func fence(s string) string {
	lines := splitLines(s)
	for i, line := range lines {
		lines[i] = strings.TrimRight(fenceMark+line, " \t")
	}
	return strings.Join(lines, "\n")
}

// leading matches the part of a line before its words: a fence, an indent, a list or change
// mark.
var leading = lazyregexp.MustCompile(`^(\| )?\s*([-+*•] |\d+[.)] )?\s*`)

// WrapText breaks the long lines of a text by a person, between words.
func WrapText(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, wrapLine(strings.TrimRight(line, "\r\n"))...)
	}
	return strings.Join(lines, "\n")
}

// wrapLine breaks a long line between words. Continuation lines get the indent of the first
// words. Words stay whole.
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
	if n := len(lines) - 1; n > 0 && isDecisionWord(lines[n]) { // as in a quotation: "TAKE OVER"
		if at := strings.LastIndexByte(lines[n-1], ' '); at > 0 {
			lines[n-1], lines[n] = lines[n-1][:at], lines[n-1][at+1:]+" "+lines[n]
		}
	}
	lines[0] = first + lines[0]
	for i := range lines[1:] {
		lines[i+1] = rest + lines[i+1]
	}
	return lines
}

// widthOf returns the allowed length of a line, in columns.
func widthOf(line string) int {
	if strings.HasPrefix(line, fenceMark) {
		return proseWidth + len(fenceMark)
	}
	return proseWidth
}

// wrap breaks s into lines of at most width columns.
func wrap(s string, width int) (lines []string) {
	if !isOneLine(s) {
		s = strings.Join(strings.Fields(s), " ")
	}
	for {
		end := fitting(s, width)
		lines = append(lines, s[:end])
		if end == len(s) {
			return lines
		}
		s = s[end+1:]
	}
}

// fitting returns the length in bytes of the words that fit into a line, at least of one word.
func fitting(s string, width int) int {
	if len(s) <= width {
		return len(s)
	}
	end, used := 0, 0
	for i, r := range s {
		if r == ' ' {
			end = i
		}
		if used >= width && end > 0 {
			return end
		}
		used++
	}
	return len(s)
}

// tidy wraps long lines of a printable text and removes superfluous blank lines.
func tidy(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	blank := 0 // pending blank lines
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

// decisionWords are the lines that could be a whole answer.
var decisionWords = lazy.Value[[]string]{New: func() []string {
	return strings.Split("accept,accepted,approve,approved,reject,rejected,edit,cancel,answer,take over,send,"+
		"hand back,order,skip,revise,replan,export,retry,continue,resend,leave,new,join,ignore,release,claim", ",")
}}

// fenceDecisions fences each line that is a bare decision word. A copy of the mail, quoted
// without marks, then decides nothing.
func fenceDecisions(text string) string {
	var b strings.Builder
	at, done := 0, 0 // beginning of the line; position up to which b is written
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

// isDecisionWord reports whether line is one of decisionWords, in any case and with any
// punctuation. Fenced lines are not.
func isDecisionWord(line string) bool {
	word := strings.TrimLeftFunc(line, func(r rune) bool { return r != '|' && !inWord(r) })
	word = strings.TrimRightFunc(word, func(r rune) bool { return !inWord(r) })
	const longest = 3 * len("take over") // a letter takes up to three bytes
	return len(word) <= longest && slices.ContainsFunc(decisionWords.Get(), func(w string) bool { return strings.EqualFold(w, word) })
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
