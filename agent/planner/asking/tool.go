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

// Compile prepares the validator, because some servers ignore the schema.
func (t *Tool) Compile() (err error) {
	if t.validator, err = schema.Compile(t.Schema); err != nil {
		return fmt.Errorf("schema of %s for the model: %w", t.Name, err)
	}
	return nil
}

// Check validates arguments from a model.
func (t Tool) Check(args string) error {
	if err := t.validator.Check([]byte(args)); err != nil {
		return fmt.Errorf("the arguments of %s: %w", t.Name, err)
	}
	return nil
}

// Brief shortens a model's thought for staff.
func Brief(thought string) string {
	const most = 300
	thought = strings.Join(strings.Fields(thought), " ")
	if runes := []rune(thought); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return thought
}
