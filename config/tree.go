package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// position is a place in the file; both count from 1, columns in bytes.
type position struct{ line, column int }

// node is one value of the file and where it stands.
type node struct {
	kind  unstable.Kind    // Table whether inline or not, Array whether of tables or not
	key   position         // of its key; of an element, of the element
	value position         // of its value; of a table, of its header
	text  string           // of a scalar: as written, or what the quotes hold
	list  []*node          // of an Array
	table map[string]*node // of a Table

	lines  bool       // it may be of several lines, as it goes to no header and no server of mail
	secret bool       // it holds a secret, or says where one is: people put the secret itself there
	again  []position // where else the file states its key; what stands first counts
	opened bool       // a table: a header in brackets names it
}

func newTable(at position) *node {
	return &node{kind: unstable.Table, key: at, value: at, table: map[string]*node{}}
}

// describe says in words what n is.
func (n *node) describe() string {
	const most = 60
	if n.secret {
		return masked
	}
	text := n.text
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	switch n.kind {
	case unstable.Table:
		return "a table"
	case unstable.Array:
		return fmt.Sprintf("a list of %d", len(n.list))
	case unstable.String:
		return fmt.Sprintf("%q", text)
	default:
		return text
	}
}

// empty reports whether n states nothing.
func (n *node) empty() bool {
	switch n.kind {
	case unstable.Table:
		return len(n.table) == 0
	case unstable.Array:
		return len(n.list) == 0
	case unstable.String:
		return n.text == ""
	default:
		return n.text == "0"
	}
}

// parseTree reads a file into a tree. A decoder gives up at the first value of a
// wrong type and a map forgets where things stood, hence the walk by hand; that
// the file is valid TOML is left to the decoder. The error is a *toml.DecodeError; there
// is a tree beside it where all that it tells of is a value that fits nowhere, or that
// something is stated again.
func parseTree(data []byte) (*node, error) {
	var valid map[string]any
	invalid := toml.Unmarshal(data, &valid)
	var r reader
	r.parser.Reset(data)
	root := newTable(position{1, 1})
	at := root
	for r.parser.NextExpression() {
		e := r.parser.Expression()
		switch e.Kind {
		case unstable.Table:
			at = r.openTable(root, e)
		case unstable.ArrayTable:
			at = r.appendTable(root, e)
		case unstable.KeyValue:
			r.assign(at, e)
		}
	}
	if r.parser.Error() != nil || invalid != nil && !isOfValue(invalid) && !r.explains(invalid) {
		return nil, invalid
	}
	return root, invalid
}

// isOfValue reports whether an error of the decoder is of one value, which stands where it
// should and is too large, or a day that there is not.
func isOfValue(err error) bool {
	return strings.Contains(err.Error(), "number is too large") || strings.Contains(err.Error(), "impossible date")
}

// reader builds a tree from the parser's expressions.
type reader struct {
	parser unstable.Parser
	again  []position // where something is stated that the file has already
}

// explains reports whether err is of something that is stated again.
func (r *reader) explains(err error) bool {
	e, ok := errors.AsType[*toml.DecodeError](err)
	return ok && slices.ContainsFunc(r.again, func(at position) bool {
		line, _ := e.Position()
		return at.line == line
	})
}

// repeat notes that n is stated at another place too.
func (r *reader) repeat(n *node, at position) {
	n.again, r.again = append(n.again, at), append(r.again, at)
}

func (r *reader) position(at unstable.Range) position {
	before := r.parser.Data()[:at.Offset]
	return position{1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')}
}

func (r *reader) openTable(root *node, e *unstable.Node) *node {
	parent, last := r.descend(root, e.Key())
	table, at := r.child(parent, last), r.position(last.Raw)
	if table.opened {
		r.repeat(table, at)
		return table
	}
	table.key, table.value, table.opened = at, at, true
	return table
}

func (r *reader) appendTable(root *node, e *unstable.Node) *node {
	parent, last := r.descend(root, e.Key())
	at := r.position(last.Raw)
	list := parent.table[string(last.Data)]
	if list == nil {
		list = &node{kind: unstable.Array, key: at, value: at}
		parent.table[string(last.Data)] = list
	}
	table := newTable(at)
	list.list = append(list.list, table)
	return table
}

func (r *reader) assign(table *node, e *unstable.Node) {
	parent, last := r.descend(table, e.Key())
	at := r.afterEquals(last.Raw)
	value := r.value(e.Value(), at)
	value.key, value.value = r.position(last.Raw), at
	if first := parent.table[string(last.Data)]; first != nil {
		r.repeat(first, value.key)
		return
	}
	parent.table[string(last.Data)] = value
}

// descend goes down all but the last part of a dotted key, which it returns.
func (r *reader) descend(from *node, parts unstable.Iterator) (parent *node, last *unstable.Node) {
	for parts.Next() {
		if last != nil {
			from = r.child(from, last)
		}
		last = parts.Node()
	}
	return from, last
}

// child returns the table of that name: the newest one of a list of tables, and a
// new one where there is none.
func (r *reader) child(of *node, key *unstable.Node) *node {
	child := of.table[string(key.Data)]
	switch {
	case child == nil:
		child = newTable(r.position(key.Raw))
		of.table[string(key.Data)] = child
	case len(child.list) > 0:
		child = child.list[len(child.list)-1]
	}
	if child.table == nil { // which the decoder refuses
		return newTable(child.key)
	}
	return child
}

// value reads a value; at is where it stands, as the parser keeps no place for lists.
func (r *reader) value(v *unstable.Node, at position) *node {
	n := &node{kind: v.Kind, key: at, value: at, text: string(v.Data)}
	children := v.Children()
	switch v.Kind {
	case unstable.Array:
		for children.Next() {
			element := children.Node()
			if element.Raw.Length > 0 {
				at = r.position(element.Raw)
			}
			n.list = append(n.list, r.value(element, at))
		}
	case unstable.InlineTable:
		n = newTable(at)
		for children.Next() {
			r.assign(n, children.Node())
		}
	}
	return n
}

// afterEquals returns where the value of a key begins.
func (r *reader) afterEquals(key unstable.Range) position {
	end := key.Offset + key.Length
	rest := r.parser.Data()[end:]
	blank := len(rest) - len(bytes.TrimLeft(rest, " \t="))
	return r.position(unstable.Range{Offset: end + uint32(blank)})
}
