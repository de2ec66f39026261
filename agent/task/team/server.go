package team

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
)

// Server is a server of the Model Context Protocol, such as mcp.Client.
type Server interface {
	// Tools returns the callable tools.
	Tools(ctx context.Context) ([]mcp.Tool, error)
	Call(ctx context.Context, tool string, args json.RawMessage) (mcp.Answer, error)
	Close() error
}

// call is a completed call.
type call struct {
	task.Call
	down bool // the service did not answer
}

// callTool makes a call.
func (c *Team) callTool(ctx context.Context, s Server, tool string, args json.RawMessage) call {
	made := call{Call: task.Call{Tool: tool, Args: args}}
	answer, err := s.Call(ctx, tool, args)
	if err != nil {
		made.Error = err.Error()
		if lost, is := errors.AsType[*mcp.Unavailable](err); is { // a read leaves no doubt about its effect
			made.down, made.Error = true,
				fmt.Sprintf("%s at %s: %s", lost.Doing, lost.Server, lost.Why())
		}
		return made
	}
	made.Answer = answerOf(answer)
	return made
}

// answerOf returns an answer as data: its structured content, JSON in its text, or its text.
func answerOf(a mcp.Answer) json.RawMessage {
	switch {
	case a.Structured != nil:
		return a.Structured
	case json.Valid([]byte(a.Text)):
		return json.RawMessage(a.Text)
	}
	return asJSON(a.Text)
}

// callResult returns the result of calls: their answers and errors.
func (c *Team) callResult(a task.Assignment, agent *Agent, calls []call) task.Result {
	answered := 0
	var wrong []string
	down := len(calls) > 0
	for _, made := range calls {
		if made.Error == "" {
			answered++
		} else {
			wrong = append(wrong, made.Error)
		}
		down = down && made.down
	}
	if down {
		return c.unavailable(a, agent, joined(unique(wrong)...))
	}
	r := task.Result{Status: task.Found, Data: asJSON(taskCalls(calls)),
		Meta: task.Meta{Service: agent.Source}, Error: joined(unique(wrong)...)}
	switch {
	case len(calls) == 0:
	case answered == 0:
		r.Status = task.Failed
	case answered < len(calls):
		r.Status = task.Partial
	}
	return r
}

// taskCalls converts calls for results.
func taskCalls(calls []call) []task.Call {
	all := make([]task.Call, len(calls))
	for i, made := range calls {
		all[i] = made.Call
	}
	return all
}

func unique(texts []string) []string {
	var all []string
	seen := make(map[string]bool)
	for _, text := range texts {
		if !seen[text] {
			all, seen[text] = append(all, text), true
		}
	}
	return all
}

// countRecords counts the records of calls: "search_invoices: 3 invoices".
func countRecords(calls []call) string {
	var tools []string
	distinct := make(map[string]map[string]map[string]bool) // records by tool and list
	for _, made := range calls {
		if made.Error != "" {
			continue
		}
		if distinct[made.Tool] == nil {
			tools, distinct[made.Tool] = append(tools, made.Tool), make(map[string]map[string]bool)
		}
		for list, entries := range entriesByList(made.Answer) {
			if distinct[made.Tool][list] == nil {
				distinct[made.Tool][list] = make(map[string]bool)
			}
			for _, entry := range entries {
				distinct[made.Tool][list][string(asJSON(entry))] = true
			}
		}
	}
	for i, tool := range tools {
		var texts []string
		found := false
		for _, list := range slices.Sorted(maps.Keys(distinct[tool])) {
			texts = append(texts, several(len(distinct[tool][list]), list))
			found = found || len(distinct[tool][list]) > 0
		}
		if tools[i] += ": " + strings.Join(texts, ", "); !found {
			tools[i] += argumentsNote(calls, tool)
		}
	}
	return joined(tools...)
}

// argumentsNote names the arguments of calls without records. A number that no invoice has may be
// the number of a policy.
func argumentsNote(calls []call, tool string) string {
	var names []string
	for _, made := range calls {
		if made.Tool == tool && made.Error == "" {
			for _, f := range fieldsOf(made.Args) {
				names = append(names, strings.ReplaceAll(f.name, "_", " "))
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " by " + strings.Join(unique(names), ", ")
}
