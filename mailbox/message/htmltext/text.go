package htmltext

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ppamaild/mailbox/message/charset"
)

// Text returns the visible text of an HTML body as plain text with LF line ends. Block elements
// get their own lines, tabs separate table cells, list items keep their numbers, and "> "
// precedes each line of a block quote. Text omits hidden text. It never fails, and an unclosed
// element loses nothing.
func Text(source string) string {
	text, _ := Visible(source)
	return text
}

// Visible is Text, and also returns the words that a style or an attribute hides, on one line.
func Visible(source string) (text, hidden string) {
	w := &htmlWalker{}
	w.out.Grow(len(source) / 2)
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

// htmlWalker writes the text while it reads the tags. It builds no tree, because html.Parse
// fails at 512 open elements.
type htmlWalker struct {
	open      openElements
	out       strings.Builder
	line      bytes.Buffer
	space     bool            // a space is due before the next word
	concealed strings.Builder // hidden words, without metadata
	begun     bool            // the table cell has words
	parts     bool            // a paragraph of the cell has ended; the rest of the cell starts a new line
	mark      string          // mark of a list item, due before its first word
	gap       int             // an empty line at the lowest quote depth, gap-1, is due before the next line; 0: none
}

func (w *htmlWalker) start(t html.Token) {
	w.open.imply(t.DataAtom)
	if isVoid(t.DataAtom) {
		w.layout(t.DataAtom)
		return
	}
	// Text before the start of an element belongs outside it, at the outer quote depth.
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

// itemMark returns the mark before a list item: its number or a dash. Answers refer to these
// numbers, and the text holds them nowhere else.
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

// startCell separates a cell from the cells before it in its row. An empty cell between two
// others becomes a blank between tabs.
func (w *htmlWalker) startCell() {
	if bytes.HasSuffix(w.line.Bytes(), []byte("\t")) {
		w.line.WriteByte(' ')
	}
	if w.line.Len() > 0 {
		w.line.WriteByte('\t')
	}
	w.space = false
}

// layout ends the line or the cell at a tag that ends lines or cells.
func (w *htmlWalker) layout(a atom.Atom) {
	switch {
	case w.open.hides():
	case a == atom.Br:
		w.writeLine()
	case isCell(a):
		w.space, w.begun, w.parts = true, false, false
	case a == atom.P && w.open.count[atom.Td]+w.open.count[atom.Th] > 0:
		// Office programs put each cell in a paragraph, which must not split the row.
		w.parts, w.space = w.begun, true
	case isBlock(a):
		w.endLine()
		if a == atom.P || a == atom.Blockquote || isHeading(a) {
			w.leaveGap()
		}
	}
}

// text adds text and collapses its white space, except in pre.
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
	w.space = w.space || collapses(rune(text[0]))
	for word := range strings.FieldsFuncSeq(text, collapses) {
		w.startPart()
		if w.space && w.line.Len() > 0 && !bytes.HasSuffix(w.line.Bytes(), []byte("\t")) {
			w.line.WriteByte(' ')
		}
		w.startItem()
		w.line.WriteString(strings.Map(visible, word))
		w.space = true
	}
	last, _ := utf8.DecodeLastRuneInString(text)
	w.space = collapses(last)
}

// startItem writes the mark of a list item on the line of its first word, even if that word is
// in a paragraph.
func (w *htmlWalker) startItem() {
	w.line.WriteString(w.mark)
	w.mark = ""
}

// startPart starts a new line if a paragraph of this cell ended before the next word.
func (w *htmlWalker) startPart() {
	if w.parts {
		w.endLine()
		w.leaveGap()
	}
	w.begun, w.parts = true, false
}

// maxConcealed is the approximate maximum of hidden text that conceal keeps, in bytes.
const maxConcealed = 64 << 10

// conceal stores the words of hidden text.
func (w *htmlWalker) conceal(text string) {
	for word := range strings.FieldsSeq(strings.Map(visible, text)) {
		if w.concealed.Len() > maxConcealed {
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
	if len(bytes.TrimSpace(w.line.Bytes())) > 0 {
		w.writeLine()
	}
	w.line.Reset()
	w.space = false
}

// writeLine ends the current line. Consecutive empty lines become one.
func (w *htmlWalker) writeLine() {
	defer w.line.Reset()
	line := bytes.TrimRight(w.line.Bytes(), " \t")
	w.space = false
	if len(line) == 0 {
		w.leaveGap()
		return
	}
	if w.gap > 0 && w.out.Len() > 0 {
		w.out.WriteString(strings.TrimRight(quoteMarks(min(w.gap-1, w.depth())), " ") + "\n")
	}
	w.gap = 0
	w.out.WriteString(quoteMarks(w.depth()))
	w.out.Write(line)
	w.out.WriteByte('\n')
}

// leaveGap requests an empty line. A line between two quotes belongs to the outer quote.
func (w *htmlWalker) leaveGap() {
	if w.gap == 0 || w.depth() < w.gap-1 {
		w.gap = w.depth() + 1
	}
}

func (w *htmlWalker) depth() int { return min(w.open.count[atom.Blockquote], maxQuoteDepth) }

func quoteMarks(depth int) string { return strings.Repeat("> ", depth) }

const maxQuoteDepth = 20

// collapses reports whether r is white space of HTML. A no-break space is not.
func collapses(r rune) bool {
	return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f'
}

// visible drops characters without a glyph, which can split a word.
func visible(r rune) rune {
	switch {
	case isBlankMark(r), r == '\u200c', r == '\u200d', r == 0:
		return -1
	case r == '\u00a0':
		return ' '
	}
	return r
}

// isBlankMark reports whether r never shows. Programs put such characters at possible line
// breaks, and a sender can use them to write text that only programs read.
func isBlankMark(r rune) bool {
	switch r {
	case '\u00ad', '\u034f', '\u200b', '\u2060', '\ufeff':
		return true
	}
	return '\U000e0000' <= r && r <= '\U000e007f' // tags: a complete alphabet
}

// WithoutBlanks returns text without the characters that never show.
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
