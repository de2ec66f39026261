package check

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"ppamaild/agent/task/mcp"
	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
)

// checkAgents lists the tools of each MCP server.
func checkAgents(ctx context.Context, cfg *config.Config) []Result {
	var results []Result
	for _, a := range cfg.Agents {
		if a.Kind == config.AgentMCP {
			r := Result{What: "agent " + a.Name}
			if a.Test {
				r.What = "test " + r.What
			}
			r.Detail, r.Err = probeMCP(ctx, a, cfg.Task.MaxResultSize)
			results = append(results, r)
		}
	}
	return results
}

// probeMCP returns the tools that an agent may use. A configured tool that does not exist is an
// error.
func probeMCP(ctx context.Context, a config.Agent, most config.Size) (string, error) {
	c, err := configured.MCP(a, most, slog.New(slog.DiscardHandler))
	if err != nil {
		return "", err
	}
	defer c.Close()
	tools, err := c.Tools(ctx)
	if lost, is := errors.AsType[*mcp.Unavailable](err); is {
		return "", fmt.Errorf("can't reach the server: %s", lost.Why())
	}
	if err != nil {
		return "", err
	}
	var reads, writes []string
	for _, t := range tools {
		if t.ReadOnly {
			reads = append(reads, t.Name)
		} else {
			writes = append(writes, t.Name)
		}
	}
	for _, name := range a.Tools {
		if name != "*" && !slices.Contains(reads, name) && !slices.Contains(writes, name) {
			return "", fmt.Errorf("the server has no tool %s", name)
		}
	}
	words := make([]string, 0, 2)
	if len(reads) > 0 {
		words = append(words, "reads by "+strings.Join(reads, ", "))
	}
	if len(writes) > 0 {
		words = append(words, "may write by "+strings.Join(writes, ", "))
	}
	return strings.Join(words, "; "), nil
}
