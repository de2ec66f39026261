package toml

import (
	"fmt"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// position is a place in the file. Lines and columns count from 1, columns in bytes.
type position struct{ line, column int }

// Node is one value of the file with its position.
type Node struct {
	kind  unstable.Kind    // inline tables are Table, lists of tables are Array
	key   position         // of the key, or of the element of a list
	value position         // of the value, or of the header of a table
	text  string           // of a scalar, without quotes
	list  []*Node          // of an Array
	table map[string]*Node // of a Table

	lines  bool       // text of several lines is allowed: it reaches no mail header and no mail server
	secret bool       // messages must not show the text; people put a secret under its _file and _env keys too
	again  []position // where the file repeats the key; the first value counts
	opened bool       // a header in brackets names the table
}

func newTable(at position) *Node {
	return &Node{kind: unstable.Table, key: at, value: at, table: map[string]*Node{}}
}

// IsTable reports whether n is a table.
func (n *Node) IsTable() bool { return n.kind == unstable.Table }

func (n *Node) isList() bool { return n.kind == unstable.Array }

// Get returns the node of a key of the table n, or nil.
func (n *Node) Get(key string) *Node { return n.table[key] }

// Text returns the text of a scalar.
func (n *Node) Text() string { return n.text }

// Expand turns a string into a table that holds the string as key.
func (n *Node) Expand(key string) {
	if n.kind == unstable.String {
		text := *n
		*n = *newTable(n.value)
		n.table[key] = &text
	}
}

// Inherit completes the table child of the table n with the keys of n. It creates child if
// necessary. It leaves out the keys that except returns.
func (n *Node) Inherit(child string, except func(child *Node) []string) {
	if !n.IsTable() {
		return
	}
	if n.table[child] == nil {
		n.table[child] = newTable(n.value)
	}
	into := n.table[child]
	if !into.IsTable() {
		return
	}
	left := except(into)
	for key, value := range n.table {
		if key != child && into.table[key] == nil && !slices.Contains(left, key) {
			into.table[key] = value
		}
	}
}

// describe describes n for a message.
func (n *Node) describe() string {
	const most = 60
	if n.secret {
		return "***"
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

// empty reports whether n is empty or zero.
func (n *Node) empty() bool {
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
