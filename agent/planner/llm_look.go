package planner

import (
	"encoding/json"
	"fmt"
	"slices"

	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// doubts are the values that may be wrong, each with why; a price can be had all the
// same.
func doubts(s *agent.State) []quote.Problem {
	return quote.Warnings(s.CustomerInfo.Case.Application, s.AgentScratchpad.Today)
}

func isDoubted(s *agent.State, path string) bool {
	return slices.ContainsFunc(doubts(s), func(p quote.Problem) bool { return p.Path == path })
}

type vinAnswer struct {
	VIN string `json:"vin"`
}

// buildDecode has a VIN of the application looked at, each of them once.
func buildDecode(t *turn, a vinAnswer) (act agent.Action, err error) {
	vin := quote.CheckVIN(a.VIN).Value
	if !slices.Contains(undecoded(t.s), vin) {
		return act, fmt.Errorf("%q is no VIN of the application, or it was decoded: see vins", a.VIN)
	}
	return agent.NewAction(agent.ToolDecodeVIN, "see whether the VIN can be right",
		quoting.VINArgs{VIN: vin})
}

// undecoded are the VINs of the application that were not looked at yet.
func undecoded(s *agent.State) (vins []string) {
	for _, v := range s.CustomerInfo.Case.Application.Vehicles {
		vin := quote.CheckVIN(v.VIN).Value
		known := func(d agent.DecodedVIN) bool { return d.VIN == vin }
		if vin != "" && !slices.ContainsFunc(s.AgentScratchpad.Decoded, known) {
			vins = append(vins, vin)
		}
	}
	return vins
}

// decoded are the VINs of the application that were.
func decoded(s *agent.State) (all []agent.DecodedVIN) {
	for _, v := range s.CustomerInfo.Case.Application.Vehicles {
		same := func(d agent.DecodedVIN) bool { return d.VIN == quote.CheckVIN(v.VIN).Value }
		if i := slices.IndexFunc(s.AgentScratchpad.Decoded, same); i >= 0 {
			all = append(all, s.AgentScratchpad.Decoded[i])
		}
	}
	return all
}

// isSummed reports whether the planner has just looked at the final summary.
func isSummed(s *agent.State) bool {
	return s.LastToolOutputs != nil && s.LastToolOutputs.Tool == agent.ToolFinalSummary
}

// summaryView is the final summary as a model is shown it: without a price, of which
// it is told only by how much it changed.
type summaryView struct {
	quoting.Summary
	Quote *quoteView `json:"quote,omitempty"`
}

type quoteView struct {
	ID         string     `json:"id"`
	ValidUntil quote.Date `json:"valid_until"`
	Changed    string     `json:"changed,omitempty"` // in percent of the total that was sent before
}

// summary is what the final summary says, as JSON; "" where it is not the last that
// was looked at.
func summary(s *agent.State) (string, error) {
	if !isSummed(s) {
		return "", nil
	}
	var v summaryView
	if err := json.Unmarshal(s.LastToolOutputs.Data, &v.Summary); err != nil {
		return "", fmt.Errorf("reading the summary: %w", err)
	}
	if q := v.Summary.Quote; q != nil {
		v.Quote = &quoteView{q.ID, q.ValidUntil, changed(q.Was, q.Total)}
	}
	raw, err := json.Marshal(v)
	return string(raw), err
}

func changed(was, is carrier.Cents) string {
	if was == 0 {
		return ""
	}
	return fmt.Sprintf("%+.0f %%", 100*(float64(is)/float64(was)-1))
}
