package sandbox

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/carrier"
	"ppamaild/carrier/wire"
)

// Fault is a simulated failure of a carrier.
type Fault struct {
	Name  string // from Faults; empty: no fault
	Call  string // the name of the affected call; empty: every call
	Times int    // how often; for a fault of a header, per key. 0: always
}

// The faults.
const (
	faultUnavailable  = "unavailable"
	faultTooMany      = "too_many"
	faultError        = "error"
	faultUnauthorized = "unauthorized"
	faultInProgress   = "in_progress"
	faultDrop         = "drop"
	faultRedirect     = "redirect"
	faultExpired      = "expired"
	faultStale        = "stale"

	faultLost    = "lost"
	faultHang    = "hang"
	faultBroken  = "broken"
	faultNoJSON  = "no_json"
	faultSchema  = "wrong_schema"
	faultMember  = "unknown_member"
	faultHuge    = "huge"
	faultEndless = "endless"
	faultTwice   = "twice"

	faultNegative = "negative_premium"
	faultOther    = "other_quote"
	faultSum      = "wrong_sum"
	faultPrice    = "price_change"
	faultIssues   = "issues"

	faultPending  = "pending"
	faultReferred = "referred"
	faultDeclined = "declined"
	faultRefused  = "refused"
)

// Faults returns the names and descriptions of all faults.
func Faults() map[string]string {
	return map[string]string{
		faultUnavailable:  "503 with Retry-After; nothing took effect",
		faultTooMany:      "429 with Retry-After; nothing took effect",
		faultError:        "500; nothing took effect",
		faultUnauthorized: "401; all tokens are revoked",
		faultInProgress:   "409 in_progress: the first call with this key is being answered",
		faultDrop:         "the connection is closed; nothing took effect",
		faultRedirect:     "307 to another host",
		faultExpired:      "the quote is forgotten",
		faultStale:        "somebody else changes the quote first",
		faultLost:         "the call takes effect; the connection is closed without an answer",
		faultHang:         "the call takes effect; nothing is answered for as long as the caller waits",
		faultBroken:       "the call takes effect; 500 is answered",
		faultNoJSON:       "the call takes effect; the answer is a page of HTML",
		faultSchema:       "the call takes effect; the answer is JSON of something else",
		faultMember:       "the call takes effect; the answer has a member too many",
		faultHuge:         "the call takes effect; the answer has 100 MB",
		faultEndless:      "the call takes effect; the answer never ends",
		faultTwice:        "the call takes effect twice, and the connection is closed without an answer",
		faultNegative:     "a rating with a negative premium",
		faultOther:        "a rating of another quote",
		faultSum:          "a rating that does not add up",
		faultPrice:        "a rating one dollar dearer than the reference carrier's",
		faultIssues:       "a rating with underwriting issues",
		faultPending:      "202; the same call asks again",
		faultReferred:     "a person at the carrier must look at it",
		faultDeclined:     "the carrier does not want it",
		faultRefused:      "422: the VIN of the first vehicle can't be right, or before there is one the ZIP code",
	}
}

// ParseFault parses "lost", "lost*2" (two times) or "rate_quote:lost" (for one call).
func ParseFault(s string) (Fault, error) {
	call, rest, ofCall := strings.Cut(s, ":")
	if !ofCall {
		call, rest = "", s
	}
	name, times, limited := strings.Cut(rest, "*")
	f := Fault{Name: name, Call: call}
	if _, known := Faults()[name]; !known {
		return f, fmt.Errorf("fault %q is none of %s", s, strings.Join(slices.Sorted(maps.Keys(Faults())), ", "))
	}
	var err error
	if limited {
		if f.Times, err = strconv.Atoi(times); err != nil || f.Times < 1 {
			return f, fmt.Errorf("fault %q: %q is not how often", s, times)
		}
	}
	return f, nil
}

// faultOf returns the fault of a request: the fault of its header, or the first fault of the
// options that has not happened often enough.
func (s *Server) faultOf(header, call, key string) (Fault, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if header != "" {
		f, err := ParseFault(header)
		if err == nil && !s.strikes(f, call, header+" "+key) {
			f = Fault{}
		}
		return f, err
	}
	for i, f := range s.o.Faults {
		if s.strikes(f, call, strconv.Itoa(i)) {
			return f, nil
		}
	}
	return Fault{}, nil
}

// strikes reports whether a fault affects a call, and counts the fault. The caller holds mu.
func (s *Server) strikes(f Fault, call, count string) bool {
	if f.Call != "" && f.Call != call || f.Times > 0 && s.struck[count] >= f.Times {
		return false
	}
	s.struck[count]++
	return true
}

// result returns the simulated result of a call, or nil for the real result.
func (f Fault) result(s carrier.Session) carrier.Result {
	switch f.Name {
	case faultPending:
		return carrier.Pending{}
	case faultReferred:
		return carrier.Referred{Reasons: []string{"the sandbox was asked to refer it"}}
	case faultDeclined:
		return carrier.Declined{Reason: "the sandbox was asked to decline it"}
	case faultRefused:
		if len(s.Application.Vehicles) == 0 {
			return carrier.Failed{Field: "garaging_address.zip", Message: "is not one the carrier knows"}
		}
		return carrier.Failed{Field: "vehicles[0].vin", Message: "can't be decoded"}
	}
	return nil
}

// alter corrupts an answer.
func (f Fault) alter(body any) any {
	a, is := body.(wire.RatingAnswer)
	if !is || a.Rating == nil {
		return body
	}
	line, r := &a.Rating.Coverage[0], a.Rating
	switch f.Name {
	case faultOther:
		r.QuoteNumber = "S-OTHER"
	case faultSum:
		r.TotalAmt -= 100_00
	case faultPrice:
		for _, amount := range []*wire.Amt{&line.CurrentTermAmt, &line.WithoutPendingAmt, &r.TotalAmt, &r.TotalWithoutPendingAmt, &r.PaymentPlan.PaymentAmt[0]} {
			*amount += 1_00
		}
	case faultIssues:
		a.UnderwritingIssue = []string{"the sandbox was asked for an issue"}
	case faultNegative:
		return negative(a)
	}
	return a
}
