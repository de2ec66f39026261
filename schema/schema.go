// Package schema compiles JSON Schemas and checks values by them.
//
// It promises that what does not fit is said the same way each time, on one line, with
// nothing in it of the machine: models read it, and what they answered to it can be
// played again. A schema refers to nothing outside itself.
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

// Schema is a JSON Schema, draft 2020-12 where it names none. It is safe for concurrent use.
type Schema struct{ compiled *jsonschema.Schema }

const url = "schema:///schema.json"

// Compile reads a schema.
func Compile(raw []byte) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{}) // the default one would follow file:// references
	if err := compiler.AddResource(url, doc); err != nil {
		return nil, plain(err)
	}
	compiled, err := compiler.Compile(url)
	if err != nil {
		return nil, plain(err)
	}
	return &Schema{compiled}, nil
}

// noLoader loads nothing: a schema of somebody else's must not read our files.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is outside of the schema", url)
}

// Check reports what of raw, which is a JSON value, does not fit.
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

// order sorts what was found while ranging over maps.
func order(v *jsonschema.ValidationError) {
	if extra, is := v.ErrorKind.(*kind.AdditionalProperties); is {
		slices.Sort(extra.Properties)
	}
	for _, cause := range v.Causes {
		order(cause)
	}
	slices.SortStableFunc(v.Causes, func(a, b *jsonschema.ValidationError) int { return cmp.Compare(a.Error(), b.Error()) })
}

// plain puts err on one line, without the name of the schema, which means nothing.
func plain(err error) error {
	text := strings.ReplaceAll(err.Error(), url+"#", "")
	if _, told, found := strings.Cut(text, "\n"); found { // the first line says that, and of which schema
		text = told
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, " -")
	}
	return errors.New(strings.Join(lines, "; "))
}
