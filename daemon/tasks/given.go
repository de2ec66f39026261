package tasks

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
)

// given starts the work on a task.
func (h *Handler) given(ctx context.Context, t *runner.Turn, e queue.TaskEvent) error {
	return t.Step(ctx, agent.TaskGiven{Task: e.Task, At: t.At()})
}
