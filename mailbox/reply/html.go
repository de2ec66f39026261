package reply

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message/htmltext"
)

// In HTML, mail programs say what is quoted, signed or introduced by elements,
// classes and ids. structure rewrites a body so that this survives its turning
// into text: quotes become block quotes, what has a role is put between two lines
// of marks, and a rule becomes a line of its own. Marks are private characters,
// which are taken out of the body first.
const (
	markOpen  = '\ue000' // followed by the number of the element and the index of its role
	markClose = '\ue001' // followed by the number of the element
	markRule  = '\ue002'
)

const ruleLine = "<div>" + string(markRule) + "</div>"

func openLine(number, role int) string {
	return "<div>" + string(markOpen) + strconv.Itoa(number) + "." + strconv.Itoa(role) + "</div>"
}

func closeLine(number int) string {
	return "<div>" + string(markClose) + strconv.Itoa(number) + "</div>"
}

// htmlLines returns the lines of an HTML body, and its text that is not shown.
func htmlLines(body string) (lines []line, hidden string) { return linesOf(body, "") }

// linesOf returns the same, with what is in a colour as the author's own; "" is none.
func linesOf(body, colour string) (lines []line, hidden string) {
	rewritten, roles := structure(body, colour)
	text, hidden := htmltext.Visible(rewritten)
	m := marking{roles: roles}
	all := textLines(text)
	lines = all[:0]
	for _, l := range all {
		if m.read(l.body) {
			continue
		}
		m.give(&l)
		lines = append(lines, l)
	}
	return lines, hidden
}

// marking follows the lines of marks in the text.
type marking struct {
	roles []role
	open  []opened
	rule  bool // one was drawn above what comes next
}

// opened is an element with a role whose end is still to come.
type opened struct {
	role
	number  int  // of the element; increases from one to the next
	quoted  bool // heading: a quote has stood in it
	forward bool // heading: it says of itself that it was forwarded
}

// read reports whether s is a line of marks. The end of an element also ends
// those that began after it, and no other: one whose beginning was hidden ends
// nothing around it.
func (m *marking) read(s string) bool {
	mark, size := utf8.DecodeRuneInString(s)
	number, index, _ := strings.Cut(s[size:], ".")
	n, _ := strconv.Atoi(number)
	switch mark {
	case markOpen:
		i, _ := strconv.Atoi(index)
		m.open = append(m.open, opened{role: m.roles[i], number: n})
	case markClose:
		i, _ := slices.BinarySearchFunc(m.open, n, func(o opened, n int) int { return o.number - n })
		m.open = m.open[:i]
	case markRule:
		m.rule = true
	default:
		return false
	}
	return true
}

// give gives a line the kind of the innermost of the roles that it stands in; one
// within a block quote stays quoted.
func (m *marking) give(l *line) {
	m.follow(*l)
	if o, ok := m.innermost(); ok && o.kind == Own {
		l.text, l.depth, l.sort = l.body, 0, sort{Own, o.why, true}
	} else if l.kind == Own {
		if o, ok := m.innermost(); ok {
			l.kind, l.why = o.kind, o.why
		}
	} else if i := slices.IndexFunc(m.open, func(o opened) bool { return o.shape == quoting }); i >= 0 {
		l.why = m.open[i].why
	}
	if !l.blank() {
		l.ruled, m.rule = m.rule, false
	}
}

// follow notes in the open headings what a line that stands in them says.
func (m *marking) follow(l line) {
	for i := range m.open {
		if o := &m.open[i]; o.shape == heading && !o.quoted {
			o.quoted = l.depth > 0
			if s, ok := separator(l.body); ok && s.rest == Forward {
				o.forward, o.why = true, forwardHeading
			}
		}
	}
}

// innermost returns the role that counts here. A heading is over with its quote,
// but where all of it is a forward.
func (m *marking) innermost() (opened, bool) {
	for _, o := range slices.Backward(m.open) {
		if !o.quoted || o.forward {
			return o, true
		}
	}
	return opened{}, false
}

// structure rewrites body token by token, in linear time: no nesting is too
// deep, and an element left open ends with its parent.
func structure(body, colour string) (rewritten string, roles []role) {
	w := rewriter{colour: colour, open: map[string]int{}, index: map[role]int{}}
	w.out.Grow(len(body) + len(body)/2)
	z := html.NewTokenizer(strings.NewReader(withoutMarks(body)))
	for {
		switch z.Next() {
		case html.ErrorToken:
			w.out.Write(z.Raw())
			w.closeTo(0)
			return w.out.String(), w.roles
		case html.StartTagToken, html.SelfClosingTagToken:
			raw := string(z.Raw())
			w.start(z.Token(), raw)
		case html.EndTagToken:
			raw := string(z.Raw())
			w.end(z.Token().Data, raw)
		default:
			w.out.Write(z.Raw())
		}
	}
}

