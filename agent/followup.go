package agent

import (
	"slices"
	"time"

	"ppamaild/store"
)

// Followup is a mail that goes to a customer who does not answer a draft. It is
// approved together with that draft, and sent word for word.
type Followup struct {
	Name  FollowupName  `json:"name"`
	After time.Duration `json:"after"` // the draft, in nanoseconds
	Draft
}

// FollowupName says which of them it is.
type FollowupName string

// What may follow a draft, in order.
const (
	FollowupReminder FollowupName = "reminder"
	FollowupClose    FollowupName = "close" // politely, when the customer is not waited for any longer
)

// CustomerSilent says that the customer has not answered for as long as the
// follow-up to the last mail says, and that it is due.
type CustomerSilent struct {
	Followup Followup  `json:"followup"` // in the journal without its HTML
	At       time.Time `json:"at"`
}

func (CustomerSilent) event() {}

// customerSilent sends what was approved for this. Behind the close nothing more
// is waited for.
func (a *Agent) customerSilent(s *State, e CustomerSilent, r *Result) {
	r.want(SendMail{Draft: e.Followup.Draft, Followup: e.Followup.Name})
	if e.Followup.Name == FollowupClose {
		a.stop(s, store.ThreadExpired, "the customer did not answer in time", r)
	}
}

// digest names what would be sent, and when.
func (f Followup) digest() string {
	return digest("followup", string(f.Name), f.After.String(), f.Draft.Digest())
}

// withoutHTML is the follow-up as state and journal keep it.
func (f Followup) withoutHTML() Followup {
	f.Draft = *f.Draft.withoutHTML()
	return f
}

// Holds reports whether f is, to the letter, one of the follow-ups of d.
func (d Draft) Holds(f Followup) bool {
	return slices.ContainsFunc(d.Followups, func(own Followup) bool { return own.digest() == f.digest() })
}
