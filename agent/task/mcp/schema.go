package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"ppamaild/schema"
)

// Schema is a JSON Schema, such as a server's. It is safe for concurrent use.
type Schema struct {
	compiled *schema.Schema
	broken   error
	patience time.Duration // with one check
	endless  atomic.Bool   // checking by it took longer once
}

// Bounds of a schema, far beyond those of real ones: compiling deeper ones takes ages.
const (
	maxSchema = 1 << 20 // octets
	maxDepth  = 100
)

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
	compiled, err := schema.Compile(raw)
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

// checkTime is how long checking may take.
const checkTime = 3 * time.Second

var errEndless = errors.New("its schema takes too long to check")

// Broken says why the schema can't be used; nil: it can.
func (s *Schema) Broken() error {
	if s.broken == nil {
		return nil
	}
	return fmt.Errorf("its schema can't be used: %s", brief(s.broken.Error()))
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
	if err := s.compiled.Check(raw); err != nil {
		return errors.New(brief(err.Error()))
	}
	return nil
}
