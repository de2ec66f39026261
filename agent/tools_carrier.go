package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ppamaild/carrier"
)

// carrierData is what came of a call to the carrier.
type carrierData struct {
	Session carrier.Session `json:"session"`
	Result  json.RawMessage `json:"result"` // as carrier.MarshalResult writes it
}

// carrierTools returns a tool for each of the carrier's calls; its arguments are
// the call's own JSON.
func (b Toolbox) carrierTools() []Tool {
	return []Tool{
		carrierTool[carrier.Initiate](b), carrierTool[carrier.SetNamedInsured](b), carrierTool[carrier.AddDriver](b),
		carrierTool[carrier.AddVehicle](b), carrierTool[carrier.AssignDrivers](b), carrierTool[carrier.UpdateCoverage](b),
		carrierTool[carrier.Rate](b),
	}
}

func carrierTool[C carrier.Call](b Toolbox) Tool {
	var zero C
	name := zero.Name()
	return Tool{
		Name: name, Stage: StageCarrierCall, Before: true, Effect: !b.Carrier.Local(),
		Run: func(ctx context.Context, c Call) Output {
			call, err := arguments[C](c)
			if err != nil {
				return failed(name, "%v", err)
			}
			return b.callCarrier(ctx, c, call)
		},
		Apply: applyCarrier,
	}
}

func (b Toolbox) callCarrier(ctx context.Context, c Call, call carrier.Call) Output {
	var session carrier.Session
	if c.State.MercurySession != nil {
		session = *c.State.MercurySession
	}
	if call.Name() == (carrier.Initiate{}).Name() {
		session = carrier.Session{}
	}
	session, result, err := b.Carrier.Call(ctx, c.Key, session, call)
	if err != nil {
		return failed(call.Name(), "the carrier could not be reached: %v", err)
	}
	raw, err := carrier.MarshalResult(result)
	if err != nil {
		return failed(call.Name(), "the carrier's answer can't be kept: %v", err)
	}
	return ok(call.Name(), carrierData{session, raw})
}

// applyCarrier takes a carrier's answer in. Only a Rated result is a price.
func applyCarrier(s *State, act Action, out Output, _ time.Time) Then {
	d, pad := decode[carrierData](out), &s.AgentScratchpad
	result, err := carrier.UnmarshalResult(d.Result)
	if err != nil {
		return Then{Intents: []Intent{HandOver{"the carrier's answer is not understood: " + err.Error()}}}
	}
	if act.Tool == (carrier.Initiate{}).Name() {
		pad.Called, pad.CalledFor, pad.Quote = 0, pad.Revision, nil
	}
	switch r := result.(type) {
	case carrier.OK:
	case carrier.Rated:
		pad.Quote = &r.Quote
	case carrier.Referred:
		return handOver("the carrier refers it to a person: %s", strings.Join(r.Reasons, "; "))
	case carrier.Declined:
		return handOver("the carrier declines it: %s", r.Reason)
	case carrier.Failed:
		return handOver("the carrier did not accept %s: %s %s", act.Tool, r.Message, r.Field)
	default:
		return handOver("the carrier has no price yet (%s)", act.Tool)
	}
	s.MercurySession = &d.Session
	pad.Called++
	return plan
}

func handOver(format string, args ...any) Then {
	return Then{Intents: []Intent{HandOver{strings.TrimSpace(fmt.Sprintf(format, args...))}}}
}