var markReference = lazyregexp.MustCompile(`(?i)&#(?:x0*e00[012]|0*5734[456]);?|[` + string(markOpen) + string(markClose) + string(markRule) + `]`)

// withoutMarks replaces the characters that serve as marks, also where they are
// written as character references, by one that is not shown: were they only
// taken out, what stood around one could make another.
func withoutMarks(s string) string {
	if !strings.Contains(s, "&#") && !strings.ContainsAny(s, string([]rune{markOpen, markClose, markRule})) {
		return s
	}
	return markReference.ReplaceAllString(s, "\u200b")
}

// containers are the elements that can hold what is set apart. The end
// tag of a stray <b> must not end a quote.
var containers = wordsOf("div blockquote table tbody tr td section article center pre body html form signature")

// loose are elements that are tracked only where they have a role, or stand in
// one of their name that has.
var loose = wordsOf("span font")

const (
	maxQuotes = 20 // bounds the depth of quoting that is kept
	maxMarked = 50 // bounds how deep roles are followed: what is deeper has the last one's
)

// element is an open container.
type element struct {
	name   string
	tag    string // the name under which it is written
	number int    // of its line of marks; 0: none
	quote  bool   // counts as one of rewriter.quotes
}

type rewriter struct {
	out    strings.Builder
	stack  []element
	open   map[string]int // how many of each name are on the stack
	quotes int            // how many of them are quotes
	marked int            // how many of them have marks
	marks  int            // numbers given to elements
	roles  []role
	index  map[role]int // where in roles
	colour string       // of what is the author's own; "": of nothing
}

func (w *rewriter) start(t html.Token, raw string) {
	r := roleOf(t)
	if own, ok := colouredRole(t, w.colour); ok && w.colour != "" && r.shape == plain {
		r = own
	}
	if r.shape == ruled {
		w.out.WriteString(ruleLine)
	}
	if !containers[t.Data] && !(loose[t.Data] && (r.shape != plain || w.open[t.Data] > 0)) {
		w.out.WriteString(raw)
		return
	}
	w.push(t.Data, raw, r)
}

// push writes the start of a container: its own tag, as that may hide it, unless
// it is a block quote that is no quote.
func (w *rewriter) push(name, raw string, r role) {
	e := element{name: name, tag: name, quote: r.shape == quoting && w.quotes < maxQuotes}
	if name == "blockquote" && !e.quote {
		e.tag, raw = "div", "<div"+raw[len("<blockquote"):]
	}
	w.out.WriteString(raw)
	if e.quote {
		w.quotes++
		if name != "blockquote" {
			w.out.WriteString("<blockquote>")
		}
	}
	if (e.quote || r.shape == marked || r.shape == heading) && w.marked < maxMarked {
		w.marked++
		w.marks++
		e.number = w.marks
		w.out.WriteString(openLine(e.number, w.indexOf(r)))
	}
	w.stack = append(w.stack, e)
	w.open[name]++
}

func (w *rewriter) indexOf(r role) int {
	i, known := w.index[r]
	if !known {
		i = len(w.roles)
		w.index[r] = i
		w.roles = append(w.roles, r)
	}
	return i
}

// end closes the innermost open container of that name, and what is open in it.
func (w *rewriter) end(name, raw string) {
	if w.open[name] == 0 {
		if !containers[name] {
			w.out.WriteString(raw)
		}
		return
	}
	i := len(w.stack) - 1
	for w.stack[i].name != name {
		i--
	}
	w.closeTo(i)
}

// closeTo closes all containers from index depth of the stack on.
func (w *rewriter) closeTo(depth int) {
	for i := len(w.stack) - 1; i >= depth; i-- {
		e := w.stack[i]
		if e.number > 0 {
			w.out.WriteString(closeLine(e.number))
			w.marked--
		}
		if e.quote && e.name != "blockquote" {
			w.out.WriteString("</blockquote>")
		}
		w.out.WriteString("</" + e.tag + ">")
		w.open[e.name]--
		if e.quote {
			w.quotes--
		}
	}
	w.stack = w.stack[:depth]
}
