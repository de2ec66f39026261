package asking

import (
	"fmt"
	"strconv"

	"ppamaild/agent"
	"ppamaild/agent/letters"
)

// Budget limits the usage of a planner; 0: unlimited.
type Budget struct {
	TokensPerEvent, TokensPerThread             int
	MicroDollarsPerEvent, MicroDollarsPerThread int64
}

// Reached names the limit that is used up, or returns "". The request that reaches a limit is the
// last one.
func (b Budget) Reached(s *agent.State, now agent.Usage, words letters.Words) string {
	event, thread := s.AgentScratchpad.EventUsage.Plus(now), s.AgentScratchpad.Usage.Plus(now)
	switch {
	case b.TokensPerEvent > 0 && event.Tokens() >= b.TokensPerEvent:
		return words.Say("planner.event_tokens",
			strconv.Itoa(b.TokensPerEvent), strconv.Itoa(event.Tokens()))
	case b.TokensPerThread > 0 && thread.Tokens() >= b.TokensPerThread:
		return words.Say("planner.thread_tokens",
			strconv.Itoa(b.TokensPerThread), strconv.Itoa(thread.Tokens()))
	case b.MicroDollarsPerEvent > 0 && event.MicroDollars >= b.MicroDollarsPerEvent:
		return words.Say("planner.event_dollars",
			dollars(b.MicroDollarsPerEvent), dollars(event.MicroDollars))
	case b.MicroDollarsPerThread > 0 && thread.MicroDollars >= b.MicroDollarsPerThread:
		return words.Say("planner.thread_dollars",
			dollars(b.MicroDollarsPerThread), dollars(thread.MicroDollars))
	}
	return ""
}

// ForThread returns the budget without the limits per event.
func (b Budget) ForThread() Budget {
	b.TokensPerEvent, b.MicroDollarsPerEvent = 0, 0
	return b
}

func dollars(micro int64) string { return fmt.Sprintf("$%.2f", float64(micro)/1e6) }
