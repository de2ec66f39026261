package team

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// chainedCalls returns calls that look up records from earlier answers, such as the notes of a
// contact. Each record with the required values gets one call.
func (f argumentBuilder) chainedCalls(found []record) (all []json.RawMessage, timed bool) {
	timed = len(f.subjects.Spans) == 0
	for _, span := range f.spans() {
		for _, r := range found {
			args := make(map[string]any)
			for _, name := range f.takes.Required {
				if value, has := f.ofRecord(name, r); has {
					args[name] = value
				}
			}
			if len(args) > 0 {
				timed = f.addSpan(args, span) || timed
				all = f.add(all, args)
			}
		}
	}
	return all, timed
}

// ofRecord returns a record's value for a parameter. The parameter has the name of a field, or the
// kind of the record before the name: "contact_id" for the id of a contact. The tool must mention
// this kind.
func (f argumentBuilder) ofRecord(name string, r record) (any, bool) {
	if r.kind == "" || !f.mentionsKind(name, r.kind) {
		return nil, false
	}
	plain := plainName(name)
	for _, field := range slices.Sorted(maps.Keys(r.fields)) {
		own := plainName(field)
		if own != plain && r.kind+own != plain {
			continue
		}
		switch v := r.fields[field].(type) {
		case string:
			return v, v != ""
		case json.Number:
			return v, true
		}
	}
	return nil, false
}

// mentionsKind reports whether the name or the description of a tool has a kind of record, in the
// singular or plural.
func (f argumentBuilder) mentionsKind(parameter, kind string) bool {
	said := strings.Join([]string{parameter, f.tool.Name, f.tool.Description,
		f.takes.Properties[parameter].Description}, " ")
	isSame := func(word string) bool { return word == kind || singular(word) == kind }
	words := strings.FieldsFunc(strings.ToLower(said),
		func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, isSame)
}
