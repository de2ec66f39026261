// Package schema compiles JSON Schemas and validates values.
//
// Errors are deterministic, on one line, and contain no paths of the machine, because models
// read the errors and their answers must be repeatable. A schema can't refer to other files.
//
// The package supports the drafts 6 to 2020-12, except $dynamicRef, $recursiveRef and references
// to the schemas of the drafts. Formats and contents are annotations. Package jsonschema of Google
// reads the schemas. Its validator stops at the first mismatch, and a cycle of references
// overflows its stack.
package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Schema is a compiled JSON Schema, draft 2020-12 by default. A Schema is safe for concurrent
// use.
type Schema struct {
	compiler
	root *node
}

// Check validates raw, a JSON value, and returns an error that describes each mismatch.
func (s *Schema) Check(raw []byte) error {
	value, err := decode(raw)
	if err != nil {
		return fmt.Errorf("it is not JSON: %w", err)
	}
	c := checker{compiler: s.compiler, open: map[visit]bool{}}
	wrong, _ := c.check(s.root, value, nil)
	if wrong == nil {
		return nil
	}
	lines := wrong.lines()
	if wrong.isGroup { // the whole value
		lines = lines[1:]
	}
	return errors.New(strings.Join(lines, "; "))
}

// decode reads one JSON value. Numbers keep their digits.
func decode(raw []byte) (value any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text after the JSON value")
	}
	return value, nil
}
