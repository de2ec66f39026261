package asking

import (
	"fmt"

	"ppamaild/agent"
)

// Budget limits the usage of a planner; 0: unlimited.
type Budget struct {
	TokensPerEvent, TokensPerThread             int
	MicroDollarsPerEvent, MicroDollarsPerThread int64
}

// Reached names the limit that is used up, or returns "". The request that reaches a limit is the
// last one.
func (b Budget) Reached(s *agent.State, now agent.Usage) string {
	event, thread := s.AgentScratchpad.EventUsage.Plus(now), s.AgentScratchpad.Usage.Plus(now)
	switch {
	case b.TokensPerEvent > 0 && event.Tokens() >= b.TokensPerEvent:
		return fmt.Sprintf("the limit of %d tokens for one event was reached (%d)",
			b.TokensPerEvent, event.Tokens())
	case b.TokensPerThread > 0 && thread.Tokens() >= b.TokensPerThread:
		return fmt.Sprintf("the limit of %d tokens for one thread was reached (%d)",
			b.TokensPerThread, thread.Tokens())
	case b.MicroDollarsPerEvent > 0 && event.MicroDollars >= b.MicroDollarsPerEvent:
		return fmt.Sprintf("the limit of $%.2f for one event was reached ($%.2f)",
			dollars(b.MicroDollarsPerEvent), dollars(event.MicroDollars))
	case b.MicroDollarsPerThread > 0 && thread.MicroDollars >= b.MicroDollarsPerThread:
		return fmt.Sprintf("the limit of $%.2f for one thread was reached ($%.2f)",
			dollars(b.MicroDollarsPerThread), dollars(thread.MicroDollars))
	}
	return ""
}

// ForThread returns the budget without the limits per event.
func (b Budget) ForThread() Budget {
	b.TokensPerEvent, b.MicroDollarsPerEvent = 0, 0
	return b
}

func dollars(micro int64) float64 { return float64(micro) / 1e6 }
