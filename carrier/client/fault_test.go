package client_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/carrier"
	"ppamaild/carrier/sandbox"
)

// outcome is the result of a rating under a fault.
type outcome struct {
	fault  string
	total  carrier.Cents  // the price; 0: there is none
	result carrier.Result // where there is no price
	says   string         // the error, where there is no result
}

// Every fault of a rating ends in the right price, the right reason for none, or an
// error; no wrong price comes out of any.
func TestFaultsOfARating(t *testing.T) {
	tests := []outcome{
		{fault: "unavailable*1", total: 1016_00}, {fault: "too_many*1", total: 1016_00}, {fault: "error*2", total: 1016_00},
		{fault: "in_progress*1", total: 1016_00}, {fault: "drop*1", total: 1016_00}, {fault: "stale*1", total: 1016_00},
		{fault: "lost", total: 1016_00}, {fault: "hang", total: 1016_00},
		{fault: "broken", total: 1016_00}, {fault: "no_json", total: 1016_00}, {fault: "wrong_schema", total: 1016_00},
		{fault: "unknown_member", total: 1016_00}, {fault: "huge", total: 1016_00}, {fault: "endless", total: 1016_00},
		{fault: "pending*1", total: 1016_00}, {fault: "price_change", total: 1017_00},
		{fault: "twice", says: "answered 2 times"}, {fault: "negative_premium", says: "no amount"}, {fault: "other_quote", says: "of quote"},
		{fault: "wrong_sum", says: "add up"}, {fault: "redirect", says: "elsewhere"}, {fault: "unauthorized", says: "credentials"},
		{fault: "error", says: "500"}, {fault: "drop", says: "EOF"}, {fault: "in_progress", says: "409"},
		{fault: "stale", says: "version"}, {fault: "expired", total: 1016_00},
		{fault: "unavailable", result: carrier.Failed{Temporary: true}}, {fault: "too_many", result: carrier.Failed{Temporary: true}},
		{fault: "pending", result: carrier.Pending{}},
		{fault: "issues", result: carrier.Referred{Reasons: []string{"the sandbox was asked for an issue"}}},
		{fault: "referred", result: carrier.Referred{Reasons: []string{"the sandbox was asked to refer it"}}},
		{fault: "declined", result: carrier.Declined{Reason: "the sandbox was asked to decline it"}},
		{fault: "refused", result: carrier.Failed{Field: "vehicles[0].vin", Message: "can't be decoded"}},
	}
	covered := map[string]bool{}
	host := startSandbox(t)
	for _, tt := range tests {
		name, _, _ := strings.Cut(tt.fault, "*")
		covered[name] = true
		t.Run(tt.fault, func(t *testing.T) {
			t.Parallel()
			s := build(t, connect(t, host, ""), workedCalls())
			next, result, err := call(t, connect(t, host, tt.fault), 100, s, workedRate())
			tt.check(t, result, err)
			if _, is := result.(carrier.Rated); !is && !reflect.DeepEqual(next, s) {
				t.Errorf("without a price the session became %+v", next)
			}
		})
	}
	for name := range sandbox.Faults() {
		if !covered[name] {
			t.Errorf("fault %s is not tried", name)
		}
	}
}

func (o outcome) check(t *testing.T, result carrier.Result, err error) {
	t.Helper()
	if got, is := result.(carrier.Rated); is || o.total > 0 {
		if got.Quote.Total != o.total || err != nil {
			t.Errorf("%v, %v; want %v", got.Quote.Total, err, o.total)
		}
		return
	}
	if failed, is := result.(carrier.Failed); is && failed.Temporary {
		result = carrier.Failed{Temporary: true} // with a message for people
	}
	if !reflect.DeepEqual(result, o.result) || (err == nil) != (o.says == "") || err != nil && !strings.Contains(err.Error(), o.says) {
		t.Errorf("%+v, %v; want %+v, %q", result, err, o.result, o.says)
	}
}

// One fault in each call of a session does not change the result.
func TestFaultsOfEveryCall(t *testing.T) {
	host := startSandbox(t)
	for _, fault := range []string{"unavailable*1", "error*1", "drop*1", "lost*1", "broken*1", "stale*1", "expired*1", "no_json*1", "unknown_member*1", "in_progress*1"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			c := connect(t, host, fault)
			s := build(t, c, append(workedCalls(), carrier.OrderReports{}))
			if q := price(t, c, s); q.Total != 1016_00 || !q.Verified {
				t.Errorf("total %v, verified %t", q.Total, q.Verified)
			}
		})
	}
}

// A session that the carrier forgot is rebuilt under another number, with the same price.
func TestExpiredSessionIsRebuilt(t *testing.T) {
	host := startSandbox(t)
	c := connect(t, host, "")
	s := build(t, c, append(workedCalls(), carrier.OrderReports{}))
	first := price(t, c, s)
	next, result, err := call(t, connect(t, host, "expired*1"), 101, s, workedRate())
	again, is := result.(carrier.Rated)
	if err != nil || !is || next.ID == s.ID || again.Quote.ID == first.ID || again.Quote.Total != first.Total || !again.Quote.Verified {
		t.Fatalf("session %s after %s: %+v, %v", next.ID, s.ID, result, err)
	}
	next.ID, next.Version = s.ID, s.Version
	if !reflect.DeepEqual(next, s) {
		t.Errorf("rebuilt as %+v, was %+v", next, s)
	}
}

// The client asks about a possibly completed call first, and does not repeat the call.
func TestAgainAsksFirst(t *testing.T) {
	host := startSandbox(t)
	c := connect(t, host, "")
	s := build(t, c, workedCalls())
	key := carrier.Key{ID: t.Name()}
	_, first, err := c.Call(t.Context(), key, s, workedRate())
	if err != nil {
		t.Fatal(err)
	}
	key.Again = true
	// A repeated call would be refused.
	_, again, err := connect(t, host, "declined").Call(t.Context(), key, s, workedRate())
	if err != nil || !reflect.DeepEqual(again, first) {
		t.Errorf("%+v, %v; want %+v", again, err, first)
	}
	key.ID += "-never-made"
	_, made, err := c.Call(t.Context(), key, s, workedRate())
	if rated, is := made.(carrier.Rated); err != nil || !is || rated.Quote.ID == first.(carrier.Rated).Quote.ID {
		t.Errorf("what was not made before: %+v, %v", made, err)
	}
}

// A carrier that says when to come back is not asked before; left alone, the client
// would have come back sooner.
func TestRetryAfterIsHeeded(t *testing.T) {
	host := startSandbox(t)
	for _, fault := range []string{"unavailable*1", "too_many*1"} {
		start := time.Now()
		build(t, connect(t, host, fault), workedCalls()[:1])
		if took := time.Since(start); took < time.Second {
			t.Errorf("%s: the call was made again after %v", fault, took)
		}
	}
}

// The carrier's missing data returns as the path of the application field.
func TestFieldErrors(t *testing.T) {
	c := connect(t, startSandbox(t), "")
	calls := workedCalls()
	child := calls[3].(carrier.AddDriver)
	child.Driver.DateOfBirth = "2020-01-01"
	s := build(t, c, calls[:3])
	next, result, err := call(t, c, 10, s, child)
	if failed, is := result.(carrier.Failed); err != nil || !is || failed.Field != "drivers[1].date_of_birth" || failed.Temporary {
		t.Errorf("%+v, %v", result, err)
	}
	if !reflect.DeepEqual(next, s) || !slices.Equal(next.Principals, s.Principals) {
		t.Error("a refused call changed the session")
	}
}
