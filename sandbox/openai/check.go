package openai

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
)

func checkParameters(q Request) error {
	switch {
	case q.Stream:
		return invalid("stream", "This stand-in does not stream.")
	case q.MaxTokens != nil && q.MaxCompletionTokens != nil:
		return invalid("max_tokens", "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
	case q.MaxCompletionTokens != nil && *q.MaxCompletionTokens < 1 || q.MaxTokens != nil && *q.MaxTokens < 1:
		return invalid("max_completion_tokens", "Invalid 'max_completion_tokens': expected a value >= 1.")
	case q.Temperature != nil && (*q.Temperature < 0 || *q.Temperature > 2):
		return invalid("temperature", "Invalid 'temperature': expected a value between 0 and 2.")
	case q.TopP != nil && (*q.TopP < 0 || *q.TopP > 1):
		return invalid("top_p", "Invalid 'top_p': expected a value between 0 and 1.")
	case q.N != nil && *q.N < 1:
		return invalid("n", "Invalid 'n': expected a value >= 1.")
	case len(q.Tools) == 0 && q.ToolChoice != nil:
		return invalid("tool_choice", "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.")
	case len(q.Tools) == 0 && q.ParallelToolCalls != nil:
		return invalid("parallel_tool_calls", "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.")
	case len(q.Messages) == 0:
		return invalid("messages", "Invalid 'messages': empty array. Expected an array with minimum length 1.")
	}
	return checkToolChoice(q)
}

func checkToolChoice(q Request) error {
	var word string
	if q.ToolChoice == nil || json.Unmarshal(q.ToolChoice, &word) == nil && slices.Contains([]string{"auto", "none", "required"}, word) {
		return nil
	}
	var named struct {
		Type     string `json:"type"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	known := func(t Tool) bool { return t.Function.Name == named.Function.Name }
	if json.Unmarshal(q.ToolChoice, &named) == nil && named.Type == "function" && slices.ContainsFunc(q.Tools, known) {
		return nil
	}
	return invalid("tool_choice", "Invalid value for 'tool_choice': %s.", q.ToolChoice)
}

var functionName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func checkTools(q Request) error {
	seen := map[string]bool{}
	for i, t := range q.Tools {
		at, f := fmt.Sprintf("tools[%d]", i), t.Function
		switch {
		case t.Type != "function":
			return invalid(at+".type", "Invalid value: '%s'. Supported values are: 'function'.", t.Type)
		case !functionName.MatchString(f.Name):
			return invalid(at+".function.name", "Invalid '%s.function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.", at)
		case seen[f.Name]:
			return invalid(at+".function.name", "Tool names must be unique: '%s' is there twice.", f.Name)
		case len(f.Description) > 1024:
			return invalid(at+".function.description", "Invalid '%s.function.description': string too long. Expected a string with maximum length 1024, but got a string with length %d instead.", at, len(f.Description))
		}
		seen[f.Name] = true
		if !f.Strict {
			continue
		}
		if why := strictSchema(f.Parameters); why != "" {
			return invalid(at+".function.parameters", "Invalid schema for function '%s': %s", f.Name, why)
		}
	}
	return nil
}

// checkMessages checks roles and contents. Each tool call needs exactly one answer, right after
// the call.
func checkMessages(q Request) error {
	var open []string // calls without an answer so far
	for i, m := range q.Messages {
		at := fmt.Sprintf("messages.[%d]", i)
		if len(open) > 0 && m.Role != "tool" {
			return unanswered(open)
		}
		if err := checkMessage(at, m); err != nil {
			return err
		}
		switch m.Role {
		case "assistant":
			for _, call := range m.ToolCalls {
				open = append(open, call.ID)
			}
		case "tool":
			n := slices.Index(open, m.ToolCallID)
			if n < 0 {
				return invalid(at+".role", "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.")
			}
			open = slices.Delete(open, n, n+1)
		}
	}
	if len(open) > 0 {
		return unanswered(open)
	}
	return nil
}

func unanswered(calls []string) refusal {
	return invalid("messages", "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: %v", calls)
}

func checkMessage(at string, m Message) error {
	switch {
	case !slices.Contains([]string{"system", "developer", "user", "assistant", "tool"}, m.Role):
		return invalid(at+".role", "Invalid value: '%s'. Supported values are: 'system', 'developer', 'assistant', 'user', and 'tool'.", m.Role)
	case m.Content == nil && (m.Role != "assistant" || len(m.ToolCalls) == 0):
		return invalid(at+".content", "Invalid value for 'content': expected a string, got null.")
	case m.Role == "tool" && m.ToolCallID == "":
		return invalid(at+".tool_call_id", "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.")
	case m.Role != "tool" && m.ToolCallID != "":
		return invalid(at+".tool_call_id", "Additional parameter 'tool_call_id' is only allowed in messages with role 'tool'.")
	case m.Role != "assistant" && len(m.ToolCalls) > 0:
		return invalid(at+".tool_calls", "Additional parameter 'tool_calls' is only allowed in messages with role 'assistant'.")
	}
	seen := map[string]bool{}
	for j, call := range m.ToolCalls {
		at := fmt.Sprintf("%s.tool_calls[%d]", at, j)
		switch {
		case call.ID == "" || seen[call.ID]:
			return invalid(at+".id", "Invalid '%s.id': it is missing or there twice.", at)
		case call.Type != "function":
			return invalid(at+".type", "Invalid value: '%s'. Supported values are: 'function'.", call.Type)
		case !functionName.MatchString(call.Function.Name):
			return invalid(at+".function.name", "Invalid '%s.function.name': string does not match pattern.", at)
		case call.Function.Arguments == nil:
			return invalid(at+".function.arguments", "Missing required parameter: '%s.function.arguments'.", at)
		}
		seen[call.ID] = true
	}
	return nil
}
