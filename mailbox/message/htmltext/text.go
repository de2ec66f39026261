package htmltext

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ppamaild/mailbox/message/charset"
)

// Text returns what a person sees of an HTML body, as plain text with LF line
// ends: block elements on lines of their own, table cells apart, items of lists with
// their numbers, block quotes with "> " before each line. What is hidden is left out, as it was not meant to
// be read by a person. It never fails, and an element that is not closed loses
// nothing.
func Text(source string) string {
	text, _ := Visible(source)
	return text
}

// Visible is Text, and returns the words, on one line, that were left out
// because a style or an attribute hides them.
func Visible(source string) (text, hidden string) {
	w := &htmlWalker{}
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			w.endLine()
			return strings.Trim(w.out.String(), "\n"), w.concealed.String()
		case html.TextToken:
			w.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			w.start(z.Token())
		case html.EndTagToken:
			w.end(z.Token().DataAtom)
		}
	}
}

// htmlWalker writes text as the tags go by. It needs no tree: html.Parse fails at
// 512 open elements.
type htmlWalker struct {
	open      openElements
	out       strings.Builder
	line      strings.Builder
	space     bool            // white space is due before the next word
	concealed strings.Builder // words that were left out and are not metadata
	begun     bool            // the cell of a table has words
	parts     bool            // a paragraph of a cell has ended; what follows in that cell starts a line
	mark      string          // of an item of a list, due before its first word
	gap       int             // an empty line, at the least quote depth of gap-1, is due before the next line; 0: none
}

func (w *htmlWalker) start(t html.Token) {
	w.open.imply(t.DataAtom)
	if isVoid(t.DataAtom) {
		w.layout(t.DataAtom)
		return
	}
	// What comes before an element starts is written outside of it, under the
	// quote depth that holds there.
	if !w.open.hides() {
		w.layout(t.DataAtom)
	}
	w.open.push(t)
	if isCell(t.DataAtom) && !w.open.hides() {
		w.startCell()
	}
	if t.DataAtom == atom.Li && !w.open.hides() {
		w.mark = w.itemMark(t)
	}
}

// itemMark is what stands before an item of a list: its number, as answers refer to it
// and may have it from nowhere else, or a dash.
func (w *htmlWalker) itemMark(t html.Token) string {
	if n := w.open.itemNumber(t); n > 0 {
		return strconv.Itoa(n) + ". "
	}
	return "- "
}

func (w *htmlWalker) end(a atom.Atom) {
	if !w.open.hides() {
		w.layout(a)
	}
	w.open.close(a)
	if a == atom.Li || isList(a) {
		w.mark = ""
	}
}

// startCell parts a cell from those before it in its row; an empty one between two is a blank between their tabs.
func (w *htmlWalker) startCell() {
	if strings.HasSuffix(w.line.String(), "\t") {
		w.line.WriteByte(' ')
	}
	if w.line.Len() > 0 {
		w.line.WriteByte('\t')
	}
	w.space = false
}

// layout ends the line, or a cell, where a tag of this kind does.
func (w *htmlWalker) layout(a atom.Atom) {
	switch {
	case w.open.hides():
	case a == atom.Br:
		w.writeLine()
	case isCell(a):
		w.space, w.begun, w.parts = true, false, false
	case a == atom.P && w.open.count[atom.Td]+w.open.count[atom.Th] > 0:
		// Office programs make a paragraph of each cell, which must not part a row.
		w.parts, w.space = w.begun, true
	case isBlock(a):
		w.endLine()
		if a == atom.P || a == atom.Blockquote || isHeading(a) {
			w.leaveGap()
		}
	}
}

