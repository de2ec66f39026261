package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema is a JSON Schema of a server's. One that can't be used fits nothing.
type schema struct {
	compiled *jsonschema.Schema
	broken   error
}

const schemaURL = "tool:///schema.json"

// newSchema compiles what a server sent, which may refer to nothing outside itself.
func newSchema(sent any) (json.RawMessage, *schema) {
	raw, err := json.Marshal(sent)
	if err != nil {
		return nil, &schema{broken: err}
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return raw, &schema{broken: err}
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	if err = compiler.AddResource(schemaURL, doc); err != nil {
		return raw, &schema{broken: err}
	}
	compiled, err := compiler.Compile(schemaURL)
	return raw, &schema{compiled, err}
}

// noLoader loads nothing: a schema of a server's must not read our files.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is outside of the schema", url)
}

// check reports what of raw does not fit, on one line.
func (s *schema) check(raw json.RawMessage) error {
	if s.broken != nil {
		return fmt.Errorf("its schema can't be used: %s", oneLine(s.broken))
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	if err := s.compiled.Validate(value); err != nil {
		return errors.New(oneLine(err))
	}
	return nil
}

// oneLine is what is wrong, without the name of the schema, which means nothing.
func oneLine(err error) string {
	text := strings.ReplaceAll(err.Error(), schemaURL+"#", "")
	_, text, found := strings.Cut(text, "\n")
	if !found {
		text = err.Error()
	}
	return brief(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' }), "; "))
}
