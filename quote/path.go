package quote

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Get returns the value at path as JSON, and whether there is one. A path may
// name a whole part too: "vehicles[0]", "garaging_address".
func (a *Application) Get(path string) (json.RawMessage, bool) {
	steps, err := parsePath(path)
	if err != nil {
		return nil, false
	}
	v := reflect.ValueOf(a).Elem()
	for _, s := range steps {
		f, ok := fieldByName(v, s.name)
		if !ok || s.index >= 0 && (f.Kind() != reflect.Slice || s.index >= f.Len()) {
			return nil, false
		}
		v = f
		if s.index >= 0 {
			v = f.Index(s.index)
		}
	}
	if v.IsZero() {
		return nil, false
	}
	raw, err := json.Marshal(v.Interface())
	return raw, err == nil
}

// Set puts the JSON value raw at path; an absent one, or null, withdraws what is
// there. A path names a single value ("vehicles[0].year", "discounts"); an
// index may lie exactly one past the end of its list, which then grows. To
// withdraw, a path may also name an element ("vehicles[1]"), and those after it
// move up. Nothing changes where Set fails; the error says what is allowed.
// Copies of the application made before stay as they were.
func (a *Application) Set(path string, raw json.RawMessage) error {
	steps, err := parsePath(path)
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

// withdraws reports whether raw takes a value back instead of giving one.
func withdraws(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) == 0 || string(raw) == "null"
}

// place writes value where steps lead; typeAt has found them to be sound but
// for their indices.
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

// cloneList copies a list, so that who holds the old one keeps it as it was.
func cloneList(list reflect.Value) reflect.Value {
	return reflect.AppendSlice(reflect.MakeSlice(list.Type(), 0, list.Len()+1), list)
}

// step is one part of a path: a field, and an index where it names an element.
type step struct {
	name  string
	index int // -1: none
}

// parsePath reads "vehicles[0].year". An index is decimal, without sign or
// leading zeros, so that a path has one spelling only.
func parsePath(path string) ([]step, error) {
	var steps []step
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

// typeAt returns the type of what steps name: a single value, or an element.
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

// isValue reports whether t is set as a whole: everything but the parts that
// have fields of their own.
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
var named = names(reflect.TypeFor[Application](), make(map[reflect.Type][]string))

func names(t reflect.Type, found map[reflect.Type][]string) map[reflect.Type][]string {
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

func fieldNames(t reflect.Type) []string { return named[t] }
