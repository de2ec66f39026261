package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
)

// line is one line of a message before segmentation.
type line struct {
	text  string // text for the segment
	body  string // text without quote marks and surrounding space
	depth int    // quoting depth
	ruled bool   // HTML draws a rule above
	class

	labeled bool // fields is valid
	fields  part // header fields on the line
}

// class is the kind of a line, and the sign for the kind.
type class struct {
	kind    Kind
	why     string
	guessed bool
}

func (l line) blank() bool { return l.body == "" && l.depth == 0 }

// own reports whether l counts as the author's own so far.
func (l line) own() bool { return l.kind == Own && !l.blank() }

// fixed reports whether l is the author's own regardless of context.
func (l line) fixed() bool { return l.kind == Own && l.why == inColor }

// source returns the lines of a message, with quoted lines marked, and the text that the HTML
// hides.
func source(m *message.Message) (lines []line, hidden string) {
	if m.HTML != "" && strings.TrimSpace(m.Text) == "" {
		return htmlLines(m.HTML, "")
	}
	if m.HTML != "" && !m.Flowed && hasLongLine(m.Text) {
		if lines, hidden = htmlLines(m.HTML, ""); sameWords(m.Text, lines) {
			return lines, hidden
		}
	}
	text := strings.ReplaceAll(m.Text, "\r", "")
	if m.Flowed {
		text = unflow(text, m.DelSp)
	}
	return textLines(text), ""
}

// hasLongLine reports whether a text has a line that must have been several lines. Some phones
// lose line ends when they convert HTML to text.
func hasLongLine(text string) bool {
	const tooLong = 300
	for s := range strings.Lines(text) {
		if len(s) > tooLong {
			return true
		}
	}
	return false
}

// sameWords reports whether the lines of an HTML body have the words of text, in more lines.
func sameWords(text string, lines []line) bool {
	var body strings.Builder
	for _, l := range lines {
		body.WriteString(l.text[len(l.text)-len(strings.TrimLeft(l.text, "> ")):])
	}
	return strings.Count(text, "\n") < len(lines)/2 && letters(text) == letters(body.String())
}

// letters returns the letters and digits of a text.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

func textLines(text string) []line {
	text = strings.TrimRight(text, " \t\n")
	if text == "" {
		return nil
	}
	lines := make([]line, 0, strings.Count(text, "\n")+1)
	for s := range strings.SplitSeq(text, "\n") {
		lines = append(lines, newLine(s))
	}
	nameMarked(lines)
	for i := range lines {
		if lines[i].depth > 0 && !quotedAt(lines, i-1) && (escapedFrom(lines, i) || closesAddress(lines, i)) {
			lines[i].depth, lines[i].class = 0, class{kind: Own}
			lines[i].body = strings.TrimSpace(lines[i].text)
		}
	}
	return splitLines(lines)
}

// nameMark matches a quote mark with the name or initials of the quoted person: "LT> Hello".
var nameMark = lazyregexp.MustCompile(`^[ \t]{0,8}(\p{Lu}\pL{0,15})>+(?: |$)`)

// nameMarked marks lines as quoted that begin with the same name and a quote mark. A single
// such line does not count.
func nameMarked(lines []line) {
	found := map[string][]int{}
	for i, l := range lines {
		if at := strings.IndexByte(l.text[:min(len(l.text), 30)], '>'); at > 0 && l.depth == 0 {
			if m := nameMark.FindStringSubmatch(l.text); m != nil {
				found[m[1]] = append(found[m[1]], i)
			}
		}
	}
	for name, at := range found {
		for _, i := range at {
			if l := &lines[i]; len(at) > 1 {
				l.depth, l.body = unquote(strings.TrimPrefix(l.body, name))
				l.body = strings.TrimSpace(l.body)
				l.class = class{Quote, "lines marked with a name and >", true}
			}
		}
	}
}

// escapedFrom reports whether a line begins with ">From", the escape of mbox files for their
// separator (RFC 4155 appendix A). Flowed text has a space in front (RFC 3676).
func escapedFrom(lines []line, i int) bool {
	text := strings.TrimPrefix(lines[i].text, " ")
	return strings.HasPrefix(text, ">From ") && !quotedAt(lines, i+1)
}

// closesAddress reports whether the mark at the beginning of a line closes a wrapped address:
// "wrote Ann <ann@customer.test", ">:". The same holds if only the verb follows: "> wrote:".
func closesAddress(lines []line, i int) bool {
	if i == 0 || len(lines[i].text) > 80 || !strings.HasSuffix(lines[i].body, ":") {
		return false
	}
	if endsInVerb(lines[i].body) && len(lines[i].body) < 25 {
		return true
	}
	before := lines[i-1].body
	open := strings.LastIndexByte(before, '<')
	return open >= 0 && strings.Contains(before[open:], "@") && !strings.Contains(before[open:], ">")
}

func newLine(text string) line {
	l := line{text: text, class: class{kind: Own}}
	l.depth, l.body = unquote(text)
	l.body = strings.TrimSpace(strings.Map(spaceOrNothing, l.body))
	if isArrows(strings.TrimSpace(text)) {
		l.depth, l.body = 0, strings.TrimSpace(text)
	} else if l.depth > 0 && !strings.HasSuffix(l.body, "<<") { // ">>> like this <<<" is decoration
		l.class = class{kind: Quote, why: "lines marked with >"}
	} else {
		l.depth = 0
	}
	return l
}

// unquote returns the quoting depth of a line, and the text after the marks.
func unquote(s string) (depth int, rest string) {
	const deepest = 8 // largest indentation of quotes by a mail program, in columns
	for {
		t := strings.TrimLeft(s, " \t\u00a0\ufeff")
		if !strings.HasPrefix(t, ">") || depth == 0 && len(s)-len(t) > deepest {
			return depth, s
		}
		depth, s = depth+1, t[1:]
	}
}

func quotedAt(lines []line, i int) bool {
	return i >= 0 && i < len(lines) && lines[i].depth > 0
}

// spaceOrNothing replaces spaces and hyphens of all kinds with plain ones, and removes
// characters without width.
func spaceOrNothing(r rune) rune {
	switch {
	case r == '\u00a0' || r == '\u3000' || '\u2000' <= r && r <= '\u200a' || r == '\u202f':
		return ' '
	case r == '\u2010' || r == '\u2011':
		return '-'
	case r == '\u00ad' || r == '\ufeff' || '\u200b' <= r && r <= '\u200f' || '\u202a' <= r && r <= '\u202e' || '\u2060' <= r && r <= '\u2069':
		return -1
	case r == utf8.RuneError:
		return ' '
	}
	return r
}
