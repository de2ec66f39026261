package client

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"ppamaild/carrier"
	"ppamaild/carrier/wire"
)

var (
	errExpired = errors.New("the carrier has forgotten the session")
	errStale   = errors.New("the session has another version")
)

// understand decodes the answer to a call in a session.
func understand(key string, s carrier.Session, call carrier.Call, a wire.Answer) (carrier.Session, carrier.Result, error) {
	switch {
	case a.StatusCode >= 400:
		result, err := refused(problemOf(a), a)
		return s, result, err
	case a.StatusCode >= 300 || a.StatusCode < 200:
		return s, nil, fmt.Errorf("it answers with the status %d", a.StatusCode)
	}
	if rate, is := call.(carrier.Rate); is {
		result, err := rated(key, s, rate, a)
		return s, result, err
	}
	var q wire.PersAutoQuote
	if err := wire.Decode(a.Body, &q); err != nil {
		return s, nil, fmt.Errorf("its answer is not understood: %w", err)
	}
	if q.TransactionId != key {
		return s, nil, fmt.Errorf("its answer is to another call, %q", q.TransactionId)
	}
	next, err := after(s, call, q)
	if err != nil {
		return s, nil, err
	}
	if q.ReportStatusCd == wire.ReportsPending || a.StatusCode == http.StatusAccepted {
		return s, carrier.Pending{}, nil
	}
	return next, carrier.OK{}, nil
}

// after returns the session after a call. The session must agree with the carrier's.
func after(s carrier.Session, call carrier.Call, q wire.PersAutoQuote) (carrier.Session, error) {
	next, fits := s.After(call)
	switch call := call.(type) {
	case carrier.Initiate:
		next.ID = q.QuoteNumber
	case carrier.AssignDrivers:
		if len(call.Principals) == 0 {
			next.Principals = q.PrincipalDriver
		}
		fits = len(next.Principals) == len(next.Application.Vehicles) && !slices.ContainsFunc(next.Principals, func(d int) bool {
			return d < 0 || d >= len(next.Application.Drivers)
		})
	case carrier.OrderReports:
		next.Verified = q.ReportStatusCd == wire.ReportsComplete
	}
	next.Version = q.VersionNumber
	if !fits || q.QuoteNumber == "" || q.QuoteNumber != next.ID || q.VersionNumber < 1 || !q.Agrees(next) {
		return s, errors.New("the carrier's session differs from the calls")
	}
	return next, nil
}

// rated decodes the answer to a rating.
func rated(key string, s carrier.Session, call carrier.Rate, a wire.Answer) (carrier.Result, error) {
	var r wire.RatingAnswer
	if err := wire.Decode(a.Body, &r); err != nil {
		return nil, fmt.Errorf("its rating is not understood: %w", err)
	}
	if r.TransactionId != key || r.QuoteNumber != s.ID || r.VersionNumber != s.Version {
		return nil, fmt.Errorf("its rating belongs to call %q, quote %q, version %d", r.TransactionId, r.QuoteNumber, r.VersionNumber)
	}
	switch r.RatingStatusCd {
	case wire.RatingPending:
		return carrier.Pending{}, nil
	case wire.RatingReferred:
		return carrier.Referred{Reasons: r.Reason}, nil
	case wire.RatingDeclined:
		return carrier.Declined{Reason: strings.Join(r.Reason, "; ")}, nil
	case wire.RatingRated:
	default:
		return nil, fmt.Errorf("its rating has the status %q", r.RatingStatusCd)
	}
	if len(r.UnderwritingIssue) > 0 {
		return carrier.Referred{Reasons: r.UnderwritingIssue}, nil
	}
	if r.Rating == nil {
		return nil, errors.New("its rating has no price")
	}
	q, err := r.Rating.Quote(s, call)
	if err != nil {
		return nil, fmt.Errorf("its rating can't be right: %w", err)
	}
	return carrier.Rated{Quote: q}, nil
}

// refused decodes why a call took no effect.
func refused(p wire.Problem, a wire.Answer) (carrier.Result, error) {
	switch p.Type {
	case wire.Expired:
		return nil, errExpired
	case wire.Stale:
		return nil, errStale
	case wire.Declined:
		return carrier.Declined{Reason: p.String()}, nil
	case wire.Referred:
		return carrier.Referred{Reasons: []string{p.String()}}, nil
	case wire.Validation:
		return invalid(p), nil
	}
	return nil, errors.New(said(a))
}

// invalid maps the refused values to fields of the application.
func invalid(p wire.Problem) carrier.Failed {
	failed := carrier.Failed{Message: p.String()}
	for _, e := range p.Errors {
		switch path := wire.Path(e.Pointer); {
		case path == "":
		case failed.Field == "":
			failed.Field, failed.Message = path, e.Detail
		case path != failed.Field && !slices.Contains(failed.Also, path):
			failed.Also = append(failed.Also, path)
		}
	}
	return failed
}

// problemOf decodes a problem. The type is empty if the answer is not a problem.
func problemOf(a wire.Answer) wire.Problem {
	var p wire.Problem
	if err := wire.Decode(a.Body, &p); err != nil {
		return wire.Problem{}
	}
	return p
}

// said describes an unusable answer.
func said(a wire.Answer) string {
	if p := problemOf(a); p.Type != "" {
		return fmt.Sprintf("it answers %d, %s", a.StatusCode, p)
	}
	return fmt.Sprintf("it answers %d", a.StatusCode)
}
