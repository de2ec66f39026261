package agent

import "fmt"

// Spent is what a planner used of a model. The zero value is nothing.
type Spent struct {
	Requests         int   `json:"requests,omitempty"`
	PromptTokens     int   `json:"prompt_tokens,omitempty"`     // CachedTokens among them
	CachedTokens     int   `json:"cached_tokens,omitempty"`     // read from the service's prompt cache
	CompletionTokens int   `json:"completion_tokens,omitempty"` // of the answers
	MicroDollars     int64 `json:"micro_dollars,omitempty"`     // at the configured prices; 0 where there are none
}

// Tokens is how many tokens went there and back.
func (s Spent) Tokens() int { return s.PromptTokens + s.CompletionTokens }

// Plus returns the sum of both.
func (s Spent) Plus(more Spent) Spent {
	return Spent{
		s.Requests + more.Requests, s.PromptTokens + more.PromptTokens, s.CachedTokens + more.CachedTokens,
		s.CompletionTokens + more.CompletionTokens, s.MicroDollars + more.MicroDollars,
	}
}

// String says it in words.
func (s Spent) String() string {
	return fmt.Sprintf("%d requests, %d prompt tokens (%d of them cached), %d completion tokens, $%.4f",
		s.Requests, s.PromptTokens, s.CachedTokens, s.CompletionTokens, float64(s.MicroDollars)/1e6)
}

// spend counts what the planner used, of this event and of the thread.
func (s *State) spend(more Spent) {
	pad := &s.AgentScratchpad
	pad.EventSpent, pad.Spent = pad.EventSpent.Plus(more), pad.Spent.Plus(more)
}
