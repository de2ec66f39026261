package carrier

import "errors"

// Result is the result of a call: OK, Rated, Referred, Declined, Pending or Failed.
type Result interface{ kind() string }

// OK means that a call other than Rate took effect.
type OK struct{}

// Rated means that there is a price.
type Rated struct {
	Quote Quote `json:"quote"`
}

// Referred means that an underwriter must review the quote. There is no price.
type Referred struct {
	Reasons []string `json:"reasons"` // sentences for staff
}

// Declined means that the carrier refuses the risk. The reason is for staff; a producer informs
// the customer.
type Declined struct {
	Reason string `json:"reason"`
}

// Pending means that the carrier waits for a report. The same call with the same key asks
// again. Meanwhile prices are indicative.
type Pending struct{}

// Failed means that the carrier refused the call, which took no effect. The customer can correct
// the Field. Without a Field staff must act.
type Failed struct {
	Field     string   `json:"field,omitempty"` // path of the wrong value in the application; empty: no single value
	Message   string   `json:"message"`
	Also      []string `json:"also,omitempty"`      // paths of other wrong values
	Temporary bool     `json:"temporary,omitempty"` // the same call may succeed later
}

// Outage returns the reason why a carrier did not execute a call; nil if the carrier answered.
func Outage(r Result, err error) error {
	if f, failed := r.(Failed); err == nil && failed && f.Temporary {
		return errors.New(f.Message)
	}
	return err
}

func (OK) kind() string       { return "ok" }
func (Rated) kind() string    { return "rated" }
func (Referred) kind() string { return "referred" }
func (Declined) kind() string { return "declined" }
func (Pending) kind() string  { return "pending" }
func (Failed) kind() string   { return "failed" }
