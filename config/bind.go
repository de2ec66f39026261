package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// field is one key that a table may hold.
type field struct {
	name     string
	later    bool   // its feature is not built yet
	lines    bool   // its text may be of several lines
	required string // what must be given; "": need not be
	secret   bool   // it holds a secret, or says where one is
	value    reflect.Value
}

// fields returns the keys that a struct stands for. Types of other rooms name
// their keys by the tag json.
func fields(v reflect.Value) []field {
	var all []field
	for sf, value := range v.Fields() {
		if sf.Anonymous {
			all = append(all, fields(value)...)
			continue
		}
		tag := sf.Tag.Get("toml") + sf.Tag.Get("json")
		if name, option, _ := strings.Cut(tag, ","); name != "" && name != "-" {
			all = append(all, field{name, option == "later", option == "lines", sf.Tag.Get("required"), isSecret(value), value})
		}
	}
	for i, f := range all { // a secret may be in a file or in a variable
		of := strings.TrimSuffix(f.name, "_file")
		inVariable := slices.ContainsFunc(all, func(g field) bool { return g.name == of+"_env" })
		all[i].secret = f.secret || inVariable || strings.HasSuffix(f.name, "_env")
	}
	return all
}

func isSecret(v reflect.Value) bool { return v.Type() == reflect.TypeFor[Secret]() }

// bind sets v to what n holds, and reports what does not fit.
func (l *loader) bind(n *node, key string, v reflect.Value) {
	l.at[key] = n
	n.secret = n.secret || isSecret(v)
	switch target := v.Addr().Interface().(type) {
	case written:
		l.bindWritten(n, key, target)
		return
	case choice:
		l.bindChoice(n, key, v, target)
		return
	case open:
		l.bindOpen(n, key, v)
		return
	case *Staff:
		if n = longForm(n, "address"); n.kind != unstable.Table {
			l.refuse(key, `an address such as "lee@agency.test", or a table`)
			return
		}
	case *Agent:
		*target = defaultAgent()
	case *SMTP:
		inheritSMTP(n)
	}
	switch v.Kind() {
	case reflect.Struct:
		l.bindTable(n, key, v)
	case reflect.Map:
		l.bindMap(n, key, v)
	case reflect.Slice:
		l.bindList(n, key, v)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		l.bind(n, key, v.Elem())
	default:
		l.bindScalar(n, key, v)
	}
}

func (l *loader) bindTable(n *node, prefix string, v reflect.Value) {
	if n.kind != unstable.Table {
		l.refuse(prefix, "a table")
		return
	}
	known := fields(v)
	names := make([]string, len(known))
	for i, f := range known {
		names[i] = f.name
	}
	children := l.children(n, prefix, names)
	for _, f := range known {
		l.bindField(children[f.name], join(prefix, f.name), f)
	}
}

func (l *loader) bindField(n *node, key string, f field) {
	if n != nil {
		n.secret, n.lines = f.secret, f.lines
	}
	switch {
	case n == nil && f.value.Kind() == reflect.Struct && isTable(f.value):
		l.bindTable(newTable(position{}), key, f.value) // reports what is required in it
	case n == nil && f.required != "" && f.value.IsZero():
		l.report(key, "missing", "required: "+f.required)
	case n == nil:
	case f.later:
		l.at[key] = n
		if !n.empty() {
			l.report(key, "found "+n.describe(), "not built yet; leave it out")
		}
	default:
		l.bind(n, key, f.value)
		if f.required != "" && n.empty() {
			l.refuse(key, f.required)
		}
	}
}

// children returns the nodes of a table by known key. A key that is unknown is
// reported; one letter off a known key that is not there, it is taken for that
// one, so that what it holds is looked at too.
func (l *loader) children(n *node, prefix string, known []string) map[string]*node {
	children := make(map[string]*node, len(n.table))
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
		if hint == "" && prefix != "" && isTopLevel(name) {
			hint = fmt.Sprintf("%s stands by itself, not below [%s]: put it above the first line in brackets, or below [%[1]s]", name, prefix)
		}
		l.reportAt(child.key, join(prefix, name), "unknown key", hint)
	}
	return children
}

// isTopLevel reports whether a key has its place at the top of the file. Who adds a line
// at its end has it belong to the last table there.
func isTopLevel(name string) bool {
	top := fields(reflect.ValueOf(Default()).Elem())
	return slices.ContainsFunc(top, func(f field) bool { return f.name == name })
}

// bindMap binds a table whose keys are those that v holds already.
func (l *loader) bindMap(n *node, prefix string, v reflect.Value) {
	if n.kind != unstable.Table {
		l.refuse(prefix, "a table")
		return
	}
	var known []string
	for _, k := range v.MapKeys() {
		known = append(known, k.String())
	}
	slices.Sort(known)
	for name, child := range l.children(n, prefix, known) {
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(v.MapIndex(reflect.ValueOf(name)))
		l.bind(child, join(prefix, name), value)
		v.SetMapIndex(reflect.ValueOf(name), value)
	}
}

func (l *loader) bindList(n *node, key string, v reflect.Value) {
	if n.kind != unstable.Array {
		l.refuse(key, "a list")
		return
	}
	if v.SetZero(); len(n.list) == 0 {
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.list), len(n.list)))
	for i, child := range n.list {
		child.lines = n.lines
		l.bind(child, element(key, i), v.Index(i))
	}
}

// isTable reports whether v is written as a table and not as a string.
func isTable(v reflect.Value) bool {
	_, isWritten := v.Addr().Interface().(written)
	return !isWritten
}
