// Package schema compiles JSON Schemas and validates values.
//
// Errors are deterministic, on one line, and contain no paths of the machine, because models
// read the errors and their answers must be repeatable. A schema can't refer to other files.
package schema

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Schema is a compiled JSON Schema, draft 2020-12 by default. A Schema is safe for concurrent
// use.
type Schema struct{ compiled *jsonschema.Schema }

const url = "schema:///schema.json"

// Compile compiles a schema.
func Compile(raw []byte) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{}) // the default loader would follow file:// references
	if err := compiler.AddResource(url, doc); err != nil {
		return nil, plain(err)
	}
	compiled, err := compiler.Compile(url)
	if err != nil {
		return nil, plain(err)
	}
	return &Schema{compiled}, nil
}

// noLoader loads nothing, because a third party's schema must not read local files.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is outside of the schema", url)
}

// Check validates raw, a JSON value, and returns an error that describes each mismatch.
func (s *Schema) Check(raw []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("it is not JSON: %w", err)
	}
	err = s.compiled.Validate(value)
	if v, is := errors.AsType[*jsonschema.ValidationError](err); is {
		order(v)
		return plain(v)
	}
	return err
}

// order sorts causes, which come from maps in random order.
func order(v *jsonschema.ValidationError) {
	if extra, is := v.ErrorKind.(*kind.AdditionalProperties); is {
		slices.Sort(extra.Properties)
	}
	for _, cause := range v.Causes {
		order(cause)
	}
	slices.SortStableFunc(v.Causes, func(a, b *jsonschema.ValidationError) int { return cmp.Compare(a.Error(), b.Error()) })
}

// plain formats err on one line, without the meaningless schema name.
func plain(err error) error {
	text := strings.ReplaceAll(err.Error(), url+"#", "")
	if _, told, found := strings.Cut(text, "\n"); found { // the first line only names the schema
		text = told
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, " -")
	}
	return errors.New(strings.Join(lines, "; "))
}
