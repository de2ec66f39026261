package team

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/agent/task"
)

// record is an object of an answer. The kind is the singular name of its list or member:
// "contact" for an entry of "contacts".
type record struct {
	kind   string
	fields map[string]any
}

// records returns the objects of an answer, outer objects first.
func records(answer json.RawMessage) []record {
	var v any
	if task.Exact(answer, &v) != nil {
		return nil
	}
	return within("", v)
}

func within(kind string, v any) (all []record) {
	switch v := v.(type) {
	case map[string]any:
		all = append(all, record{kind, v})
		for _, name := range slices.Sorted(maps.Keys(v)) {
			all = append(all, within(singular(name), v[name])...)
		}
	case []any:
		for _, each := range v {
			all = append(all, within(kind, each)...)
		}
	}
	return all
}

// singular returns the name of an entry of a list: "policies" has a "policy".
func singular(name string) string {
	name = strings.ToLower(name)
	if cut, is := strings.CutSuffix(name, "ies"); is {
		return cut + "y"
	}
	return strings.TrimSuffix(name, "s")
}

// entriesByList returns the entries of an answer by the names of its lists. An answer without a
// list is one entry.
func entriesByList(answer json.RawMessage) map[string][]any {
	var v any
	if task.Exact(answer, &v) != nil || v == nil || v == "" {
		return map[string][]any{"entries": nil}
	}
	if list, is := v.([]any); is {
		return map[string][]any{"entries": list}
	}
	object, _ := v.(map[string]any)
	found := make(map[string][]any)
	for name, member := range object {
		if list, is := member.([]any); is {
			found[name] = list
		}
	}
	if len(found) == 0 {
		found["entries"] = []any{v}
	}
	return found
}

// several writes a count with a plural name.
func several(n int, name string) string {
	switch n {
	case 0:
		return "no " + name
	case 1:
		return "1 " + singular(name)
	}
	return fmt.Sprintf("%d %s", n, name)
}
