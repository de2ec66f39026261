package quote

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ppamaild/lazy"
)

// Get returns the value at path as JSON, and whether the value exists. A path may name a whole
// part: "vehicles[0]", "garaging_address".
func (a *Application) Get(path string) (json.RawMessage, bool) {
	v, found := a.at(path)
	if !found {
		return nil, false
	}
	raw, err := json.Marshal(v.Interface())
	return raw, err == nil
}

// Has reports whether the value at path exists.
func (a *Application) Has(path string) bool {
	_, found := a.at(path)
	return found
}

func (a *Application) at(path string) (v reflect.Value, found bool) {
	steps, err := parsePath(make([]step, 0, deepest), path)
	if err != nil {
		return v, false
	}
	v = reflect.ValueOf(a).Elem()
	for _, s := range steps {
		f, ok := fieldByName(v, s.name)
		if !ok || s.index >= 0 && (f.Kind() != reflect.Slice || s.index >= f.Len()) {
			return v, false
		}
		v = f
		if s.index >= 0 {
			v = f.Index(s.index)
		}
	}
	return v, !v.IsZero()
}

// All yields the path and JSON of every value in the order of the fields.
func (a *Application) All() iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		all(reflect.ValueOf(a).Elem(), "", yield)
	}
}

// all yields the values of the part at path. It returns false to stop.
func all(v reflect.Value, path string, yield func(string, json.RawMessage) bool) bool {
	if v.IsZero() {
		return true
	}
	switch {
	case isValue(v.Type()):
		raw, err := json.Marshal(v.Interface())
		return err != nil || yield(path, raw)
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			if !all(v.Index(i), path+"["+strconv.Itoa(i)+"]", yield) {
				return false
			}
		}
		return true
	}
	for i, name := range fieldNames(v.Type()) {
		if path != "" {
			name = path + "." + name
		}
		if !all(v.Field(i), name, yield) {
			return false
		}
	}
	return true
}

// Set sets the value at path to the JSON value raw. An absent raw, or null, withdraws the value.
// A path names a single value ("vehicles[0].year", "discounts"). An index may equal the length
// of its list, which then grows. For a withdrawal the path may name an element ("vehicles[1]");
// later elements move up. If Set fails, the application does not change, and the error says
// what is allowed. Earlier copies of the application do not change.
func (a *Application) Set(path string, raw json.RawMessage) error {
	steps, err := parsePath(nil, path)
	if err != nil {
		return err
	}
	t, err := typeAt(steps)
	if err != nil {
		return fmt.Errorf("path %q: %w", path, err)
	}
	withdraw := withdraws(raw)
	value := reflect.Zero(t)
	if !withdraw {
		if value, err = decode(t, raw); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if err := a.place(steps, value, withdraw); err != nil {
		return fmt.Errorf("path %q: %w", path, err)
	}
	return nil
}

// withdraws reports whether raw withdraws a value.
func withdraws(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) == 0 || string(raw) == "null"
}

// place writes value at steps. typeAt has checked the steps except for their indexes.
func (a *Application) place(steps []step, value reflect.Value, withdraw bool) error {
	v := reflect.ValueOf(a).Elem()
	for i, s := range steps {
		v, _ = fieldByName(v, s.name)
		if s.index < 0 {
			continue
		}
		if n := v.Len(); s.index > n || s.index == n && withdraw {
			return fmt.Errorf("%s has %d entries; index %d is past them", s.name, n, s.index)
		}
		list := cloneList(v)
		if withdraw && i == len(steps)-1 {
			v.Set(reflect.AppendSlice(list.Slice(0, s.index), list.Slice(s.index+1, list.Len())))
			return nil
		}
		if s.index == list.Len() {
			list = reflect.Append(list, reflect.Zero(list.Type().Elem()))
		}
		v.Set(list)
		v = v.Index(s.index)
	}
	v.Set(value)
	return nil
}

// cloneList copies a list, so that earlier copies do not change.
func cloneList(list reflect.Value) reflect.Value {
	return reflect.AppendSlice(reflect.MakeSlice(list.Type(), 0, list.Len()+1), list)
}

// step is one part of a path: a field, and the index of an element.
type step struct {
	name  string
	index int // -1: none
}

// deepest is the maximum number of steps: vehicles[0].coverages.rental.
const deepest = 3

// parsePath appends the steps of "vehicles[0].year". An index is decimal without sign or leading
// zeros, so that each path has one spelling.
func parsePath(steps []step, path string) ([]step, error) {
	for part := range strings.SplitSeq(path, ".") {
		name, rest, indexed := strings.Cut(part, "[")
		s := step{name: name, index: -1}
		if indexed {
			digits, closed := strings.CutSuffix(rest, "]")
			n, err := strconv.Atoi(digits)
			if !closed || err != nil || n < 0 || strconv.Itoa(n) != digits {
				return nil, fmt.Errorf("path %q: %q is not of the form name[0]", path, part)
			}
			s.index = n
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// typeAt returns the type at steps: a single value, or an element.
func typeAt(steps []step) (reflect.Type, error) {
	t := reflect.TypeFor[Application]()
	for i, s := range steps {
		if t.Kind() != reflect.Struct {
			return nil, fmt.Errorf("%s holds a single value", steps[i-1].name)
		}
		f, ok := fieldByName(reflect.Zero(t), s.name)
		if !ok {
			return nil, fmt.Errorf("there is no %q here; allowed: %s", s.name, strings.Join(fieldNames(t), ", "))
		}
		t = f.Type()
		switch list := t.Kind() == reflect.Slice; {
		case s.index >= 0 && !list:
			return nil, fmt.Errorf("%s is not a list", s.name)
		case s.index >= 0 && isValue(t):
			return nil, fmt.Errorf("%s is set as a whole", s.name)
		case s.index >= 0:
			t = t.Elem()
		case list && !isValue(t):
			return nil, fmt.Errorf("%s is a list; name an entry, as in %s[0]", s.name, s.name)
		}
	}
	if last := steps[len(steps)-1]; !isValue(t) && last.index < 0 {
		return nil, fmt.Errorf("name one of its values: %s", strings.Join(fieldNames(t), ", "))
	}
	return t, nil
}

// isValue reports whether Set sets t as a whole. Structs have fields of their own.
func isValue(t reflect.Type) bool {
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.Kind() != reflect.Struct
}

func fieldByName(v reflect.Value, name string) (reflect.Value, bool) {
	if v.Kind() != reflect.Struct {
		return reflect.Value{}, false
	}
	i := slices.Index(fieldNames(v.Type()), name)
	if i < 0 {
		return reflect.Value{}, false
	}
	return v.Field(i), true
}

// named holds the names of the fields of Application and of every struct in it.
var named = lazy.Value[map[reflect.Type][]string]{New: func() map[reflect.Type][]string {
	return names(reflect.TypeFor[Application](), make(map[reflect.Type][]string))
}}

// names adds the JSON names of the fields of t, and of every struct in t, to found.
func names(t reflect.Type, found map[reflect.Type][]string) map[reflect.Type][]string {
	if found[t] != nil { // Coverages is in Application and in Vehicle
		return found
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer:
		return names(t.Elem(), found)
	case reflect.Struct:
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			found[t] = append(found[t], name)
			names(t.Field(i).Type, found)
		}
	}
	return found
}

func fieldNames(t reflect.Type) []string { return named.Get()[t] }
