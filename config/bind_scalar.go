package config

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2/unstable"
)

func (l *loader) bindWritten(n *node, key string, w written) {
	if n.kind != unstable.String && n.kind != unstable.LocalDate || !w.set(n.text) {
		l.refuse(key, w.form())
	}
}

func (l *loader) bindChoice(n *node, key string, v reflect.Value, c choice) {
	built, later := c.choices()
	allowed := strings.Join(built, ", ")
	is := func(value string) bool {
		value, _, _ = strings.Cut(value, " ") // a note may follow
		return n.kind == unstable.String && n.text == value
	}
	switch {
	case slices.ContainsFunc(built, is):
		v.SetString(n.text)
	case slices.ContainsFunc(later, is):
		l.report(key, "found "+n.describe(), "not built yet; allowed: "+allowed)
	default:
		l.refuse(key, allowed)
	}
}

func (l *loader) bindScalar(n *node, key string, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		switch {
		case n.kind != unstable.String:
			l.refuse(key, "a string")
		case !n.lines && strings.ContainsFunc(n.text, unicode.IsControl):
			l.refuse(key, "text on one line, without control characters")
		default:
			v.SetString(n.text)
		}
		return
	case reflect.Bool:
		if n.kind == unstable.Bool {
			v.SetBool(n.text == "true")
			return
		}
		l.refuse(key, "true or false")
	case reflect.Float64:
		number, err := strconv.ParseFloat(strings.ReplaceAll(n.text, "_", ""), 64)
		if (n.kind == unstable.Integer || n.kind == unstable.Float) && err == nil && number >= 0 && number <= 1e6 {
			v.SetFloat(number)
			return
		}
		l.refuse(key, "a number from 0 to 1000000, such as 2.50")
	default:
		whole, err := strconv.ParseInt(n.text, 0, v.Type().Bits())
		if n.kind == unstable.Integer && err == nil {
			v.SetInt(whole)
			return
		}
		l.refuse(key, "a whole number")
	}
}

// longForm returns n as a table, where n is a bare string that stands for one key.
func longForm(n *node, key string) *node {
	if n.kind != unstable.String {
		return n
	}
	table := newTable(n.value)
	table.table[key] = n
	return table
}
