package quoting

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/quoting/jsonpath"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// A carrier call repeats values of the application. An EDIT of such a value corrects the
// application, and the call is made again. A price is always for the application.

// errFromApplication means that an EDIT of a call changes a value of the application.
var errFromApplication = errors.New("it is what the application says, or follows from it: REJECT the call with what is right, or EDIT nothing but such values")

// editCall changes an argument that only the call has, such as the number of installments.
func editCall[C carrier.Call](_ *agent.State, data json.RawMessage,
	field, value string) (json.RawMessage, error) {
	edited, err := jsonpath.Set(data, field, value)
	if path := soleField(data, field); path != "" && err == nil {
		edited, err = jsonpath.Set(data, path, value)
	}
	if err != nil {
		return nil, err
	}
	was, errWas := decodeCall[C](data)
	is, errIs := decodeCall[C](edited)
	switch err := errors.Join(errWas, errIs); {
	case err != nil:
		return nil, fmt.Errorf("%s: %s does not take that: %w", field, is.Name(), err)
	case agent.Encoded(applicationPart(was)) != agent.Encoded(applicationPart(is)):
		return nil, fmt.Errorf("%s: %w", field, errFromApplication)
	}
	return edited, nil
}

// decodeCall decodes a call and refuses unknown fields.
func decodeCall[C carrier.Call](data json.RawMessage) (call C, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err = dec.Decode(&call)
	return call, err
}

// applicationPart removes the arguments that only the call has.
func applicationPart(call carrier.Call) carrier.Call {
	switch c := call.(type) {
	case carrier.Initiate:
		c.Producer, c.AsOf = "", ""
		return c
	case carrier.Rate:
		c.Payments = 0
		return c
	}
	return call
}

// pathInCall returns the path in the application for an argument of the call under review, or "".
func pathInCall(s *agent.State, p agent.Proposal, field string) string {
	if sole := soleField(p.Data, field); sole != "" {
		field = sole
	}
	outer, inner, _ := strings.Cut(field, ".")
	drivers, vehicles, call := callUnderReview(s, p.Action.Tool)
	switch call := call.(type) {
	case carrier.Initiate:
		if outer == "garaging_address" || field == "effective_date" {
			return field
		}
	case carrier.SetNamedInsured:
		if outer == "named_insured" {
			return field
		}
	case carrier.AddDriver:
		if outer == "driver" {
			return fmt.Sprintf("drivers[%d].%s", drivers, inner)
		}
	case carrier.AddVehicle:
		if outer == "vehicle" {
			return fmt.Sprintf("vehicles[%d].%s", vehicles, inner)
		}
	case carrier.UpdateCoverage:
		switch {
		case outer == "coverages" && call.Vehicle == nil:
			return field
		case outer == "coverages":
			return fmt.Sprintf("vehicles[%d].%s", *call.Vehicle, field)
		}
	}
	return ""
}

// callUnderReview returns the next call that builds the session, if tool makes it. It also
// returns the number of drivers and vehicles added before.
func callUnderReview(s *agent.State, tool string) (drivers, vehicles int, next carrier.Call) {
	pad, n := s.AgentScratchpad, 0
	if pad.CallsRevision == pad.Revision {
		n = pad.CallsDone
	}
	for i, call := range carrier.Building(*s.Application(), "", quote.Date("")) {
		switch {
		case i == n && call.Name() == tool:
			return drivers, vehicles, call
		case i == n:
			return 0, 0, nil
		}
		switch call.(type) {
		case carrier.AddDriver:
			drivers++
		case carrier.AddVehicle:
			vehicles++
		}
	}
	return 0, 0, nil
}
