package team

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
)

// Write makes an approved call once. again means that an earlier attempt may have succeeded: Write
// then repeats only calls of idempotent tools, and returns an error for other calls.
func (c *Team) Write(ctx context.Context, w task.Write, key string,
	again bool) (json.RawMessage, error) {
	worker := c.find(w.Agent)
	if worker == nil {
		return nil, errors.New(c.say("agents.gone", w.Agent))
	}
	tools, unreached := c.toolsOf(ctx, worker.about())
	i := slices.IndexFunc(tools, func(t tool) bool { return t.called == w.Tool })
	switch {
	case i < 0 && len(unreached) > 0:
		return nil, fmt.Errorf("calling %s: %s; it was not called", w.Tool, joined(unreached...))
	case i < 0:
		return nil, fmt.Errorf("calling %s: %s has no such tool now; it was not called",
			w.Tool, w.Agent)
	case again && !tools[i].Idempotent:
		return nil, fmt.Errorf("%s was called before, and its outcome is unknown, so it is not called again; check %s", w.Tool, worker.about().Source)
	}
	answer, err := tools[i].server.Call(ctx, tools[i].Name, w.Args)
	c.o.Log.Info("an approved call was made", "agent", w.Agent, "tool", w.Tool, "key", key, "again",
		again, "error", err)
	if err != nil {
		return nil, writeError(w, err)
	}
	return answerOf(answer), nil
}

// writeError says whether a failed call may have had an effect. A failed call may be partly done.
func writeError(w task.Write, err error) error {
	lost, isLost := errors.AsType[*mcp.Unavailable](err)
	_, isRefused := errors.AsType[*mcp.Refused](err)
	_, isReported := errors.AsType[*mcp.ToolError](err)
	switch {
	case isRefused || isLost && !lost.Sent:
		return fmt.Errorf("calling %s: the call was not made: %w", w.Tool, err)
	case isReported:
		return fmt.Errorf("calling %s: its service reports a failure, so check whether the call had an effect before you retry: %w", w.Tool, err)
	}
	return fmt.Errorf("calling %s: the call may have had an effect, so check before you retry: %w", w.Tool, err)
}
