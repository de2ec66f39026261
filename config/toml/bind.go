package toml

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// bind sets v to the value of n, and reports values of a wrong form.
func (f *File) bind(n *Node, key string, v reflect.Value) {
	f.at[key] = n
	n.secret = n.secret || isSecret(v)
	target := v.Addr().Interface()
	switch target := target.(type) {
	case Text:
		f.bindText(n, key, target)
		return
	case Choice:
		f.bindChoice(n, key, v, target)
		return
	}
	if f.hooks.Prepare != nil {
		if allowed := f.hooks.Prepare(n, target); allowed != "" {
			f.Refuse(key, allowed)
			return
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		f.bindTable(n, key, v)
	case reflect.Map:
		f.bindMap(n, key, v)
	case reflect.Slice:
		f.bindList(n, key, v)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.bind(n, key, v.Elem())
	default:
		f.bindScalar(n, key, v)
	}
}

func (f *File) bindTable(n *Node, prefix string, v reflect.Value) {
	if !n.IsTable() {
		f.Refuse(prefix, "a table")
		return
	}
	known := fields(v)
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = k.name
	}
	children := f.children(n, prefix, names)
	for _, k := range known {
		f.bindField(children[k.name], Join(prefix, k.name), k)
	}
}

func (f *File) bindField(n *Node, key string, k field) {
	if n != nil {
		n.secret, n.lines = k.secret, k.lines
	}
	switch {
	case n == nil && k.value.Kind() == reflect.Struct && isTable(k.value):
		f.bindTable(newTable(position{}), key, k.value) // reports the required keys
	case n == nil && k.required != "" && k.value.IsZero():
		f.Report(key, "missing", "required: "+k.required)
	case n == nil:
	default:
		f.bind(n, key, k.value)
		if k.required != "" && n.empty() {
			f.Refuse(key, k.required)
		}
	}
}

// children returns the nodes of a table by known key, and reports unknown keys. If a known
// key is missing, an unknown key that differs by one letter takes its place. The value of
// the misspelled key is then checked too.
func (f *File) children(n *Node, prefix string, known []string) map[string]*Node {
	children := make(map[string]*Node, len(n.table))
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		child := n.table[name]
		if slices.Contains(known, name) {
			children[name] = child
			continue
		}
		hint := ""
		if i := slices.IndexFunc(known, func(k string) bool { return oneLetterOff(k, name) }); i >= 0 {
			hint = "did you mean " + known[i] + "?"
			if n.table[known[i]] == nil {
				children[known[i]] = child
			}
		}
		if hint == "" && prefix != "" && slices.Contains(f.top, name) { // a line at the end of the file belongs to the last table
			hint = fmt.Sprintf("%s does not belong below [%s]: put it above the first line in brackets, or below [%[1]s]", name, prefix)
		}
		f.reportAt(child.key, Join(prefix, name), "unknown key", hint)
	}
	return children
}

// bindMap binds a table. The entries of v are the known keys; a nil map takes any key.
func (f *File) bindMap(n *Node, prefix string, v reflect.Value) {
	if !n.IsTable() {
		f.Refuse(prefix, "a table")
		return
	}
	if v.IsNil() {
		f.bindOpenMap(n, prefix, v)
		return
	}
	var known []string
	for _, k := range v.MapKeys() {
		known = append(known, k.String())
	}
	slices.Sort(known)
	for name, child := range f.children(n, prefix, known) {
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(v.MapIndex(reflect.ValueOf(name)))
		f.bind(child, Join(prefix, name), value)
		v.SetMapIndex(reflect.ValueOf(name), value)
	}
}

// bindOpenMap binds a table of any keys.
func (f *File) bindOpenMap(n *Node, prefix string, v reflect.Value) {
	v.Set(reflect.MakeMap(v.Type()))
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		child, key := n.table[name], Join(prefix, name)
		f.at[key] = child
		child.lines = n.lines
		value := reflect.New(v.Type().Elem()).Elem()
		if value.Kind() == reflect.Interface {
			value.Set(reflect.ValueOf(f.anything(child, key)))
		} else {
			f.bind(child, key, value)
		}
		v.SetMapIndex(reflect.ValueOf(name), value)
	}
}

func (f *File) bindList(n *Node, key string, v reflect.Value) {
	if !n.isList() {
		f.Refuse(key, "a list")
		return
	}
	if v.SetZero(); len(n.list) == 0 {
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.list), len(n.list)))
	for i, child := range n.list {
		child.lines = n.lines
		f.bind(child, Element(key, i), v.Index(i))
	}
}
