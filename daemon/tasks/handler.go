// Package tasks handles tasks that staff mail in: a task was given, its plan came into force,
// and the task was completed.
package tasks

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
)

// Handler handles the events of tasks.
type Handler struct{ *deps.Deps }

// Handlers returns the handlers by the kind of the event.
func (h *Handler) Handlers() map[string]runner.Handler {
	return map[string]runner.Handler{queue.KindTask: runner.Handle(h.given)}
}

// given starts the work on a task.
func (h *Handler) given(ctx context.Context, t *runner.Turn, e queue.TaskEvent) error {
	return t.Step(ctx, agent.TaskGiven{Task: e.Task, At: t.At()})
}
