package carrier

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestResultsRoundTrip(t *testing.T) {
	results := []Result{OK{}, Rated{Quote: rated(t, worked(t), Rate{Discounts: workedDiscounts(), Payments: 1})},
		Referred{Reasons: []string{"three points"}}, Declined{Reason: "no appetite"}, Pending{},
		Failed{Field: "vehicles[0].year", Message: "is needed", Temporary: true}}
	for _, want := range results {
		data, err := MarshalResult(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := UnmarshalResult(data)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", data, got, err, want)
		}
	}
}

// A call's JSON is the arguments of its tool.
func TestCallsRoundTrip(t *testing.T) {
	calls := append(opening("OH", "43004"), driver(20, 0), average(), AssignDrivers{Principals: []int{0}},
		UpdateCoverage{Vehicle: new(0), Coverages: usual()}, OrderReports{}, Rate{Discounts: workedDiscounts(), Payments: 2})
	for _, want := range calls {
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got := reflect.New(reflect.TypeOf(want))
		if err := json.Unmarshal(data, got.Interface()); err != nil || !reflect.DeepEqual(got.Elem().Interface(), want) {
			t.Errorf("%s: %+v, %v; want %+v", data, got.Elem(), err, want)
		}
	}
}

func TestUnknownKindsAreErrors(t *testing.T) {
	for _, data := range []string{``, `{}`, `{"kind":"bound","value":{}}`, `{"kind":"rated","value":7}`, `{"kind":"rate_quote","value":"x"}`} {
		if r, err := UnmarshalResult([]byte(data)); err == nil {
			t.Errorf("%s: %+v", data, r)
		}
	}
}

// A session survives storage between any two calls.
func TestSessionRoundTrip(t *testing.T) {
	s := worked(t)
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var got Session
	if err := json.Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("%+v, %v; want %+v", got, err, s)
	}
}
