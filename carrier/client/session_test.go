package client_test

import (
	"fmt"
	"testing"

	"ppamaild/carrier"
	"ppamaild/carrier/client"
	"ppamaild/carrier/sandbox"
	"ppamaild/quote"
)

// workedCalls build the household of two cars that the reference carrier prices at $1,016, with
// the given principals.
func workedCalls() []carrier.Call {
	policy := quote.Coverages{BodilyInjury: "100/300", PropertyDamage: new(100), UninsuredMotorist: "100/300", MedicalPayments: new(5000),
		ComprehensiveDeductible: new(500), CollisionDeductible: new(500), Rental: new(true), Towing: new(true)}
	driver := func(name string, born quote.Date, years, accidents int) carrier.Call {
		return carrier.AddDriver{Driver: quote.Driver{GivenName: name, DateOfBirth: born, Relationship: quote.Insured,
			LicenseNumber: "AB123456C", LicenseState: "ID", YearsLicensed: &years, Accidents: &accidents, Violations: new(0)}}
	}
	vehicle := func(year, cost, miles int, use quote.Use) carrier.Call {
		return carrier.AddVehicle{Vehicle: quote.Vehicle{Year: &year, Make: "Honda", Model: "CR-V", CostNew: &cost, Use: use, AnnualMiles: &miles, Ownership: quote.Owned}}
	}
	return []carrier.Call{
		carrier.Initiate{AsOf: "2026-11-20", EffectiveDate: "2026-12-01", Producer: "0X00000",
			Address: quote.Address{Street: "12 Elm Street", City: "Pocatello", State: "ID", ZIP: "83201"}},
		carrier.SetNamedInsured{NamedInsured: quote.NamedInsured{GivenName: "Ana", Surname: "Field", DateOfBirth: "1980-05-05"}},
		driver("Ana", "1980-05-05", 24, 0), driver("Ben", "1984-02-02", 20, 1),
		vehicle(2021, 28_000, 12_000, quote.Commute), vehicle(2017, 19_000, 6_000, quote.Pleasure),
		carrier.UpdateCoverage{Coverages: policy},
		carrier.UpdateCoverage{Vehicle: new(1), Coverages: quote.Coverages{ComprehensiveDeductible: new(500), CollisionDeductible: new(1000)}},
		carrier.AssignDrivers{Principals: []int{0, 1}},
	}
}

func workedRate() carrier.Rate {
	return carrier.Rate{Payments: 1, Discounts: []carrier.Discount{{Discount: quote.MultiCar}, {Discount: quote.PaidInFull}, {Discount: quote.Paperless}}}
}

// make makes a call with its number as the key.
func call(t *testing.T, c carrier.Carrier, n int, s carrier.Session, what carrier.Call) (carrier.Session, carrier.Result, error) {
	t.Helper()
	return c.Call(t.Context(), carrier.Key{ID: fmt.Sprintf("%s-%d-%s", t.Name(), n, what.Name())}, s, what)
}

// build makes calls that must all be accepted.
func build(t *testing.T, c carrier.Carrier, calls []carrier.Call) carrier.Session {
	t.Helper()
	var s carrier.Session
	for n, what := range calls {
		next, result, err := call(t, c, n, s, what)
		if err != nil || result != (carrier.OK{}) {
			t.Fatalf("%s: %+v, %v", what.Name(), result, err)
		}
		s = next
	}
	return s
}

// price rates a session. The rating must return a price.
func price(t *testing.T, c carrier.Carrier, s carrier.Session) carrier.Quote {
	t.Helper()
	_, result, err := call(t, c, 100, s, workedRate())
	got, is := result.(carrier.Rated)
	if err != nil || !is {
		t.Fatalf("rating: %+v, %v", result, err)
	}
	return got.Quote
}

func TestWorkedExampleOverHTTP(t *testing.T) {
	c := connect(t, startSandbox(t), "")
	s := build(t, c, workedCalls())
	q := price(t, c, s)
	if q.Total != 1016_00 || q.VehiclePremium(0) != 558_00 || q.VehiclePremium(1) != 438_00 || q.PolicyFee != 20_00 {
		t.Errorf("%+v", q)
	}
	if !q.Illustrative || q.Verified || q.Carrier != "Sandbox Mutual" || q.ID == "" {
		t.Errorf("illustrative %t, verified %t, carrier %q, id %q", q.Illustrative, q.Verified, q.Carrier, q.ID)
	}
	here, result, err := call(t, carrier.NewReference(), 0, build(t, carrier.NewReference(), workedCalls()), workedRate())
	if err != nil {
		t.Fatal(err, here)
	}
	if local := result.(carrier.Rated).Quote; local.Total != q.Total || len(local.Lines) != len(q.Lines) {
		t.Errorf("here %v in %d lines, there %v in %d", local.Total, len(local.Lines), q.Total, len(q.Lines))
	}
}

// The carrier's rule may assign the drivers, and reports turn a price into a verified price.
func TestReportsVerifyThePrice(t *testing.T) {
	c := connect(t, startSandbox(t), "")
	calls := workedCalls()
	calls[len(calls)-1] = carrier.AssignDrivers{}
	s := build(t, c, append(calls, carrier.OrderReports{}))
	if q := price(t, c, s); !q.Verified || len(q.Principals) != 2 {
		t.Errorf("verified %t, principals %v", q.Verified, q.Principals)
	}
}

func TestReportsTakeALicense(t *testing.T) {
	c := connect(t, startSandbox(t), "")
	calls := workedCalls()
	ben := calls[3].(carrier.AddDriver)
	ben.Driver.LicenseNumber = ""
	calls[3] = ben
	s := build(t, c, calls)
	_, result, err := call(t, c, 50, s, carrier.OrderReports{})
	if failed, is := result.(carrier.Failed); err != nil || !is || failed.Field != "drivers[1].license_number" {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestClientCredentials(t *testing.T) {
	host := startSandbox(t)
	with := func(secret string) func(*client.Options) {
		return func(o *client.Options) {
			o.APIKey = ""
			o.OAuth = client.OAuth{TokenURL: "http://" + host + "/token", ClientID: sandbox.ClientID, ClientSecret: secret, Scopes: []string{"quote"}}
		}
	}
	c := connect(t, host, "", with(sandbox.ClientSecret))
	if q := price(t, c, build(t, c, workedCalls())); q.Total != 1016_00 {
		t.Errorf("%v", q.Total)
	}
	// Revoked tokens are replaced once.
	c = connect(t, host, "unauthorized*1", with(sandbox.ClientSecret))
	build(t, c, workedCalls()[:2])
	c = connect(t, host, "unauthorized", with(sandbox.ClientSecret))
	if _, result, err := call(t, c, 0, carrier.Session{}, workedCalls()[0]); err == nil {
		t.Errorf("without a token that is taken: %+v", result)
	}
	c = connect(t, host, "", with("guess"))
	if _, result, err := call(t, c, 0, carrier.Session{}, workedCalls()[0]); err == nil {
		t.Errorf("with a wrong secret: %+v", result)
	}
	c = connect(t, host, "", func(o *client.Options) { o.APIKey = "guess" })
	if err := c.Probe(t.Context()); err == nil {
		t.Error("a wrong key was taken")
	}
}
