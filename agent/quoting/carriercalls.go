package quoting

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// carrierData is the result of a carrier call.
type carrierData struct {
	Session  carrier.Session `json:"session"`
	Result   json.RawMessage `json:"result"` // as carrier.MarshalResult writes it
	AskAgain AskAgain        `json:"ask_again,omitzero"`
}

// carrierTools returns one tool per carrier call. The arguments of a tool are the JSON of the
// call.
func (b Toolbox) carrierTools() []agent.Tool {
	return []agent.Tool{
		carrierTool[carrier.Initiate](b), carrierTool[carrier.SetNamedInsured](b),
		carrierTool[carrier.AddDriver](b),
		carrierTool[carrier.AddVehicle](b), carrierTool[carrier.AssignDrivers](b),
		carrierTool[carrier.UpdateCoverage](b),
		carrierTool[carrier.OrderReports](b), carrierTool[carrier.Rate](b),
	}
}

func carrierTool[C carrier.Call](b Toolbox) agent.Tool {
	var zero C
	return agent.Tool{
		Name: zero.Name(), Stage: agent.StageCarrierCall, Before: true, Effect: !b.Carrier.Local(),
		Follows: zero.Name() != carrier.Initiate{}.Name(),
		Run: agent.Running(zero.Name(),
			func(ctx context.Context, c agent.Call, call C) (any, []string, error) {
				data, err := b.callCarrier(ctx, c, call)
				return data, nil, err
			}),
		Edit: editCall[C],
		Apply: agent.Applying(func(s *agent.State, d carrierData, at time.Time) agent.Then {
			return b.applyCarrier(s, zero.Name(), d, at)
		}),
	}
}

func (b Toolbox) callCarrier(ctx context.Context, c agent.Call,
	call carrier.Call) (carrierData, error) {
	session, result, err := b.Carrier.Call(ctx, carrier.Key{ID: c.Key, Again: c.Again},
		sessionOf(c.State, call), call)
	if err != nil {
		return carrierData{}, fmt.Errorf("the carrier gave no usable answer: %w", err)
	}
	raw, err := carrier.MarshalResult(result)
	if err != nil {
		return carrierData{}, fmt.Errorf("the carrier's answer can't be kept: %w", err)
	}
	data := carrierData{Session: session, Result: raw}
	if _, waits := result.(carrier.Pending); waits {
		data.AskAgain = b.AskAgain
	}
	return data, nil
}

// applyCarrier applies a carrier's answer. Only a Rated result has a price.
func (b Toolbox) applyCarrier(s *agent.State, call string, d carrierData, at time.Time) agent.Then {
	pad := &s.AgentScratchpad
	since := pad.CarrierSince
	pad.CarrierSince = time.Time{}
	result, err := carrier.UnmarshalResult(d.Result)
	if err != nil {
		return agent.HandingOver("quoting.answer_unclear", err.Error())
	}
	if q := pricesWhatIf(s, call); q != nil {
		return applyWhatIf(q, d, result)
	}
	if call == (carrier.Initiate{}).Name() {
		pad.CallsDone, pad.CallsRevision = 0, pad.Revision
		pad.Quote, pad.Options, pad.QuoteEnds = nil, nil, time.Time{}
	} else if pad.Quote != nil && s.MercurySession != nil && s.MercurySession.ID != d.Session.ID {
		clearPrices(s)
		return agent.PlanNext
	}
	if skipOption(s, call, result) {
		return agent.PlanNext
	}
	switch r := result.(type) {
	case carrier.OK:
	case carrier.Pending:
		if call != (carrier.OrderReports{}).Name() {
			return callPending(call, d.AskAgain, since, at)
		}
		// A rate without the reports is indicative, and the quote says so.
	case carrier.Rated:
		b.recordPrice(s, d.Session, r.Quote)
	case carrier.Referred:
		return agent.HandingOver("quoting.carrier_refers", strings.Join(r.Reasons, "; "))
	case carrier.Declined:
		return agent.HandingOver("quoting.carrier_declines", r.Reason)
	case carrier.Failed:
		return callRefused(s, call, r)
	default:
		return agent.HandingOver("quoting.answer_unknown", call, fmt.Sprintf("%T", r))
	}
	s.MercurySession = &d.Session
	pad.CallsDone++
	return agent.PlanNext
}

