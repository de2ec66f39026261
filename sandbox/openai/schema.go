package openai

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// The limits of schemas in strict mode.
const (
	deepestSchema = 10
	maxProperties = 5000
	maxEnumValues = 1000
)

// strictKeywords are the keywords of strict mode. Keywords that limit lengths, sizes and
// numbers are missing, because only some models accept them.
var strictKeywords = []string{
	"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "description", "title", "$ref", "$defs",
}

// schemaCheck counts the parts of a schema that strict mode limits.
type schemaCheck struct{ properties, values int }

// strictSchema returns the reason why strict mode refuses a schema, or "".
func strictSchema(raw json.RawMessage) string {
	var root map[string]any
	if err := json.Unmarshal(raw, &root); err != nil {
		return fmt.Sprintf("it is no schema: %v.", err)
	}
	if root["type"] != "object" {
		return fmt.Sprintf("schema must be a JSON Schema of 'type: \"object\"', got 'type: \"%v\"'.", root["type"])
	}
	if root["anyOf"] != nil {
		return "the root schema must not be an 'anyOf'."
	}
	var c schemaCheck
	if why := c.schema(root, "()", 1); why != "" {
		return why
	}
	if c.properties > maxProperties || c.values > maxEnumValues {
		return fmt.Sprintf("it has %d properties and %d values of enums; at most %d and %d are taken.", c.properties, c.values, maxProperties, maxEnumValues)
	}
	return ""
}

func (c *schemaCheck) schema(s map[string]any, at string, depth int) string {
	if depth > deepestSchema {
		return fmt.Sprintf("In context=%s, it is nested deeper than %d levels.", at, deepestSchema)
	}
	for _, keyword := range slices.Sorted(maps.Keys(s)) {
		if !slices.Contains(strictKeywords, keyword) {
			return fmt.Sprintf("In context=%s, '%s' is not permitted.", at, keyword)
		}
	}
	if s["type"] == nil && s["anyOf"] == nil && s["$ref"] == nil && s["enum"] == nil && s["const"] == nil {
		return fmt.Sprintf("In context=%s, schema must have a 'type' key.", at)
	}
	if values, is := s["enum"].([]any); is {
		c.values += len(values)
	}
	if isOfType(s, "object") {
		if why := c.object(s, at); why != "" {
			return why
		}
	}
	if isOfType(s, "array") && s["items"] == nil {
		return fmt.Sprintf("In context=%s, array schema missing items.", at)
	}
	return c.below(s, depth)
}

// object checks that an object is closed and requires all of its properties.
func (c *schemaCheck) object(s map[string]any, at string) string {
	properties, _ := s["properties"].(map[string]any)
	required, listed := s["required"].([]any)
	c.properties += len(properties)
	if closed, is := s["additionalProperties"].(bool); !is || closed {
		return fmt.Sprintf("In context=%s, 'additionalProperties' is required to be supplied and to be false.", at)
	}
	if !listed {
		const must = "In context=%s, 'required' is required to be supplied and to be an array."
		return fmt.Sprintf(must, at)
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if !slices.Contains(required, any(name)) {
			return fmt.Sprintf("In context=%s, 'required' is required to be supplied and to be an array including every key in properties. Missing '%s'.", at, name)
		}
	}
	if len(required) > len(properties) {
		return fmt.Sprintf("In context=%s, 'required' names what is not in properties.", at)
	}
	return ""
}

// below checks the schemas inside a schema.
func (c *schemaCheck) below(s map[string]any, depth int) string {
	within := map[string]any{"items": s["items"]}
	for _, keyword := range []string{"properties", "$defs"} {
		if named, is := s[keyword].(map[string]any); is {
			for name, schema := range named {
				within[keyword+"', '"+name] = schema
			}
		}
	}
	if either, is := s["anyOf"].([]any); is {
		for i, schema := range either {
			within[fmt.Sprintf("anyOf', '%d", i)] = schema
		}
	}
	for _, name := range slices.Sorted(maps.Keys(within)) {
		if schema, is := within[name].(map[string]any); is {
			if why := c.schema(schema, "('"+name+"')", depth+1); why != "" {
				return why
			}
		}
	}
	return ""
}

// isOfType reports whether a schema's type is or includes kind.
func isOfType(s map[string]any, kind string) bool {
	several, _ := s["type"].([]any)
	return s["type"] == kind || slices.Contains(several, any(kind))
}
