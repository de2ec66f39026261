package quoting

import "encoding/json"

// isArgument reports whether an object has a field called name, at the top or nested.
func isArgument(data json.RawMessage, name string) bool {
	var doc map[string]json.RawMessage
	_ = json.Unmarshal(data, &doc) // other types have no fields
	for outer := range doc {
		if sameName(name, outer) {
			return true
		}
	}
	return soleField(data, name) != ""
}

// soleField returns the path of the only nested field called name. It returns "" for several
// fields, or if the object has the field at the top.
func soleField(data json.RawMessage, name string) string {
	var doc map[string]json.RawMessage
	if json.Unmarshal(data, &doc) != nil {
		return ""
	}
	path := ""
	for outer, raw := range doc {
		var inner map[string]json.RawMessage
		if sameName(name, outer) {
			return ""
		}
		_ = json.Unmarshal(raw, &inner) // other types have no fields
		for field := range inner {
			if sameName(name, field) && path != "" {
				return ""
			} else if sameName(name, field) {
				path = outer + "." + field
			}
		}
	}
	return path
}
