package carrier

// Result is what a carrier makes of a call: one of the types below.
type Result interface{ kind() string }

// OK: the call took effect, and was not for a price.
type OK struct{}

// Rated: there is a price.
type Rated struct {
	Quote Quote `json:"quote"`
}

// Referred: a person at the carrier must look at it; there is no price.
type Referred struct {
	Reasons []string `json:"reasons"` // sentences for staff
}

// Declined: the carrier does not want it. The reason is for staff; customers are
// told by a producer.
type Declined struct {
	Reason string `json:"reason"`
}

// Pending: the carrier waits for a report; the same call, with the same key,
// asks again. What is rated meanwhile is indicative.
type Pending struct{}

// Failed: the call was not accepted, and took no effect. With a Field the customer
// can put it right, else staff must.
type Failed struct {
	Field     string   `json:"field,omitempty"` // what is wrong, as a path of the application; empty: not one value
	Message   string   `json:"message"`
	Also      []string `json:"also,omitempty"`      // paths of further values that are wrong
	Temporary bool     `json:"temporary,omitempty"` // the same call may succeed later
}

func (OK) kind() string       { return "ok" }
func (Rated) kind() string    { return "rated" }
func (Referred) kind() string { return "referred" }
func (Declined) kind() string { return "declined" }
func (Pending) kind() string  { return "pending" }
func (Failed) kind() string   { return "failed" }
