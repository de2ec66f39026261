package htmltext

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// openElements is the stack of open elements of the HTML standard (§13.2.4.2), reduced to the
// elements that make text hidden or quoted. The zero value is empty.
type openElements struct {
	stack  []element
	count  map[atom.Atom]int // elements in the stack, by kind
	hidden int               // hidden elements in the stack
	meta   int               // elements in the stack without body text
}

type element struct {
	kind   atom.Atom
	hidden bool
	meta   bool
	colors colors
	list   int // position in the stack of the innermost list, from 1; 0: none
	next   int // number of the list's next item; 0: no numbers
}

// hides reports whether text at this position is invisible.
func (o *openElements) hides() bool { return o.hidden > 0 || o.colors().same() }

// conceals reports whether only a style or an attribute hides the text at this position.
func (o *openElements) conceals() bool { return o.meta == 0 && o.hides() }

// colors returns the colors of text at this position.
func (o *openElements) colors() colors {
	if len(o.stack) == 0 {
		return colors{}
	}
	return o.stack[len(o.stack)-1].colors
}

func (o *openElements) push(t html.Token) {
	e := element{kind: t.DataAtom, hidden: isHidden(t), meta: isUnshown(t.DataAtom), colors: o.colors().of(t)}
	if len(o.stack) > 0 {
		e.list = o.stack[len(o.stack)-1].list
	}
	if isList(e.kind) {
		e.list, e.next = len(o.stack)+1, firstNumber(t)
	}
	if o.count == nil {
		o.count = map[atom.Atom]int{}
	}
	o.stack = append(o.stack, e)
	o.count[e.kind]++
	if e.hidden {
		o.hidden++
	}
	if e.meta {
		o.meta++
	}
}

// itemNumber counts the next item and returns its number, or 0 for a list without numbers.
func (o *openElements) itemNumber(item html.Token) int {
	at := o.stack[len(o.stack)-1].list
	if at == 0 || o.stack[at-1].next == 0 {
		return 0
	}
	list := &o.stack[at-1]
	n := numberOf(item, "value", list.next)
	list.next = n + 1
	return n
}

// firstNumber returns the number of a list's first item, or 0 for a list with bullets or
// letters.
func firstNumber(list html.Token) int {
	if list.DataAtom != atom.Ol {
		return 0
	}
	for _, a := range list.Attr {
		if a.Key == "type" && a.Val != "1" {
			return 0
		}
	}
	return numberOf(list, "start", 1)
}

// numberOf returns the positive number in an attribute, or otherwise.
func numberOf(t html.Token, name string, otherwise int) int {
	const most = 9999
	for _, a := range t.Attr {
		if n, err := strconv.Atoi(strings.TrimSpace(a.Val)); a.Key == name && err == nil && n > 0 && n <= most {
			return n
		}
	}
	return otherwise
}

func (o *openElements) popTo(length int) {
	for _, e := range o.stack[length:] {
		o.count[e.kind]--
		if e.hidden {
			o.hidden--
		}
		if e.meta {
			o.meta--
		}
	}
	o.stack = o.stack[:length]
}

// maxSearch bounds the search for the element that an end tag closes. Without it a row of end
// tags would take quadratic time.
const maxSearch = 1000

// close handles an end tag. An inline end tag closes nothing outside its block, and no end tag
// closes a block outside its table cell. So a stray tag cannot end a quote or hidden text.
func (o *openElements) close(a atom.Atom) {
	if o.count[a] == 0 {
		return
	}
	for i := len(o.stack) - 1; i >= max(0, len(o.stack)-maxSearch); i-- {
		kind := o.stack[i].kind
		switch {
		case kind == a:
			o.popTo(i)
			return
		case !isBlock(a) && isBlock(kind), isCell(kind) && !isTable(a):
			return
		}
	}
}

// imply closes the elements that the start of another element closes.
func (o *openElements) imply(a atom.Atom) {
	if o.count[atom.Head] > 0 && !isMetadata(a) {
		o.close(atom.Head)
	}
	switch {
	case a == atom.Td || a == atom.Th || a == atom.Tr:
		o.closeWithin(a, atom.Table)
	case a == atom.Li:
		o.closeWithin(a, atom.Ul, atom.Ol, atom.Blockquote)
	case isBlock(a):
		o.closeWithin(atom.P, atom.Table, atom.Td, atom.Th, atom.Blockquote, atom.Div, atom.Li)
	}
}

// closeWithin closes the innermost element of kind a, unless one of bounds is nearer. A cell
// also ends with its sibling of the other kind and with its row.
func (o *openElements) closeWithin(a atom.Atom, bounds ...atom.Atom) {
	if o.count[a] == 0 && !(isCell(a) && o.count[atom.Td]+o.count[atom.Th] > 0) {
		return
	}
	for i := len(o.stack) - 1; i >= max(0, len(o.stack)-maxSearch); i-- {
		kind := o.stack[i].kind
		switch {
		case kind == a, isCell(a) && isCell(kind):
			o.popTo(i)
			return
		case slices.Contains(bounds, kind):
			return
		}
	}
}

func isList(a atom.Atom) bool { return a == atom.Ol || a == atom.Ul || a == atom.Menu || a == atom.Dir }

func isCell(a atom.Atom) bool { return a == atom.Td || a == atom.Th }

func isTable(a atom.Atom) bool {
	return isCell(a) || a == atom.Table || a == atom.Tr || a == atom.Tbody || a == atom.Thead || a == atom.Tfoot
}

func isVoid(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link,
		atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

func isMetadata(a atom.Atom) bool {
	switch a {
	case atom.Head, atom.Base, atom.Link, atom.Meta, atom.Noscript, atom.Script, atom.Style, atom.Template, atom.Title:
		return true
	}
	return false
}

func isHeading(a atom.Atom) bool {
	switch a {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd, atom.Div,
		atom.Dl, atom.Dt, atom.Fieldset, atom.Footer, atom.Form, atom.Head, atom.Header, atom.Hr, atom.Html,
		atom.Li, atom.Main, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section, atom.Ul:
		return true
	}
	return isTable(a) || isHeading(a)
}
