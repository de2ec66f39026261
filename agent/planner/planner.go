package planner

import (
	"context"

	"ppamaild/agent"
)

// Planner chooses the next action of a run.
type Planner interface {
	Name() string
	// Next returns the action. With an error, the action has only the usage.
	Next(ctx context.Context, s *agent.State) (agent.Action, error)
}
