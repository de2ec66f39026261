package reply

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message/htmltext"
)

// Mail programs mark quotes, signatures and attributions in HTML by elements, classes and ids.
// structure rewrites a body, so that these marks survive the conversion to text. Quotes become
// block quotes. An element with a role gets a line of marks before and after. A rule becomes a
// line. The marks are private-use characters, which structure first removes from the body.
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

// htmlLines returns the lines of an HTML body, and the text that the HTML hides. Text in a color
// counts as the author's own; "" means no color.
func htmlLines(body, color string) (lines []line, hidden string) {
	rewritten, roles := structure(body, color)
	text, hidden := htmltext.Visible(rewritten)
	m := marking{roles: roles}
	all := textLines(text)
	lines = all[:0]
	for _, l := range all {
		if m.read(l.body) {
			continue
		}
		m.assign(&l)
		lines = append(lines, l)
	}
	return lines, hidden
}

// marking tracks the lines of marks in the text.
type marking struct {
	roles []role
	open  []opened
	rule  bool // a rule precedes the next line
}

// opened is an open element with a role.
type opened struct {
	role
	number  int  // of the element; increasing
	quoted  bool // heading: a quote has occurred inside
	forward bool // heading: a mark of a forward has occurred inside
}

// read reports whether s is a line of marks. The end of an element also ends all elements that
// began later. The end of an element with a hidden beginning ends nothing.
func (m *marking) read(s string) bool {
	mark, size := utf8.DecodeRuneInString(s)
	switch mark {
	case markOpen:
		number, index, _ := strings.Cut(s[size:], ".")
		n, _ := strconv.Atoi(number) // open wrote two numbers
		i, _ := strconv.Atoi(index)
		m.open = append(m.open, opened{role: m.roles[i], number: n})
	case markClose:
		n, _ := strconv.Atoi(s[size:])
		i, _ := slices.BinarySearchFunc(m.open, n, func(o opened, n int) int { return o.number - n })
		m.open = m.open[:i]
	case markRule:
		m.rule = true
	default:
		return false
	}
	return true
}

// assign assigns to a line the kind of the innermost role around the line. A line in a block
// quote stays quoted.
func (m *marking) assign(l *line) {
	m.trackHeadings(*l)
	if o, ok := m.innermost(); ok && o.kind == Own {
		l.text, l.depth, l.class = l.body, 0, class{Own, o.why, true}
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

// trackHeadings records in the open headings whether a line is quoted or forwarded.
func (m *marking) trackHeadings(l line) {
	for i := range m.open {
		if o := &m.open[i]; o.shape == heading && !o.quoted {
			o.quoted = l.depth > 0
			if s, ok := separator(l.body); ok && s.rest == Forward {
				o.forward, o.why = true, forwardHeading
			}
		}
	}
}

// innermost returns the role that applies here. A heading ends with its quote, unless the whole
// heading is a forward.
func (m *marking) innermost() (opened, bool) {
	for _, o := range slices.Backward(m.open) {
		if !o.quoted || o.forward {
			return o, true
		}
	}
	return opened{}, false
}

// structure rewrites body token by token, in linear time and for any nesting. An unclosed
// element ends with its parent.
func structure(body, color string) (rewritten string, roles []role) {
	w := rewriter{color: color, open: map[string]int{}, index: map[role]int{}}
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

// withoutMarks replaces the characters of marks, also as character references, with an
// invisible character. Removing them could join the surrounding characters to a new mark.
func withoutMarks(s string) string {
	if !strings.Contains(s, "&#") && !strings.ContainsAny(s, string([]rune{markOpen, markClose, markRule})) {
		return s
	}
	return markReference.ReplaceAllString(s, "\u200b")
}

// containers are the elements that can contain a quote or a signature. The end tag of a stray
// <b> must not end a quote.
var containers = lazy.Set("div blockquote table tbody tr td section article center pre body html form signature")

// loose are elements that are tracked only if they, or an outer element of the same name, have
// a role.
var loose = lazy.Set("span font")

const (
	maxQuotes = 20 // maximum depth of quotes
	maxMarked = 50 // maximum depth of roles; deeper elements have the innermost tracked role
)

// element is an open container.
type element struct {
	name   string
	tag    string // name in the rewritten HTML
	number int    // of its line of marks; 0: none
	quote  bool   // counts in rewriter.quotes
}

type rewriter struct {
	out    strings.Builder
	stack  []element
	open   map[string]int // number of open elements, by name
	quotes int            // number of open quotes
	marked int            // number of open elements with marks
	marks  int            // number of assigned element numbers
	roles  []role
	index  map[role]int // index in roles
	color  string       // color of the author's own text; "": none
}

func (w *rewriter) start(t html.Token, raw string) {
	r := roleOf(t)
	if w.color != "" && r.shape == plain {
		if own, ok := coloredRole(t, w.color); ok {
			r = own
		}
	}
	if r.shape == ruled {
		w.out.WriteString(ruleLine)
	}
	if !containers.Has(t.Data) && !(loose.Has(t.Data) && (r.shape != plain || w.open[t.Data] > 0)) {
		w.out.WriteString(raw)
		return
	}
	w.push(t.Data, raw, r)
}

// push writes the start of a container. push keeps the original tag, because the tag may hide
// the text. A block quote that is not a quote becomes another element.
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

// end closes the innermost open container with that name, and all elements inside.
func (w *rewriter) end(name, raw string) {
	if w.open[name] == 0 {
		if !containers.Has(name) {
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

// closeTo closes all containers on the stack from index depth on.
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
