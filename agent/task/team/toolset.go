package team

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent/llm"
	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/lazyregexp"
)

// tool is a tool that an agent may use.
type tool struct {
	mcp.Tool
	called string // name for the agent: "search_contacts", or "crm.search_contacts" for another agent's tool
	server Server
}

// boundTo returns the tools of an agent's own server.
func boundTo(a *Agent, tools []mcp.Tool) (all []tool) {
	for _, t := range tools {
		all = append(all, tool{t, t.Name, a.Server})
	}
	return all
}

// toolsOf returns the tools that an agent may use: those of its server, or the named tools of
// other agents. unreached lists agents without an answer.
func (c *Team) toolsOf(ctx context.Context, a *Agent) (all []tool, unreached []string) {
	for i := range c.o.Agents {
		other := &c.o.Agents[i]
		if other.Kind != task.KindMCP || other != a && !a.mayUse(other) {
			continue
		}
		tools, err := other.Server.Tools(ctx)
		if err != nil {
			unreached = append(unreached, c.say("agents.down", other.Name, why(err)))
		}
		for _, t := range boundTo(other, tools) {
			if other == a {
				all = append(all, t)
				continue
			}
			t.called = other.Name + "." + t.Name
			if slices.ContainsFunc([]string{"*", other.Name + ".*", t.called},
				func(name string) bool { return slices.Contains(a.Tools, name) }) {
				all = append(all, t)
			}
		}
	}
	return all, unreached
}

// mayUse reports whether an agent may use any tool of another agent's server. An agent with its
// own server uses only the tools of this server.
func (a *Agent) mayUse(other *Agent) bool {
	named := func(tool string) bool { return tool == "*" || strings.HasPrefix(tool, other.Name+".") }
	return a.Kind == task.KindLLM && slices.ContainsFunc(a.Tools, named)
}

// offeredTool is a tool in the form for a model.
type offeredTool struct {
	tool
	llm.Tool
	schema any         // schema of the server
	takes  *mcp.Schema // the same schema, for validation
	asText bool        // strict mode refuses the schema, so arguments are text
}

var unfit = lazyregexp.MustCompile(`[^a-zA-Z0-9_-]+`)

// offeredTools converts tools for a model, and reports the tools that it can't convert.
func (c *Team) offeredTools(tools []tool) (all []offeredTool, left []string) {
	for _, t := range tools {
		o := offeredTool{tool: t, Tool: llm.Tool{Name: unfit.ReplaceAllString(t.called, "__"),
			Description: truncated(t.Description, 1000)}}
		err := json.Unmarshal(t.Input, &o.schema)
		if err == nil {
			o.takes = mcp.NewSchema(t.Input)
			err = o.takes.Broken()
		}
		known := func(other offeredTool) bool { return other.Tool.Name == o.Tool.Name }
		if err != nil || len(o.Tool.Name) > 64 || slices.ContainsFunc(all, known) {
			left = append(left, c.say("agents.tool_unused", t.called))
			continue
		}
		if !t.ReadOnly {
			o.Description = c.tell("tool.changes", o.Description)
		}
		closed, err := strictOf(o.schema, 0)
		if err != nil {
			o.asText, closed = true, c.textSchema(t.Input)
		}
		o.Schema = asJSON(closed)
		all = append(all, o)
	}
	return all, left
}

// textSchema is the schema of arguments as text.
func (c *Team) textSchema(schema json.RawMessage) map[string]any {
	text := map[string]any{"type": "string",
		"description": c.tell("tool.as_text", string(schema))}
	return map[string]any{
		"type": "object", "properties": map[string]any{"arguments": text},
		"required": []string{"arguments"}, "additionalProperties": false,
	}
}

// arguments converts the model's arguments for the tool. The error is a message to the model.
func (o offeredTool) arguments(said string) (json.RawMessage, error) {
	var value any
	if o.asText {
		var text struct {
			Arguments string `json:"arguments"`
		}
		if err := json.Unmarshal([]byte(said), &text); err != nil {
			return nil, fmt.Errorf("the arguments are not JSON: %w", err)
		}
		said = text.Arguments
	}
	if err := task.Exact([]byte(said), &value); err != nil {
		return nil, fmt.Errorf("the arguments are not JSON: %w", err)
	}
	if !o.asText {
		value = withoutNulls(o.schema, value)
	}
	raw := asJSON(value)
	return raw, fits(o.takes, raw)
}

// truncated returns at most this many characters of a text.
func truncated(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
