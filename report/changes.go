package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Change is a value of a state that differs between two checkpoints. Before and After are JSON;
// "" means a missing value.
type Change struct {
	Path   string `json:"path"` // "customer_info.case.application.vehicles[0].year"
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// changes compares two JSON documents value by value, sorted by path.
func changes(before, after any) []Change {
	old, now := make(map[string]string), make(map[string]string)
	flatten("", before, old)
	flatten("", after, now)
	all := maps.Clone(old)
	maps.Copy(all, now)
	var list []Change
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if now[path] != old[path] { // no JSON is ""
			list = append(list, Change{path, old[path], now[path]})
		}
	}
	return list
}

// flatten adds the values of a document to into, by path. Empty lists and objects count as
// values.
func flatten(path string, v any, into map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			flatten(strings.TrimPrefix(path+"."+key, "."), inner, into)
		}
		if len(v) > 0 {
			return
		}
	case []any:
		for i, inner := range v {
			flatten(fmt.Sprintf("%s[%d]", path, i), inner, into)
		}
		if len(v) > 0 {
			return
		}
	}
	if path != "" {
		raw, _ := marshal(v) // can't fail, because the value comes from JSON
		into[path] = string(raw)
	}
}

// document parses JSON and keeps the spelling of numbers.
func document(raw []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

// marshal writes JSON without escaping HTML characters.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// bookkeeping are fields that change with each action. Readers need no list of these changes.
var bookkeeping = []string{"actions", "event_actions", "in_flight", "next"}

// Fields summarizes the changes of a checkpoint: fields of the state, the customer and the
// scratchpad, and values of the application, without repetitions.
func Fields(list []Change) (names []string) {
	for _, c := range list {
		name, within := c.Path, false
		for _, prefix := range []string{"customer_info.case.application.", "customer_info.case.", "customer_info.", "agent_scratchpad."} {
			if name, within = strings.CutPrefix(c.Path, prefix); within {
				break
			}
		}
		if !strings.HasPrefix(c.Path, "customer_info.case.application.") {
			name, _, _ = strings.Cut(name, ".")
			name, _, _ = strings.Cut(name, "[")
		}
		if !slices.Contains(bookkeeping, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
