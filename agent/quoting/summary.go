package quoting

import (
	"context"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// planNext is the Apply of a tool that only informs the planner. The planner reads the output
// from LastToolOutputs.
func planNext(*agent.State, agent.Action, agent.Output, time.Time) agent.Then {
	return agent.PlanNext
}

// VINArgs holds a vehicle identification number in any spelling.
type VINArgs struct {
	VIN string `json:"vin"`
}

func decodeVIN(_ context.Context, _ agent.Call, args VINArgs) (any, []string, error) {
	v := quote.CheckVIN(args.VIN)
	return agent.DecodedVIN{
		VIN: v.Value, Valid: v.Valid, Year: v.Year, Proposal: v.Proposal, Problem: v.Problem(letters.English()),
	}, nil, nil
}

// maxDecoded limits the decoded VINs in the state.
const maxDecoded = 10

func applyDecoded(s *agent.State, d agent.DecodedVIN, _ time.Time) agent.Then {
	all := append(s.AgentScratchpad.Decoded, d)
	s.AgentScratchpad.Decoded = all[max(0, len(all)-maxDecoded):]
	return agent.PlanNext
}

// Summary has all facts that an answer to the customer may use.
type Summary struct {
	Known    []SummaryLine      `json:"known"`
	Missing  []string           `json:"missing,omitempty"`
	Open     []quote.Conflict   `json:"contradictions,omitempty"`
	Problems []quote.Problem    `json:"problems,omitempty"`
	Found    []quote.Assessment `json:"discounts,omitempty"`
	Quote    *SummaryQuote      `json:"quote,omitempty"` // for the current application
}

// SummaryLine is one value as people read it.
type SummaryLine struct {
	Path     string         `json:"path"`
	Label    string         `json:"label"`
	Value    string         `json:"value"`
	Standing quote.Standing `json:"standing"`
}

// SummaryQuote is the rated quote in short.
type SummaryQuote struct {
	ID                  string        `json:"id"`
	Total               carrier.Cents `json:"total_cents"`
	TotalWithoutPending carrier.Cents `json:"total_without_pending_cents"`
	ValidUntil          quote.Date    `json:"valid_until"`
	Was                 carrier.Cents `json:"last_quoted_cents,omitempty"` // total of the previous quote
}

func finalSummary(_ context.Context, c agent.Call, _ struct{}) (any, []string, error) {
	k, pad := c.State.CustomerInfo.Case, c.State.AgentScratchpad
	s := Summary{Known: []SummaryLine{}, Missing: quote.Missing(k.Application), Open: pad.Conflicts,
		Problems: pad.Problems}
	for _, path := range letters.Paths(k.Application) {
		s.Known = append(s.Known,
			SummaryLine{path, letters.Label(path, k.Application, letters.English()),
				letters.Value(path, k.Application, letters.English()), k.Facts[path].Standing})
	}
	if pad.DiscountsRevision == pad.Revision {
		s.Found = pad.Discounts
	}
	if q := pad.Quote; q != nil && pad.CallsRevision == pad.Revision {
		s.Quote = &SummaryQuote{ID: q.ID, Total: q.Total,
			TotalWithoutPending: q.TotalWithoutPending, ValidUntil: q.ValidUntil}
		if pad.LastQuote != nil {
			s.Quote.Was = pad.LastQuote.Total
		}
	}
	return s, nil, nil
}
