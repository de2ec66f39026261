package reply

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"ppamaild/mailbox"
)

// In HTML, mail programs say what is quoted, signed or introduced by elements,
// classes and ids. structure rewrites a body so that this survives its turning
// into text: quotes become block quotes, and what else is set apart is put
// between two lines of marks, which are taken out of the body first.
const (
	markOpen  = '\ue000' // followed by the letter of a kind
	markClose = '\ue001'
)

var markKinds = map[rune]Kind{'a': Attribution, 's': Signature, 'q': Quote, 'f': Forward}

// htmlLines returns the lines of an HTML body.
func htmlLines(body string) []line {
	var lines []line
	var open []Kind
	for _, l := range textLines(mailbox.HTMLText(structure(body))) {
		switch r := []rune(l.body[:min(len(l.body), 8)]); {
		case len(r) == 2 && r[0] == markOpen:
			open = append(open, markKinds[r[1]])
		case len(r) == 1 && r[0] == markClose:
			open = open[:max(0, len(open)-1)]
		default:
			if len(open) > 0 && l.kind == Own {
				l.kind = open[len(open)-1]
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// structure rewrites body token by token, in linear time: no nesting is too
// deep, and an element left open ends with its parent.
func structure(body string) string {
	w := rewriter{open: map[string]int{}}
	z := html.NewTokenizer(strings.NewReader(withoutMarks(body)))
	for {
		switch z.Next() {
		case html.ErrorToken:
			w.out.Write(z.Raw())
			w.closeTo(0)
			return w.out.String()
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

var markReference = regexp.MustCompile(`(?i)&#(?:x0*e00[01]|0*5734[45]);?`)

// withoutMarks removes the characters that serve as marks, also where they are
// written as character references.
func withoutMarks(s string) string {
	s = strings.NewReplacer(string(markOpen), "", string(markClose), "").Replace(s)
	return markReference.ReplaceAllString(s, "")
}

// containers are the elements that can hold what is set apart. Only these are
// tracked: the end tag of a stray <b> must not end a quote.
var containers = wordsOf("div blockquote table tbody tr td section article center pre body html form")

// maxQuotes bounds the depth of quoting that is kept.
const maxQuotes = 20

// element is an open container.
type element struct {
	name  string
	close string // what its end tag becomes; empty: it stays
	quote bool
}

type rewriter struct {
	out     strings.Builder
	stack   []element
	open    map[string]int // how many of each name are on the stack
	quotes  int            // how many of them are quotes
	heading int            // 1 + index of the container whose first quote is still to come; 0: none
}

func (w *rewriter) start(t html.Token, raw string) {
	if !containers[t.Data] {
		w.out.WriteString(raw)
		return
	}
	role := roleOf(t)
	if role == quotes && w.heading > 0 {
		w.out.WriteString(marks(Quote).close)
		w.stack[w.heading-1].close = ""
		w.heading = 0
	}
	e := element{name: t.Data, close: role.close, quote: role == quotes && w.quotes < maxQuotes}
	switch {
	case role == nothing:
		w.out.WriteString(raw)
	case role == quotes && !e.quote:
		e.close = "</div>"
		w.out.WriteString("<div>")
	default:
		w.out.WriteString(role.open)
	}
	w.push(e)
	if role == heading {
		w.heading = len(w.stack)
	}
}

func (w *rewriter) push(e element) {
	w.stack = append(w.stack, e)
	w.open[e.name]++
	if e.quote {
		w.quotes++
	}
}

// end closes the innermost open container of that name, and what is open in it.
func (w *rewriter) end(name, raw string) {
	if !containers[name] {
		w.out.WriteString(raw)
		return
	}
	if w.open[name] == 0 {
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
		if e.close == "" {
			e.close = "</" + e.name + ">"
		}
		w.out.WriteString(e.close)
		w.open[e.name]--
		if e.quote {
			w.quotes--
		}
		if w.heading == i+1 {
			w.heading = 0
		}
	}
	w.stack = w.stack[:depth]
}