// text adds text, its white space collapsed but in pre.
func (w *htmlWalker) text(text string) {
	if w.open.hides() || text == "" {
		if w.open.conceals() {
			w.conceal(text)
		}
		return
	}
	if w.open.count[atom.Pre] > 0 {
		w.startItem()
		for i, line := range strings.Split(charset.PlainLines(text), "\n") {
			if i > 0 {
				w.writeLine()
			}
			w.line.WriteString(strings.Map(visible, line))
		}
		return
	}
	for i, word := range strings.FieldsFunc(text, collapses) {
		w.startPart()
		if (i > 0 || w.space || collapses(rune(text[0]))) && w.line.Len() > 0 && !strings.HasSuffix(w.line.String(), "\t") {
			w.line.WriteByte(' ')
		}
		w.startItem()
		w.line.WriteString(strings.Map(visible, word))
		w.space = false
	}
	last, _ := utf8.DecodeLastRuneInString(text)
	w.space = w.space || collapses(last)
}

// startItem writes what stands before an item, beside its first word, which may be in a
// paragraph of its own.
func (w *htmlWalker) startItem() {
	w.line.WriteString(w.mark)
	w.mark = ""
}

// startPart starts a line where a paragraph of this cell ended before the next word.
func (w *htmlWalker) startPart() {
	if w.parts {
		w.endLine()
		w.leaveGap()
	}
	w.begun, w.parts = true, false
}

// mostConcealed is how many bytes of what is not shown are kept, or a few more.
const mostConcealed = 64 << 10

// conceal notes the words of text that is not shown.
func (w *htmlWalker) conceal(text string) {
	for word := range strings.FieldsSeq(strings.Map(visible, text)) {
		if w.concealed.Len() > mostConcealed {
			return
		}
		if w.concealed.Len() > 0 {
			w.concealed.WriteByte(' ')
		}
		w.concealed.WriteString(word)
	}
}

// endLine ends a line that has begun.
func (w *htmlWalker) endLine() {
	if strings.TrimSpace(w.line.String()) != "" {
		w.writeLine()
	}
	w.line.Reset()
	w.space = false
}

// writeLine ends a line, empty or not; empty ones in a row become one.
func (w *htmlWalker) writeLine() {
	line := strings.TrimRight(w.line.String(), " \t")
	w.line.Reset()
	w.space = false
	if line == "" {
		w.leaveGap()
		return
	}
	if w.gap > 0 && w.out.Len() > 0 {
		w.out.WriteString(strings.TrimRight(quoteMarks(min(w.gap-1, w.depth())), " ") + "\n")
	}
	w.gap = 0
	w.out.WriteString(quoteMarks(w.depth()) + line + "\n")
}

// leaveGap asks for an empty line, which belongs to the outer of two quotes.
func (w *htmlWalker) leaveGap() {
	if w.gap == 0 || w.depth() < w.gap-1 {
		w.gap = w.depth() + 1
	}
}

func (w *htmlWalker) depth() int { return min(w.open.count[atom.Blockquote], maxQuoteDepth) }

func quoteMarks(depth int) string { return strings.Repeat("> ", depth) }

const maxQuoteDepth = 20

// collapses holds for the white space of HTML; a no-break space is none.
func collapses(r rune) bool {
	return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f'
}

// visible drops characters without a glyph, which may cut words from the inside.
func visible(r rune) rune {
	switch {
	case isBlankMark(r), r == '\u200c', r == '\u200d', r == 0:
		return -1
	case r == '\u00a0':
		return ' '
	}
	return r
}

// isBlankMark holds for characters that never show: programs put them where a word may
// break, and somebody may write in them what a program reads and no person sees.
func isBlankMark(r rune) bool {
	switch r {
	case '\u00ad', '\u034f', '\u200b', '\u2060', '\ufeff':
		return true
	}
	return '\U000e0000' <= r && r <= '\U000e007f' // tags, a whole alphabet of them
}

// WithoutBlanks is text without what never shows in it.
func WithoutBlanks(text string) string {
	if !strings.ContainsFunc(text, isBlankMark) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isBlankMark(r) {
			return -1
		}
		return r
	}, text)
}

// IsVisible reports whether r shows as more than a space.
func IsVisible(r rune) bool { return !unicode.IsSpace(r) && visible(r) >= 0 }
