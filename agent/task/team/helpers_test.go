package team_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/agent/task/team"
	"ppamaild/mailbox/search"
)

// server is a fake MCP server.
type server struct {
	tools   []mcp.Tool
	answers map[string]string // JSON by tool; "": no answer
	fails   map[string]error
	down    error
	calls   []string // "tool {args}"
	closed  bool
}

func (s *server) Tools(context.Context) ([]mcp.Tool, error) { return s.tools, s.down }

func (s *server) Call(_ context.Context, tool string, args json.RawMessage) (mcp.Answer, error) {
	s.calls = append(s.calls, tool+" "+string(args))
	if err := s.fails[tool]; err != nil {
		return mcp.Answer{}, err
	}
	return mcp.Answer{Structured: json.RawMessage(s.answers[tool])}, s.down
}

func (s *server) Close() error { s.closed = true; return nil }

func readOnly(name, properties string, required ...string) mcp.Tool {
	list, _ := json.Marshal(append([]string{}, required...))
	return mcp.Tool{Name: name, ReadOnly: true, Idempotent: true,
		Input: json.RawMessage(`{"type":"object","properties":{` + properties + `},"required":` + string(list) + `,"additionalProperties":false}`)}
}

func changing(name, properties string) mcp.Tool {
	t := readOnly(name, properties)
	t.ReadOnly, t.Idempotent = false, false
	return t
}

// account is a fake mail account.
type account struct {
	found   search.Found
	err     error
	queries []search.Query
}

func (a *account) Search(_ context.Context, q search.Query) (search.Found, error) {
	a.queries = append(a.queries, q)
	return a.found, a.err
}

func (*account) Close() {}

var unreachable = &mcp.Unavailable{Server: "crm", Doing: "listing the tools", Err: errors.New("connection refused")}

var monday = time.Date(2026, 11, 16, 9, 0, 0, 0, time.UTC)

// newTeam makes a team of agents without a model.
func newTeam(t *testing.T, agents ...team.Agent) *team.Team {
	t.Helper()
	return with(t, team.Options{}, agents...)
}

func with(t *testing.T, o team.Options, agents ...team.Agent) *team.Team {
	t.Helper()
	o.Agents, o.Location, o.Now, o.Log, o.Agency = agents, time.UTC, time.Now, slog.New(slog.DiscardHandler), "Sunrise Insurance Agency"
	if o.MaxResult == 0 {
		o.MaxResult = 1 << 20
	}
	c, err := team.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func assigned(agent, text string) task.Assignment {
	return task.Assignment{
		Thread: "T-7F3K2M", Step: task.Step{Agent: agent, Instruction: "Look for anything relevant to the task."}, At: monday,
		Task: task.Task{Text: text, By: "lee@agency.test", At: monday, Plan: &task.Plan{Steps: []task.Step{{Agent: agent}}}},
	}
}

func equal(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}
