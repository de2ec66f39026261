package asking

import (
	"fmt"
	"strings"

	"ppamaild/agent/llm"
	"ppamaild/schema"
)

// Tool is a tool of a model, with a validator for the arguments.
type Tool struct {
	llm.Tool
	validator *schema.Schema
}

// Compile makes what checks a model's arguments: not every server keeps to the schema.
func (t *Tool) Compile() (err error) {
	if t.validator, err = schema.Compile(t.Schema); err != nil {
		return fmt.Errorf("schema of %s for the model: %w", t.Name, err)
	}
	return nil
}

// Check validates a model's arguments.
func (t Tool) Check(args string) error {
	if err := t.validator.Check([]byte(args)); err != nil {
		return fmt.Errorf("the arguments of %s: %w", t.Name, err)
	}
	return nil
}

// Brief is a thought as staff are shown it.
func Brief(thought string) string {
	const most = 300
	thought = strings.Join(strings.Fields(thought), " ")
	if runes := []rune(thought); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return thought
}
