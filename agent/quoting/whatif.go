package quoting

import (
	"fmt"
	"strings"

	"ppamaild/agent"
	"ppamaild/carrier"
)

// pricesWhatIf reports whether a carrier call prices a supposition. Its first call opens a session
// while the quote is complete.
func pricesWhatIf(s *agent.State, call string) *agent.Question {
	q := s.WhatIf()
	if q == nil || q.Calls == 0 && call != (carrier.Initiate{}).Name() {
		return nil
	}
	return q
}

// sessionOf returns the carrier session that a call continues. The session of a supposition is
// separate.
func sessionOf(s *agent.State, call carrier.Call) (session carrier.Session) {
	if _, opens := call.(carrier.Initiate); opens {
		return session
	}
	open := s.MercurySession
	if q := pricesWhatIf(s, call.Name()); q != nil {
		open = q.Session
	}
	if open != nil {
		session = *open
	}
	return session
}

// applyWhatIf keeps the answer of a carrier for a supposition. Staff answer a question without a
// price.
func applyWhatIf(q *agent.Question, d carrierData, result carrier.Result) agent.Then {
	q.Calls++
	q.Session = &d.Session
	switch r := result.(type) {
	case carrier.OK, carrier.Pending:
	case carrier.Rated:
		q.Quote, q.Session = &r.Quote, nil
	case carrier.Referred:
		q.Failed = strings.Join(r.Reasons, "; ")
	case carrier.Declined:
		q.Failed = r.Reason
	case carrier.Failed:
		q.Failed = strings.TrimSpace(r.Field + " " + r.Message)
	default:
		q.Failed = fmt.Sprintf("%T", r)
	}
	return agent.PlanNext
}
