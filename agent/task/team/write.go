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

// Write makes a call that a person has approved, once. What may have been carried out
// already, be it now or, with again, before, is an error that says so, unless the tool
// says that a second call changes nothing more.
func (c *Team) Write(ctx context.Context, w task.Write, key string,
	again bool) (json.RawMessage, error) {
	worker := c.find(w.Agent)
	if worker == nil {
		return nil, fmt.Errorf("there is no agent %q any more", w.Agent)
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
		return nil, fmt.Errorf("%s was called before, and it is not known what came of it: it may have been carried out. Look at %s; it is not called again", w.Tool, worker.about().Source)
	}
	answer, err := tools[i].server.Call(ctx, tools[i].Name, w.Args)
	c.o.Log.Info("an approved call was made", "agent", w.Agent, "tool", w.Tool, "key", key, "again",
		again, "error", err)
	if err != nil {
		return nil, writeError(w, err)
	}
	return answerOf(answer), nil
}

// writeError says of a call that failed whether it may have been carried out. A service
// that reports a failure may have done a part of it.
func writeError(w task.Write, err error) error {
	lost, isLost := errors.AsType[*mcp.Unavailable](err)
	_, isRefused := errors.AsType[*mcp.Refused](err)
	_, isReported := errors.AsType[*mcp.ToolError](err)
	switch {
	case isRefused || isLost && !lost.Sent:
		return fmt.Errorf("calling %s: it was not carried out: %w", w.Tool, err)
	case isReported:
		return fmt.Errorf("calling %s: its service reports a failure, so look whether it was carried out all the same before it is tried again: %w", w.Tool, err)
	}
	return fmt.Errorf("calling %s: it may have been carried out, so look before it is tried again: %w", w.Tool, err)
}
