package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"ppamaild/templates"
)

// Probe asks a model to call a tool. One request checks the address, the key, the name of the
// model, and its support for tools. words has the texts of the request.
func Probe(ctx context.Context, m Model, words *templates.Phrases) error {
	a, err := m.Ask(ctx, Request{
		System: words.Say("probe.system"),
		Tools: []Tool{{
			Name: "ready", Description: words.Say("probe.tool"),
			Schema: json.RawMessage(`{"type":"object","properties":{"word":{"type":"string"}},"required":["word"],"additionalProperties":false}`),
		}},
		Turns: []Turn{{Role: RoleUser, Text: words.Say("probe.turn")}},
	})
	if err != nil {
		return err
	}
	return a.isReady()
}

// isReady reports why an answer is not the requested call.
func (a Answer) isReady() error {
	var args struct {
		Word string `json:"word"`
	}
	switch {
	case a.Finish == "length":
		return errors.New("the answer is cut off; increase planner.max_answer_tokens")
	case a.Finish == "content_filter":
		return errors.New("the service withheld the answer (content_filter)")
	case len(a.Calls) == 0:
		return fmt.Errorf("the model answers but calls no tools: %q", brief(a.Text))
	case len(a.Calls) > 1:
		return fmt.Errorf("the model makes %d calls instead of one, despite parallel_tool_calls = false", len(a.Calls))
	case a.Calls[0].Name != "ready":
		return fmt.Errorf("the model calls an unknown tool: %q", brief(a.Calls[0].Name))
	case json.Unmarshal([]byte(a.Calls[0].Args), &args) != nil || args.Word == "":
		return fmt.Errorf("the arguments of the call do not fit the schema: %q", brief(a.Calls[0].Args))
	}
	return nil
}
