package agent

import (
	"time"

	"ppamaild/store"
)

// A carrier that has not come to an answer is asked again later. Meanwhile staff have
// the thread: what they do by hand ends the asking, and so does the customer's next mail.

// AwaitCarrier wants the event CarrierDue at a time.
type AwaitCarrier struct{ Since, At time.Time }

// CarrierDue says that it is time to make the call again that the carrier has not
// answered yet.
type CarrierDue struct {
	At time.Time `json:"at"`
}

func (AwaitCarrier) intent() {}
func (CarrierDue) event()    {}

// AwaitsCarrier reports whether staff have the thread until the carrier answers.
func (s *State) AwaitsCarrier() bool {
	return s.Status == store.ThreadHandedOver && !s.AgentScratchpad.CarrierSince.IsZero()
}

// awaitCarrier leaves the thread with staff.
func (s *State) awaitCarrier(i AwaitCarrier, r *Result) {
	s.Status, s.AgentScratchpad.CarrierSince = store.ThreadHandedOver, i.Since
	r.want(i)
}

// askCarrierAgain makes the call again that is planned.
func (s *State) askCarrierAgain() {
	since := s.AgentScratchpad.CarrierSince
	s.run()
	s.Next, s.AgentScratchpad.CarrierSince = NextCall, since
}