// skipOption skips a failed call for an option, because the quote can do without the option.
func skipOption(s *agent.State, call string, result carrier.Result) bool {
	switch result.(type) {
	case carrier.OK, carrier.Rated:
		return false
	}
	if !isOption(s, call) {
		return false
	}
	s.AgentScratchpad.CallsDone++
	if call == (carrier.UpdateCoverage{}).Name() {
		s.AgentScratchpad.CallsDone++ // also skip rating, which would price the old coverages
	}
	return true
}

// callRefused handles a call that the carrier did not accept. It asks the customer once for
// values that they can correct. Otherwise staff take the thread.
func callRefused(s *agent.State, call string, f carrier.Failed) agent.Then {
	pad := &s.AgentScratchpad
	if f.Temporary {
		return agent.HandingOver("quoting.carrier_down", f.Message)
	}
	var ask []quote.Problem
	for _, path := range append([]string{f.Field}, f.Also...) {
		if !letters.HasQuestion(path) || slices.Contains(pad.RefusedPaths, path) {
			return agent.HandingOver("quoting.call_refused", call, f.Field, f.Message)
		}
		ask = append(ask, quote.Problem{Path: path, Message: f.Message, Severity: quote.Error})
	}
	for _, p := range ask {
		pad.RefusedPaths = append(pad.RefusedPaths, p.Path)
	}
	pad.Problems = append(pad.Problems, ask...)
	return agent.PlanNext
}

// recordQuote stores the quote to send. The quote is valid until the earlier of the carrier's and
// the agency's last day.
func (b Toolbox) recordQuote(pad *agent.Scratchpad, q carrier.Quote) {
	if ours := q.AsOf.AddDays(int(b.ValidFor / (24 * time.Hour))); b.ValidFor > 0 &&
		(q.ValidUntil == "" || ours < q.ValidUntil) {
		q.ValidUntil = ours
	}
	pad.Quote, pad.QuoteEnds = &q, b.endOf(q.ValidUntil)
}

// endOf returns the end of a day in the agency's time zone, or the zero time for an invalid day.
func (b Toolbox) endOf(d quote.Date) time.Time {
	t, valid := d.Time()
	if !valid {
		return time.Time{}
	}
	return time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, cmp.Or(b.Location, time.UTC))
}

// AskAgain configures when a pending call is repeated.
type AskAgain struct {
	After time.Duration `json:"after"` // interval in nanoseconds; 0: never
	For   time.Duration `json:"for"`   // total duration in nanoseconds
}

// callPending handles a call that the carrier has not answered since the given time, or for the
// first time if since is zero. Staff hear about the first and the last attempt.
func callPending(call string, again AskAgain, since, now time.Time) agent.Then {
	const clock = "Mon Jan 2, 2006, 3:04 pm MST"
	next := now.Add(again.After)
	switch first := since.IsZero(); {
	case again.After == 0:
		return agent.HandingOver("quoting.report_pending", call)
	case first:
		until := now.Add(again.For)
		then := agent.HandingOver("quoting.report_pending_until", call,
			next.Format(clock), until.Format(clock))
		then.Intents = append(then.Intents, agent.AwaitCarrier{Since: now, At: next})
		return then
	case next.After(since.Add(again.For)):
		return agent.HandingOver("quoting.report_overdue", call,
			since.In(now.Location()).Format(clock))
	}
	return agent.Then{Intents: []agent.Intent{agent.AwaitCarrier{Since: since, At: next}}}
}
