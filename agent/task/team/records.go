package team

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/agent/task"
)

// record is an object of an answer, with the name of the list or member that it is in:
// "contact" for an entry of "contacts".
type record struct {
	kind   string
	fields map[string]any
}

// records returns the objects of an answer, the outer ones first.
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

// singular is a name of a list as that of an entry: "policies" has a "policy".
func singular(name string) string {
	name = strings.ToLower(name)
	if cut, is := strings.CutSuffix(name, "ies"); is {
		return cut + "y"
	}
	return strings.TrimSuffix(name, "s")
}

// entriesByList is what an answer holds, by the names of its lists; what is none is an entry.
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

// several counts what has a name in the plural.
func several(n int, name string) string {
	switch n {
	case 0:
		return "no " + name
	case 1:
		return "1 " + singular(name)
	}
	return fmt.Sprintf("%d %s", n, name)
}
