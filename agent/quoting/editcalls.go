package quoting

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ppamaild/agent"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// A call to the carrier carries the application's values. What an EDIT of one corrects is
// corrected in the application, of which the call is then made anew: there is no price
// for anything but what the application says.

// errOfApplication is why a call's own EDIT does not take a value.
var errFromApplication = errors.New("it is what the application says, or follows from it: REJECT the call with what is right, or EDIT nothing but such values")

// editCall changes one of the arguments that a call alone has, such as in how many
// instalments the price is asked for.
func editCall[C carrier.Call](_ *agent.State, data json.RawMessage,
	field, value string) (json.RawMessage, error) {
	edited, err := patchJSON(data, field, value)
	if path := soleField(data, field); path != "" && err == nil {
		edited, err = patchJSON(data, path, value)
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

func decodeCall[C carrier.Call](data json.RawMessage) (call C, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err = dec.Decode(&call)
	return call, err
}

// ofApplication is a call without what it alone has.
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

// pathInCall is where in the application an argument of the call under review is from; ""
// where it is from nowhere there.
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

// callUnderReview is the call that comes next of those that build up the session, if it
// is one of that tool; and how many drivers and vehicles were added before.
func callUnderReview(s *agent.State, tool string) (drivers, vehicles int, next carrier.Call) {
	pad, n := s.AgentScratchpad, 0
	if pad.CalledFor == pad.Revision {
		n = pad.Called
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
