package team

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ppamaild/agent/task/mcp"
)

// maxDepth limits the depth of a schema in strict mode.
const maxDepth = 8

// errNotStrict means that strict mode can't express a schema.
var errNotStrict = errors.New("strict mode does not take this schema")

// strict converts a schema to strict mode: objects are closed and all properties are required.
// Optional properties become nullable. The tool checks limits and patterns.
func strict(schema map[string]any, depth int) (map[string]any, error) {
	if depth > maxDepth || schema["allOf"] != nil || schema["not"] != nil {
		return nil, errNotStrict
	}
	out := make(map[string]any)
	for _, keyword := range []string{"type", "enum", "const", "description"} {
		if schema[keyword] != nil {
			out[keyword] = schema[keyword]
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		either, _ := schema[keyword].([]any)
		for _, each := range either {
			one, err := strictOf(each, depth)
			if err != nil {
				return nil, err
			}
			list, _ := out["anyOf"].([]any)
			out["anyOf"] = append(list, one)
		}
	}
	if out["type"] == nil && out["anyOf"] == nil && out["enum"] == nil && out["const"] == nil {
		return nil, errNotStrict
	}
	if isKind(schema, "array") {
		items, err := strictOf(schema["items"], depth)
		if err != nil {
			return nil, err
		}
		out["items"] = items
	}
	if isKind(schema, "object") {
		return out, strictObject(schema, out, depth)
	}
	return out, nil
}

func strictOf(schema any, depth int) (map[string]any, error) {
	s, is := schema.(map[string]any)
	if !is {
		return nil, errNotStrict
	}
	return strict(s, depth+1)
}

func strictObject(schema, out map[string]any, depth int) error {
	if open, given := schema["additionalProperties"]; given && open != false {
		return errNotStrict
	}
	properties, _ := schema["properties"].(map[string]any)
	if _, given := schema["additionalProperties"]; !given && len(properties) == 0 && depth > 1 {
		return errNotStrict // it accepts anything, but a tool without named arguments accepts none
	}
	closed := make(map[string]any, len(properties))
	for name, p := range properties {
		one, err := strictOf(p, depth)
		if err != nil {
			return err
		}
		if !isRequired(schema, name) {
			one = nullable(one)
		}
		closed[name] = one
	}
	required := slices.AppendSeq([]string{}, maps.Keys(properties)) // never null
	slices.Sort(required)
	out["properties"], out["required"], out["additionalProperties"] = closed, required, false
	return nil
}

// nullable returns a schema that also accepts null.
func nullable(schema map[string]any) map[string]any {
	if schema["type"] == nil || schema["const"] != nil {
		return map[string]any{"anyOf": []any{schema, map[string]any{"type": "null"}}}
	}
	if several, is := schema["type"].([]any); is {
		if !slices.Contains(several, any("null")) {
			schema["type"] = append(slices.Clone(several), "null")
		}
	} else {
		schema["type"] = []any{schema["type"], "null"}
	}
	if values, is := schema["enum"].([]any); is {
		schema["enum"] = append(slices.Clone(values), nil)
	}
	return schema
}

func isKind(schema map[string]any, kind string) bool {
	several, _ := schema["type"].([]any)
	return schema["type"] == kind || slices.Contains(several, any(kind))
}

func isRequired(schema map[string]any, name string) bool {
	required, _ := schema["required"].([]any)
	return slices.Contains(required, any(name))
}

// withoutNulls removes the nulls of optional properties.
func withoutNulls(schema, value any) any {
	s, _ := schema.(map[string]any)
	switch v := value.(type) {
	case map[string]any:
		properties, _ := s["properties"].(map[string]any)
		for name, each := range v {
			if each == nil && !isRequired(s, name) {
				delete(v, name)
			} else {
				v[name] = withoutNulls(properties[name], each)
			}
		}
	case []any:
		for i, each := range v {
			v[i] = withoutNulls(s["items"], each)
		}
	}
	return value
}

// fits explains on one line why a schema refuses arguments; nil: valid.
func fits(schema *mcp.Schema, args json.RawMessage) error {
	if err := schema.Check(args); err != nil {
		return fmt.Errorf("the arguments do not fit: %w", err)
	}
	return nil
}
