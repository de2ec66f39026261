package planner

import (
	"context"

	"ppamaild/agent"
)

// Planner chooses the next action of a run.
type Planner interface {
	Name() string
	// Next returns the action; with an error, only what was spent all the same.
	Next(ctx context.Context, s *agent.State) (agent.Action, error)
}
