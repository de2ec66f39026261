package toml

import (
	"reflect"
	"slices"
	"strings"
)

// field is one key of a struct.
type field struct {
	name     string
	lines    bool   // text of several lines is allowed
	required string // description of the required value; "" if the key is optional
	secret   bool   // the value is a secret, or says where the secret is
	value    reflect.Value
}

// fields returns the keys of a struct.
func fields(v reflect.Value) []field {
	var all []field
	for sf, value := range v.Fields() {
		if sf.Anonymous {
			all = append(all, fields(value)...)
			continue
		}
		tag := sf.Tag.Get("toml") + sf.Tag.Get("json")
		if name, option, _ := strings.Cut(tag, ","); name != "" && name != "-" {
			all = append(all, field{
				name, option == "lines", sf.Tag.Get("required"), isSecret(value), value,
			})
		}
	}
	for i, f := range all { // the file or the variable of a secret is a secret too
		of := strings.TrimSuffix(f.name, "_file")
		inVariable := slices.ContainsFunc(all, func(g field) bool { return g.name == of+"_env" })
		all[i].secret = f.secret || inVariable || strings.HasSuffix(f.name, "_env")
	}
	return all
}

// isSecret reports whether v is a Text with the method Reveal.
func isSecret(v reflect.Value) bool {
	_, is := v.Addr().Interface().(interface{ Reveal() string })
	return is
}

// isTable reports whether the struct v is written as a table, not as a string.
func isTable(v reflect.Value) bool {
	_, isText := v.Addr().Interface().(Text)
	return !isText
}
