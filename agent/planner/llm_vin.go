package planner

import (
	"encoding/json"
	"fmt"
	"slices"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/quoting"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// doubtfulValues lists values that may be wrong, with the reasons. A price is possible
// nevertheless.
func doubtfulValues(s *agent.State) []quote.Problem {
	return quote.Warnings(s.CustomerInfo.Case.Application, s.AgentScratchpad.Today,
		letters.English())
}

func isDoubted(s *agent.State, path string) bool {
	return slices.ContainsFunc(doubtfulValues(s),
		func(p quote.Problem) bool { return p.Path == path })
}

type vinAnswer struct {
	VIN string `json:"vin"`
}

// buildDecode decodes a VIN of the application. Each VIN is decoded once.
func buildDecode(t *turn, a vinAnswer) (act agent.Action, err error) {
	vin := quote.CheckVIN(a.VIN).Value
	if !slices.Contains(undecoded(t.s), vin) {
		return act, fmt.Errorf("%q is no VIN of the application, or it was decoded: see vins", a.VIN)
	}
	return agent.NewAction(agent.ToolDecodeVIN, t.p.Rules.say("step.decode_vin"),
		quoting.VINArgs{VIN: vin})
}

// undecoded returns the VINs of the application that are not decoded yet.
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

// decoded returns the decoded VINs of the application.
func decoded(s *agent.State) (all []agent.DecodedVIN) {
	for _, v := range s.CustomerInfo.Case.Application.Vehicles {
		same := func(d agent.DecodedVIN) bool { return d.VIN == quote.CheckVIN(v.VIN).Value }
		if i := slices.IndexFunc(s.AgentScratchpad.Decoded, same); i >= 0 {
			all = append(all, s.AgentScratchpad.Decoded[i])
		}
	}
	return all
}

// sawSummary reports whether the last action was the final summary.
func sawSummary(s *agent.State) bool {
	return s.LastToolOutputs != nil && s.LastToolOutputs.Tool == agent.ToolFinalSummary
}

// summaryView is the final summary in the prompt. It has no price, only the relative change of
// the price.
type summaryView struct {
	quoting.Summary
	Quote *quoteView `json:"quote,omitempty"`
}

type quoteView struct {
	ID         string     `json:"id"`
	ValidUntil quote.Date `json:"valid_until"`
	Changed    string     `json:"changed,omitempty"` // in percent of the last sent total
}

// lastSummary returns the final summary as JSON if it was the last action, or "".
func lastSummary(s *agent.State) (string, error) {
	if !sawSummary(s) {
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
