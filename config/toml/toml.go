// Package toml reads a TOML file strictly and reports every mistake with its position.
//
// Parse reads the file, Bind fills a struct, and Err returns all problems sorted by line.
// Between Bind and Err the caller reports what its own rules refuse. A File reports at most one
// problem for a key, because a second problem would follow from the first. Messages never
// contain the value of a secret.
//
// The tags of a struct define the keys: `toml:"name"`, or `json:"name"` for types of other
// packages. The option "lines" allows text of several lines. The tag `required` describes the
// value of a required key. A nil map takes any key. A map with entries takes their keys only.
package toml

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"slices"
)

// ByteOrderMark is the mark that some editors put before the text of a file.
const ByteOrderMark = "\ufeff"

// File is a parsed file with the problems and warnings that are known so far.
type File struct {
	name     string
	data     []byte
	root     *Node
	invalid  error            // a *toml.DecodeError that concerns a single value
	at       map[string]*Node // the bound nodes by key
	top      []string         // the keys at the top of the file
	failed   map[string]bool  // the keys with a problem
	problems Problems
	warnings Problems
	hooks    Hooks
}

// Hooks adapt Bind to the types of the caller. Both are optional.
type Hooks struct {
	// Prepare sets defaults of target, or completes its node, before Bind reads the node.
	// It returns the allowed form if the node does not have it.
	Prepare func(n *Node, target any) (allowed string)
	// Origin returns the key from which a key inherits, or the key itself. A problem of an
	// inherited value is reported for its origin only.
	Origin func(key string) string
}

// Parse parses data. The error is a Problems if data is not TOML.
func Parse(name string, data []byte) (*File, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, Problems{{name, 1, 1, "", "not TOML: the file is in UTF-16", "allowed: UTF-8"}}
	}
	data = bytes.TrimPrefix(data, []byte(ByteOrderMark))
	root, invalid := parseTree(data)
	if root == nil {
		return nil, Problems{syntax(name, data, invalid)}
	}
	return &File{name: name, data: data, root: root, invalid: invalid, at: map[string]*Node{}, failed: map[string]bool{}}, nil
}

// Bind sets the struct that target points to, and reports each value that does not fit.
func (f *File) Bind(target any, hooks Hooks) {
	f.hooks = hooks
	v := reflect.ValueOf(target).Elem()
	for _, field := range fields(v) {
		f.top = append(f.top, field.name)
	}
	f.bindTable(f.root, "", v)
}

// Err returns all problems as Problems, sorted by line, or nil.
func (f *File) Err() error {
	problems := append(slices.Clone(f.problems), f.repeated()...)
	if f.invalid != nil && (len(problems) == 0 || concernsValue(f.invalid)) {
		problems = problems.with(syntax(f.name, f.data, f.invalid))
	}
	if len(problems) == 0 {
		return nil
	}
	return sorted(problems)
}

// Warnings returns all warnings, sorted by line.
func (f *File) Warnings() Problems { return sorted(f.warnings) }

// Stated reports whether the file contains key.
func (f *File) Stated(key string) bool { return f.at[key] != nil }

// Filled reports whether the file contains key with a value that is not empty.
func (f *File) Filled(key string) bool { return f.at[key] != nil && !f.at[key].empty() }

// Sound reports whether the keys, and the tables around them, have no problem.
func (f *File) Sound(keys ...string) bool {
	for _, key := range keys {
		for ; key != ""; key = parent(key) {
			if f.failed[key] {
				return false
			}
		}
	}
	return true
}

// Refuse reports that the value of a stated key is not allowed.
func (f *File) Refuse(key, allowed string) {
	f.Report(key, "found "+f.at[key].describe(), "allowed: "+allowed)
}

// Report reports a problem with key, at the position of key or of the table around it.
func (f *File) Report(key, found, want string) {
	f.reportAt(f.place(key), key, found, want)
}

func (f *File) reportAt(at position, key, found, want string) {
	if !f.Sound(key) {
		return
	}
	f.failed[key] = true
	f.problems = f.once(f.problems, Problem{f.name, at.line, at.column, key, found, want})
}

// Warn adds a warning about key.
func (f *File) Warn(key, found, want string) {
	f.warnings = f.once(f.warnings, f.Problem(key, found, want))
}

// Problem returns a problem at the position of key or of the table around it.
func (f *File) Problem(key, found, want string) Problem {
	at := f.place(key)
	return Problem{f.name, at.line, at.column, key, found, want}
}

// once adds a problem unless the origin of its key has the same problem.
func (f *File) once(to Problems, p Problem) Problems {
	inherited := p
	inherited.Key = f.origin(p.Key)
	if p != inherited && slices.Contains(to, inherited) {
		return to
	}
	return append(to, p)
}

// repeated returns a problem for each key that the file states again.
func (f *File) repeated() (ps Problems) {
	for key, n := range f.at {
		if origin := f.origin(key); origin != key && f.at[origin] == n {
			continue
		}
		for _, at := range n.again {
			ps = append(ps, Problem{f.name, at.line, at.column, key, "stated again", fmt.Sprintf("allowed: once, as in line %d", n.key.line)})
		}
	}
	return ps
}

func (f *File) origin(key string) string {
	if f.hooks.Origin == nil {
		return key
	}
	return f.hooks.Origin(key)
}

// place returns the position of the value of key, or of the nearest table around it.
func (f *File) place(key string) position {
	for ; key != ""; key = parent(key) {
		if n := f.at[key]; n != nil {
			return n.value
		}
	}
	return position{1, 1}
}

func sorted(ps Problems) Problems {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return ps
}
