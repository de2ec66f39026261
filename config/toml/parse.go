package toml

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// parseTree reads a file into a tree with positions. go-toml's decoder stops at the first
// value of a wrong type and gives no positions, so the decoder only checks the syntax.
// The error is a *toml.DecodeError. The tree is not nil if the error concerns a single
// value or a repeated key only.
func parseTree(data []byte) (*Node, error) {
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
	if r.parser.Error() != nil || invalid != nil && !concernsValue(invalid) && !r.explains(invalid) {
		return nil, invalid
	}
	return root, invalid
}

// concernsValue reports whether an error of the decoder concerns a single value: a number
// that is too large, or a date that does not exist.
func concernsValue(err error) bool {
	return strings.Contains(err.Error(), "number is too large") || strings.Contains(err.Error(), "impossible date")
}

// reader builds a tree from the expressions of the parser.
type reader struct {
	parser unstable.Parser
	again  []position // where the file repeats a key or a table
}

// explains reports whether a repeated key causes err.
func (r *reader) explains(err error) bool {
	e, ok := errors.AsType[*toml.DecodeError](err)
	return ok && slices.ContainsFunc(r.again, func(at position) bool {
		line, _ := e.Position()
		return at.line == line
	})
}

// repeat records that the file repeats n at another position.
func (r *reader) repeat(n *Node, at position) {
	n.again, r.again = append(n.again, at), append(r.again, at)
}

func (r *reader) position(at unstable.Range) position {
	before := r.parser.Data()[:at.Offset]
	return position{1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')}
}

func (r *reader) openTable(root *Node, e *unstable.Node) *Node {
	parent, last := r.descend(root, e.Key())
	table, at := r.child(parent, last), r.position(last.Raw)
	if table.opened {
		r.repeat(table, at)
		return table
	}
	table.key, table.value, table.opened = at, at, true
	return table
}

func (r *reader) appendTable(root *Node, e *unstable.Node) *Node {
	parent, last := r.descend(root, e.Key())
	at := r.position(last.Raw)
	list := parent.table[string(last.Data)]
	if list == nil {
		list = &Node{kind: unstable.Array, key: at, value: at}
		parent.table[string(last.Data)] = list
	}
	table := newTable(at)
	list.list = append(list.list, table)
	return table
}

func (r *reader) assign(table *Node, e *unstable.Node) {
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

// descend follows a dotted key to its last part, and returns the last part.
func (r *reader) descend(from *Node, parts unstable.Iterator) (parent *Node, last *unstable.Node) {
	for parts.Next() {
		if last != nil {
			from = r.child(from, last)
		}
		last = parts.Node()
	}
	return from, last
}

// child returns the table with the name key, and creates the table if necessary. Of a list
// of tables child returns the last.
func (r *reader) child(of *Node, key *unstable.Node) *Node {
	child := of.table[string(key.Data)]
	switch {
	case child == nil:
		child = newTable(r.position(key.Raw))
		of.table[string(key.Data)] = child
	case len(child.list) > 0:
		child = child.list[len(child.list)-1]
	}
	if child.table == nil { // the decoder refuses the file
		return newTable(child.key)
	}
	return child
}

// value reads a value at the position at. The parser records no position of lists.
func (r *reader) value(v *unstable.Node, at position) *Node {
	n := &Node{kind: v.Kind, key: at, value: at, text: string(v.Data)}
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

// afterEquals returns the position of the value of a key.
func (r *reader) afterEquals(key unstable.Range) position {
	end := key.Offset + key.Length
	rest := r.parser.Data()[end:]
	blank := len(rest) - len(bytes.TrimLeft(rest, " \t="))
	return r.position(unstable.Range{Offset: end + uint32(blank)})
}
