package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Setting is a key of the file with its effective value.
type Setting struct{ Key, Value string }

// Settings lists all keys with their effective values, in the order of the sections. Secrets and
// the environment of agents are masked.
func (c *Config) Settings() []Setting { return settings(reflect.ValueOf(*c), "") }

// settings lists the keys of a table.
func settings(table reflect.Value, prefix string) (all []Setting) {
	for i := range table.NumField() {
		field := table.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("toml"), ",")
		switch {
		case field.Anonymous && name == "":
			all = append(all, settings(table.Field(i), prefix)...)
		case field.IsExported() && name != "" && name != "-":
			all = append(all, setting(table.Field(i), prefix+name)...)
		}
	}
	return all
}

func setting(v reflect.Value, key string) (all []Setting) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return []Setting{{key, ""}}
		}
		v = v.Elem()
	}
	said, isStringer := v.Interface().(fmt.Stringer)
	switch {
	case v.IsZero() && v.Type() == reflect.TypeFor[Secret]():
		return []Setting{{key, ""}}
	case isStringer:
		return []Setting{{key, said.String()}}
	case v.Kind() == reflect.Struct:
		return settings(v, key+".")
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		for i := range v.Len() {
			all = append(all, setting(v.Index(i), fmt.Sprintf("%s[%d]", key, i))...)
		}
		return all
	case v.Kind() == reflect.Map:
		return []Setting{{key, listEntries(v)}}
	}
	return []Setting{{key, strings.Trim(fmt.Sprint(v.Interface()), "[]")}}
}

// listEntries lists the keys of a map with their values. Values of other types than strings may
// be secrets, and are masked.
func listEntries(v reflect.Value) string {
	var all []string
	for key, value := range v.Seq2() {
		shown := masked
		if value.Kind() == reflect.String {
			shown = value.String()
		}
		all = append(all, key.String()+" = "+shown)
	}
	return strings.Join(slices.Sorted(slices.Values(all)), ", ")
}
