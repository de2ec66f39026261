package toml

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Text is a value that the file writes as a string of a special form. A Text with a method
// Reveal() string is a secret: no message shows it.
type Text interface {
	Set(text string) bool // returns false if text does not have the form
	Form() string         // describes the form
}

// Choice is a value from a closed set of words.
type Choice interface {
	// Choices returns the allowed words. A note may follow a word after a space.
	Choices() []string
}

func (f *File) bindText(n *Node, key string, t Text) {
	if n.kind != unstable.String && n.kind != unstable.LocalDate || !t.Set(n.text) {
		f.Refuse(key, t.Form())
	}
}

func (f *File) bindChoice(n *Node, key string, v reflect.Value, c Choice) {
	is := func(value string) bool {
		value, _, _ = strings.Cut(value, " ")
		return n.kind == unstable.String && n.text == value
	}
	if !slices.ContainsFunc(c.Choices(), is) {
		f.Refuse(key, strings.Join(c.Choices(), ", "))
		return
	}
	v.SetString(n.text)
}

func (f *File) bindScalar(n *Node, key string, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		switch {
		case n.kind != unstable.String:
			f.Refuse(key, "a string")
		case !n.lines && strings.ContainsFunc(n.text, unicode.IsControl):
			f.Refuse(key, "text on one line, without control characters")
		default:
			v.SetString(n.text)
		}
	case reflect.Bool:
		if n.kind == unstable.Bool {
			v.SetBool(n.text == "true")
			return
		}
		f.Refuse(key, "true or false")
	case reflect.Float64:
		number, err := strconv.ParseFloat(strings.ReplaceAll(n.text, "_", ""), 64)
		if (n.kind == unstable.Integer || n.kind == unstable.Float) && err == nil && number >= 0 && number <= 1e6 {
			v.SetFloat(number)
			return
		}
		f.Refuse(key, "a number from 0 to 1000000, such as 2.50")
	default:
		whole, err := strconv.ParseInt(n.text, 0, v.Type().Bits())
		if n.kind == unstable.Integer && err == nil {
			v.SetInt(whole)
			return
		}
		f.Refuse(key, "a whole number")
	}
}

// anything returns the value of n as encoding/json would.
func (f *File) anything(n *Node, key string) any {
	switch n.kind {
	case unstable.Table:
		table := map[string]any{}
		for name, child := range n.table {
			childKey := Join(key, name)
			f.at[childKey] = child
			table[name] = f.anything(child, childKey)
		}
		return table
	case unstable.Array:
		list := make([]any, len(n.list))
		for i, child := range n.list {
			f.at[Element(key, i)] = child
			list[i] = f.anything(child, Element(key, i))
		}
		return list
	case unstable.Bool:
		return n.text == "true"
	case unstable.Integer, unstable.Float:
		return f.number(n, key)
	}
	return n.text
}

// number keeps integers as int64.
func (f *File) number(n *Node, key string) any {
	text := strings.ReplaceAll(n.text, "_", "")
	if n.kind == unstable.Integer {
		whole, err := strconv.ParseInt(text, 0, 64)
		if err != nil {
			f.Refuse(key, "a whole number of 64 bits")
		}
		return whole
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(number, 0) || math.IsNaN(number) {
		f.Refuse(key, "a number that JSON has")
		return 0.0
	}
	return number
}
