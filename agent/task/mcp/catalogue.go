package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tool is a tool of a server. Its properties are claims by the server.
type Tool struct {
	Name        string
	Description string
	Input       json.RawMessage // JSON Schema of the arguments
	ReadOnly    bool            // changes nothing
	Idempotent  bool            // a second call with the same arguments changes nothing more
}

// entry is a tool with its compiled schemas.
type entry struct {
	Tool
	server        string
	input, output *Schema // output may be nil
}

// Limits of the list of tools.
const (
	maxPages = 100
	maxTools = 1000
)

// catalogue returns the server's tools by name, and lists them again after a change. A tool with
// a broken schema is included and refuses every call. Callers must not change the map.
func (s *session) catalogue(ctx context.Context) (map[string]*entry, error) {
	select {
	case s.listing <- struct{}{}:
		defer func() { <-s.listing }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if s.changed.Swap(false) || s.tools == nil {
		tools, err := s.list(ctx)
		if err != nil {
			s.changed.Store(true)
			return nil, err
		}
		s.tools = tools
	}
	return s.tools, nil
}

// list requests all pages.
func (s *session) list(ctx context.Context) (map[string]*entry, error) {
	tools := map[string]*entry{}
	cursor := ""
	for range maxPages {
		page, err := s.peer.ListTools(ctx, &sdk.ListToolsParams{Cursor: cursor})
		if err != nil {
			return nil, err
		}
		for _, t := range page.Tools {
			if tools[t.Name] != nil || t.Name == "" {
				return nil, &Malformed{s.server, "",
					fmt.Errorf("tool %q twice or without a name", t.Name)}
			}
			tools[t.Name] = newEntry(s.server, t)
		}
		if page.NextCursor == "" && len(tools) <= maxTools {
			return tools, nil
		}
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	return nil, &Malformed{s.server, "", errors.New("more tools or pages than anybody has")}
}

// find returns a tool. It lists the tools again for an unknown tool, which may be new.
func (s *session) find(ctx context.Context, tool string) (*entry, error) {
	for range 2 {
		tools, err := s.catalogue(ctx)
		if err != nil {
			return nil, err
		}
		if e := tools[tool]; e != nil {
			return e, nil
		}
		s.changed.Store(true)
	}
	return nil, &Refused{s.server, tool, "the server has no such tool"}
}

func newEntry(server string, t *sdk.Tool) *entry {
	e := &entry{Tool: Tool{Name: t.Name, Description: t.Description}, server: server}
	e.Input, e.input = newSchema(t.InputSchema)
	if t.OutputSchema != nil {
		_, e.output = newSchema(t.OutputSchema)
	}
	if a := t.Annotations; a != nil {
		e.ReadOnly, e.Idempotent = a.ReadOnlyHint, a.ReadOnlyHint || a.IdempotentHint
	}
	return e
}

// takes explains why the tool refuses args; nil: accepted.
func (e *entry) takes(args json.RawMessage) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(args, &object); err != nil || object == nil {
		return errors.New("its arguments are no JSON object")
	}
	if err := e.input.Check(args); err != nil {
		return fmt.Errorf("its arguments: %w", err)
	}
	return nil
}
