package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	if err != nil {
		return err
	}
	return a.isReady()
}

// isReady says what keeps an answer from being the one call that was asked for.
func (a Answer) isReady() error {
	var args struct {
		Word string `json:"word"`
	}
	switch {
	case a.Finish == "length":
		return errors.New("its answer is cut off; planner.max_answer_tokens must leave room for a call")
	case a.Finish == "content_filter":
		return errors.New("its answer is withheld (content_filter)")
	case len(a.Calls) == 0:
		return fmt.Errorf("it answers, but does not call tools: %q", brief(a.Text))
	case len(a.Calls) > 1:
		return fmt.Errorf("it makes %d calls where one may be made, and does not heed parallel_tool_calls = false", len(a.Calls))
	case a.Calls[0].Name != "ready":
		return fmt.Errorf("it calls a tool that it was not given: %q", brief(a.Calls[0].Name))
	case json.Unmarshal([]byte(a.Calls[0].Args), &args) != nil || args.Word == "":
		return fmt.Errorf("it calls tools with arguments that do not fit their schema: %q", brief(a.Calls[0].Args))
	}
	return nil
}
