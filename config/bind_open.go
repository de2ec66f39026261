package config

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// open is a table whose keys the file chooses.
type open interface{ isOpen() }

func (Environment) isOpen() {}
func (Arguments) isOpen()   {}

// bindOpen binds a table of any keys. Values of no type of ours may be anything.
func (l *loader) bindOpen(n *node, key string, v reflect.Value) {
	if n.kind != unstable.Table {
		l.refuse(key, "a table")
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		child, childKey := n.table[name], join(key, name)
		l.at[childKey] = child
		child.lines = n.lines
		value := reflect.New(v.Type().Elem()).Elem()
		switch {
		case value.Kind() == reflect.Map:
			l.bindOpen(child, childKey, value)
		case value.Kind() != reflect.Interface:
			l.bind(child, childKey, value)
		default:
			value.Set(reflect.ValueOf(l.anything(child, childKey)))
		}
		v.SetMapIndex(reflect.ValueOf(name), value)
	}
}

// anything returns what n holds as encoding/json would. Strings must be templates.
func (l *loader) anything(n *node, key string) any {
	switch n.kind {
	case unstable.Table:
		table := map[string]any{}
		for name, child := range n.table {
			childKey := join(key, name)
			l.at[childKey] = child
			table[name] = l.anything(child, childKey)
		}
		return table
	case unstable.Array:
		list := make([]any, len(n.list))
		for i, child := range n.list {
			l.at[element(key, i)] = child
			list[i] = l.anything(child, element(key, i))
		}
		return list
	case unstable.Bool:
		return n.text == "true"
	case unstable.Integer, unstable.Float:
		return l.number(n, key)
	}
	l.checkTemplate(key, n.text)
	return n.text
}

// number keeps whole numbers whole.
func (l *loader) number(n *node, key string) any {
	text := strings.ReplaceAll(n.text, "_", "")
	if n.kind == unstable.Integer {
		whole, err := strconv.ParseInt(text, 0, 64)
		if err != nil {
			l.refuse(key, "a whole number of 64 bits")
		}
		return whole
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(number, 0) || math.IsNaN(number) {
		l.refuse(key, "a number that JSON has")
		return 0.0
	}
	return number
}
