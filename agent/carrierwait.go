package agent

import (
	"time"

	"ppamaild/store"
)

// A carrier that has not come to an answer is asked again later. Meanwhile staff have
// the thread: what they do by hand ends the asking, and so does the customer's next mail.

// AskAgain says when a carrier that waits for something is asked again.
type AskAgain struct {
	After time.Duration `json:"after"` // each time, in nanoseconds; 0: never
	For   time.Duration `json:"for"`   // in all
}

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

// stillWaiting goes on where a carrier has not answered a call, which it was first
// asked at since; zero: now. Staff hear of it the first time and the last.
func stillWaiting(call string, again AskAgain, since, now time.Time) Then {
	const clock = "Mon 2 Jan 2006, 3:04 pm MST"
	next := now.Add(again.After)
	switch first := since.IsZero(); {
	case again.After == 0:
		return handOver("the carrier waits for a report before it answers %s", call)
	case first:
		until := now.Add(again.For)
		then := handOver("the carrier waits for a report before it answers %s; it is asked again at %s and so on until %s, unless you or the customer write first",
			call, next.Format(clock), until.Format(clock))
		then.Intents = append(then.Intents, AwaitCarrier{now, next})
		return then
	case next.After(since.Add(again.For)):
		return handOver("the carrier has waited for a report since %s, and still does not answer %s; it is not asked again", since.In(now.Location()).Format(clock), call)
	}
	return Then{Intents: []Intent{AwaitCarrier{since, next}}}
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
