package team

import (
	"context"
	"errors"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
)

// mcpAgent calls an MCP server, with a model if there is one, or else with the values in the
// task.
type mcpAgent struct {
	agent *Agent
	team  *Team
}

func (w *mcpAgent) about() *Agent { return w.agent }

func (w *mcpAgent) down(ctx context.Context) string {
	if _, err := w.agent.Server.Tools(ctx); err != nil {
		return why(err)
	}
	return ""
}

// why explains in few words why a server could not be called.
func why(err error) string {
	if lost, is := errors.AsType[*mcp.Unavailable](err); is {
		return lost.Why()
	}
	return err.Error()
}

func (w *mcpAgent) writes(ctx context.Context) (names []string) {
	tools, err := w.agent.Server.Tools(ctx)
	if err != nil {
		return nil
	}
	for _, t := range tools {
		if !t.ReadOnly {
			names = append(names, t.Name)
		}
	}
	return names
}

func (w *mcpAgent) run(ctx context.Context, a task.Assignment) task.Result {
	tools, err := w.agent.Server.Tools(ctx)
	if err != nil {
		return w.team.unavailable(a, w.agent, why(err))
	}
	if w.team.o.Model != nil {
		return w.team.converse(ctx, a, w.agent, boundTo(w.agent, tools))
	}
	return w.lookUp(ctx, a, tools)
}
