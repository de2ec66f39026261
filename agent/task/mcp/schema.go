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

// Schema is a JSON Schema, for example from a server. It is safe for concurrent use.
type Schema struct {
	compiled *schema.Schema
	broken   error
	patience time.Duration // time limit of one check
	endless  atomic.Bool   // a check exceeded the limit
}

// Limits of a schema, far above real schemas. Compiling deeper schemas takes too long.
const (
	maxSchema = 1 << 20 // bytes
	maxDepth  = 100
)

// NewSchema compiles a schema without external references. A broken schema accepts nothing.
func NewSchema(raw json.RawMessage) *Schema {
	var sent any
	if err := json.Unmarshal(raw, &sent); err != nil {
		return &Schema{broken: err}
	}
	_, s := newSchema(sent)
	return s
}

// newSchema compiles a schema from a server and returns it with its JSON.
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

// isFlat reports whether v has at most depth levels.
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

// checkTime limits the time of a check.
const checkTime = 3 * time.Second

var errEndless = errors.New("its schema takes too long to check")

// Broken explains why the schema can't be used; nil: usable.
func (s *Schema) Broken() error {
	if s.broken == nil {
		return nil
	}
	return fmt.Errorf("its schema can't be used: %s", brief(s.broken.Error()))
}

// Check explains on one line why raw does not fit. Some small schemas need years to check, and a
// check can't be stopped. After the time limit the check is abandoned, and later checks fail.
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
