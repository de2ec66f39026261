package model

import (
	"context"
	"encoding/json"
	"errors"
)

// Probe asks a model to call a tool, which says in one request whether the address,
// the key and the model's name are right, and whether it takes tools.
func Probe(ctx context.Context, m Model) error {
	a, err := m.Ask(ctx, Request{
		System: "You test a connection. Call the tool ready.",
		Tools: []Tool{{
			Name: "ready", Description: "Says that you are there.",
			Schema: json.RawMessage(`{"type":"object","properties":{"word":{"type":"string"}},"required":["word"],"additionalProperties":false}`),
		}},
		Turns: []Turn{{Role: RoleUser, Text: `Call ready with the word "yes".`}},
	})
	switch {
	case err != nil:
		return err
	case len(a.Calls) != 1 || a.Calls[0].Name != "ready":
		return errors.New("it answers, but does not call tools")
	}
	return nil
}
