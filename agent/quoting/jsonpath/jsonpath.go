// Package jsonpath sets a value of a JSON document by its path.
package jsonpath

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Set sets a value of a JSON object by a path such as "driver.accidents" or
// "principals[0]". The parents must exist. A value that is valid JSON is set as JSON, unless it
// replaces a string.
func Set(data json.RawMessage, field, value string) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var doc any
	if err := dec.Decode(&doc); err != nil {
		return nil, fmt.Errorf("reading what is to be changed: %w", err)
	}
	isMark := func(r rune) bool { return strings.ContainsRune(".[]", r) }
	doc, err := patched(doc, strings.FieldsFunc(field, isMark), value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", field, err)
	}
	return json.Marshal(doc)
}

// patched returns doc with the value at the path changed.
func patched(doc any, path []string, value string) (any, error) {
	if len(path) == 0 {
		return newValue(doc, value)
	}
	switch doc := doc.(type) {
	case map[string]any:
		if _, there := doc[path[0]]; !there && len(path) > 1 {
			return nil, fmt.Errorf("there is no %q", path[0])
		}
		inner, err := patched(doc[path[0]], path[1:], value)
		doc[path[0]] = inner
		return doc, err
	case []any:
		i, err := strconv.Atoi(path[0])
		if err != nil || i < 0 || i >= len(doc) {
			return nil, fmt.Errorf("there is no entry %s", path[0])
		}
		doc[i], err = patched(doc[i], path[1:], value)
		return doc, err
	}
	return nil, fmt.Errorf("there is no %q", path[0])
}

func newValue(old any, value string) (any, error) {
	switch old.(type) {
	case map[string]any, []any:
		return nil, fmt.Errorf("name one of its values")
	case string:
		return strings.Trim(value, `"`), nil
	}
	var v any
	dec := json.NewDecoder(strings.NewReader(value))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil || dec.More() {
		return value, nil
	}
	return v, nil
}
