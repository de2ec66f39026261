package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// never is the schema false.
var never = &jsonschema.Schema{Not: &jsonschema.Schema{}}

// node is a schema with the results of the compilation.
type node struct {
	*jsonschema.Schema
	ref      *node // target of $ref
	isTarget bool  // of a $ref
	never    bool  // the schema false
	base     *url.URL
}

// compiler compiles one document.
type compiler struct {
	nodes       map[*jsonschema.Schema]*node
	order       []*node          // nodes in the order of the document
	names       map[string]*node // by URI: an $id, an anchor, or a JSON pointer as the fragment
	expressions map[string]*regexp.Regexp
	siblings    bool // keywords next to $ref count, since draft 2019-09
	tracks      bool // a keyword such as unevaluatedItems exists
}

// Compile compiles a schema.
func Compile(raw []byte) (*Schema, error) {
	var root jsonschema.Schema
	if err := json.Unmarshal(raw, &root); err != nil {
		return nil, unreadable(raw, err)
	}
	c := compiler{
		nodes:       map[*jsonschema.Schema]*node{},
		names:       map[string]*node{},
		expressions: map[string]*regexp.Regexp{},
	}
	if err := c.draft(root.Schema); err != nil {
		return nil, err
	}
	if err := c.register(&root, &url.URL{}, ""); err != nil {
		return nil, err
	}
	for _, n := range c.order {
		if err := c.resolve(n); err != nil {
			return nil, err
		}
	}
	return &Schema{c, c.nodes[&root]}, nil
}

// unreadable explains why raw is no schema.
func unreadable(raw []byte, err error) error {
	var value any
	if json.Unmarshal(raw, &value) == nil {
		switch value.(type) {
		case bool, map[string]any:
		default:
			return fmt.Errorf("got %s, want boolean or object", typeOf(value))
		}
	}
	return errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
}

// draft reads $schema.
func (c *compiler) draft(uri string) error {
	_, version, _ := strings.Cut(strings.TrimSuffix(uri, "#"), "://json-schema.org/")
	switch version {
	case "draft-04/schema", "draft-06/schema", "draft-07/schema":
		return nil
	case "draft/2019-09/schema", "draft/2020-12/schema":
	default:
		if uri != "" {
			return fmt.Errorf("%s is outside of the schema", uri)
		}
	}
	c.siblings = true
	return nil
}

// register compiles a schema and the schemas inside. pointer is the location, from base.
func (c *compiler) register(s *jsonschema.Schema, base *url.URL, pointer string) error {
	if s == nil {
		return fmt.Errorf("at %s: got null, want boolean or object", quote(pointer))
	}
	n := &node{Schema: s, never: reflect.DeepEqual(s, never)}
	c.nodes[s] = n
	c.order = append(c.order, n)
	c.names[named(base, pointer)] = n
	if s.ID != "" && (s.Ref == "" || c.siblings) {
		id, err := url.Parse(s.ID)
		if err != nil {
			return errors.New("$id is no URI")
		}
		id = base.ResolveReference(id)
		c.names[id.String()] = n
		if id.Fragment == "" { // with a fragment, an anchor of draft 7
			base, pointer = id, ""
		}
	}
	for _, anchor := range []string{s.Anchor, s.DynamicAnchor} {
		if anchor != "" {
			c.names[named(base, anchor)] = n
		}
	}
	n.base = base
	if err := c.keywords(s); err != nil {
		return fmt.Errorf("at %s: %w", quote(pointer), err)
	}
	inner := children(s)
	for _, path := range sorted(inner) {
		if err := c.register(inner[path], base, pointer+path); err != nil {
			return err
		}
	}
	return nil
}

func named(base *url.URL, fragment string) string {
	return base.ResolveReference(&url.URL{Fragment: fragment}).String()
}

// keywords checks the keywords of one schema, and compiles regular expressions.
func (c *compiler) keywords(s *jsonschema.Schema) error {
	if s.DynamicRef != "" {
		return errors.New("$dynamicRef is not supported")
	}
	for _, name := range append(s.Types, s.Type) {
		switch name {
		case "", "array", "boolean", "integer", "null", "number", "object", "string":
		default:
			return fmt.Errorf("%s is no type", quote(name))
		}
	}
	if s.MultipleOf != nil && *s.MultipleOf <= 0 {
		return errors.New("multipleOf is not positive")
	}
	for _, expression := range append(sorted(s.PatternProperties), s.Pattern) {
		compiled, err := regexp.Compile(expression)
		if err != nil {
			return err
		}
		c.expressions[expression] = compiled
	}
	c.tracks = c.tracks || s.UnevaluatedItems != nil || s.UnevaluatedProperties != nil
	return nil
}

// resolve finds the target of $ref.
func (c *compiler) resolve(n *node) error {
	if n.Ref == "" {
		return nil
	}
	if uri, err := url.Parse(n.Ref); err == nil {
		uri.RawFragment = "" // for a uniform encoding
		n.ref = c.names[n.base.ResolveReference(uri).String()]
	}
	if n.ref == nil {
		return fmt.Errorf("%s is outside of the schema", n.Ref)
	}
	n.ref.isTarget = true
	return nil
}

// children returns the schemas inside a schema, with their locations.
func children(s *jsonschema.Schema) map[string]*jsonschema.Schema {
	all := map[string]*jsonschema.Schema{
		"/additionalItems": s.AdditionalItems, "/additionalProperties": s.AdditionalProperties,
		"/contains": s.Contains, "/else": s.Else, "/if": s.If, "/items": s.Items, "/not": s.Not,
		"/propertyNames": s.PropertyNames, "/then": s.Then,
		"/unevaluatedItems": s.UnevaluatedItems, "/unevaluatedProperties": s.UnevaluatedProperties,
	}
	maps.DeleteFunc(all, func(_ string, inner *jsonschema.Schema) bool { return inner == nil })
	for keyword, list := range map[string][]*jsonschema.Schema{
		"allOf": s.AllOf, "anyOf": s.AnyOf, "oneOf": s.OneOf,
		"items": s.ItemsArray, "prefixItems": s.PrefixItems,
	} {
		for i, inner := range list {
			all["/"+keyword+"/"+strconv.Itoa(i)] = inner
		}
	}
	for keyword, members := range map[string]map[string]*jsonschema.Schema{
		"$defs": s.Defs, "definitions": s.Definitions, "dependencies": s.DependencySchemas,
		"dependentSchemas": s.DependentSchemas, "patternProperties": s.PatternProperties,
		"properties": s.Properties,
	} {
		for name, inner := range members {
			all["/"+keyword+"/"+escape(name)] = inner
		}
	}
	return all
}

func escape(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// sorted returns the names of members, in order.
func sorted[V any](members map[string]V) []string {
	return slices.Sorted(maps.Keys(members))
}
