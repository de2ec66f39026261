package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a JSON Schema, such as a server's. It is safe for concurrent use.
type Schema struct {
	compiled *jsonschema.Schema
	broken   error
	patience time.Duration // with one check
	endless  atomic.Bool   // checking by it took longer once
}

// Bounds of a schema, far beyond those of real ones: compiling deeper ones takes ages.
const (
	maxSchema = 1 << 20 // octets
	maxDepth  = 100
)

const schemaURL = "tool:///schema.json"

// NewSchema compiles a schema, which may refer to nothing outside itself. One that can't
// be used fits nothing.
func NewSchema(raw json.RawMessage) *Schema {
	var sent any
	if err := json.Unmarshal(raw, &sent); err != nil {
		return &Schema{broken: err}
	}
	_, s := newSchema(sent)
	return s
}

// newSchema compiles what a server sent, and returns it as it was sent too.
func newSchema(sent any) (json.RawMessage, *Schema) {
	raw, err := json.Marshal(sent)
	if err == nil && (len(raw) > maxSchema || !isFlat(sent, maxDepth)) {
		err = errors.New("it is too large or too deep")
	}
	if err != nil {
		return nil, &Schema{broken: err}
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err == nil {
		err = compiler.AddResource(schemaURL, doc)
	}
	if err != nil {
		return raw, &Schema{broken: err}
	}
	compiled, err := compiler.Compile(schemaURL)
	return raw, &Schema{compiled: compiled, broken: err, patience: checkTime}
}

// isFlat reports whether v has no more levels than depth.
func isFlat(v any, depth int) bool {
	if depth == 0 {
		return false
	}
	deep := func(v any) bool { return !isFlat(v, depth-1) }
	switch v := v.(type) {
	case []any:
		return !slices.ContainsFunc(v, deep)
	case map[string]any:
		for _, member := range v {
			if deep(member) {
				return false
			}
		}
	}
	return true
}

// noLoader loads nothing: a schema of a server's must not read our files.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is outside of the schema", url)
}

// checkTime is how long checking may take.
const checkTime = 3 * time.Second

var errEndless = errors.New("its schema takes too long to check")

// Broken says why the schema can't be used; nil: it can.
func (s *Schema) Broken() error {
	if s.broken == nil {
		return nil
	}
	return fmt.Errorf("its schema can't be used: %s", oneLine(s.broken))
}

// Check reports what of raw does not fit, on one line. There are small schemas by
// which it would take years; as nothing can stop it, it is left to itself then, and
// is not begun again.
func (s *Schema) Check(raw json.RawMessage) error {
	if err := s.Broken(); err != nil {
		return err
	}
	if s.endless.Load() {
		return errEndless
	}
	fits := make(chan error, 1)
	go func() { fits <- s.validate(raw) }()
	select {
	case err := <-fits:
		return err
	case <-time.After(s.patience):
		s.endless.Store(true)
		return errEndless
	}
}

func (s *Schema) validate(raw json.RawMessage) error {
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
