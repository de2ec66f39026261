package wire

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"ppamaild/carrier"
	"ppamaild/quote"
)

// Every message has exactly the members that the API's description gives it, and
// needs exactly those that it requires.
func TestTypesAreThoseOfTheDescription(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromFile("../openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{Addr{}, QuoteRequest{}, InsuredOrPrincipal{}, PersDriver{}, PersVeh{}, Assignments{}, Limit{}, Coverage{}, CoverageUpdate{},
		ReportOrder{}, PersAutoQuote{}, Discount{}, RatingRequest{}, RatedCoverage{}, PaymentPlan{}, Rating{}, RatingAnswer{}, Transaction{}, Answer{}, Problem{}, FieldError{}} {
		name := reflect.TypeOf(v).Name()
		schema := doc.Components.Schemas[name]
		if schema == nil {
			t.Errorf("the description has no %s", name)
			continue
		}
		known := members(reflect.TypeOf(v))
		for property := range schema.Value.Properties {
			if _, has := known[property]; !has {
				t.Errorf("%s has no %s", name, property)
			}
		}
		for property, m := range known {
			if _, has := schema.Value.Properties[property]; !has || m.needed != slices.Contains(schema.Value.Required, property) {
				t.Errorf("%s.%s: described %t, needed %t", name, property, has, m.needed)
			}
		}
	}
}

func TestDecodeIsStrict(t *testing.T) {
	good := `{"CoverageCd":"BI","Limit":[{"FormatInteger":100000,"LimitAppliesToCd":"PerPerson"}]}`
	var c Coverage
	if err := Decode([]byte(good), &c); err != nil || c.Limit[0].FormatInteger != 100_000 {
		t.Errorf("%+v, %v", c, err)
	}
	for name, bad := range map[string]string{
		"nothing": ``, "no JSON": `<html>`, "another type": `[1]`, "null": `null`, "null inside": `{"CoverageCd":"BI","Deductible":null}`,
		"unknown member": `{"CoverageCd":"BI","Price":1}`, "another case": `{"coveragecd":"BI"}`, "twice": `{"CoverageCd":"BI","CoverageCd":"PD"}`,
		"lacking": `{"Deductible":500}`, "lacking inside": `{"CoverageCd":"BI","Limit":[{"FormatInteger":1}]}`,
		"more behind": good + `{}`, "garbage behind": good + `x`, "a fraction": `{"CoverageCd":"COMP","Deductible":500.5}`,
		"too deep": strings.Repeat(`[`, 40) + strings.Repeat(`]`, 40), "cut off": good[:20], "a long text": `{"CoverageCd":"` + strings.Repeat("B", 2000) + `"}`, "a line break": `{"CoverageCd":"BI\nPD"}`,
	} {
		if err := Decode([]byte(bad), new(Coverage)); err == nil {
			t.Errorf("%s was read: %s", name, bad)
		}
	}
}

// Of several members that are lacking, it is the same that is named each time.
func TestDecodeNamesWhatIsLackingInOrder(t *testing.T) {
	first := Decode([]byte(`{}`), new(QuoteRequest))
	for range 20 {
		if again := Decode([]byte(`{}`), new(QuoteRequest)); again == nil || again.Error() != first.Error() {
			t.Fatalf("it says %v, and then %v", first, again)
		}
	}
}

func TestAmounts(t *testing.T) {
	for text, want := range map[string]Amt{`"0.00"`: 0, `"1016.00"`: 1016_00, `"9999999.99"`: 9999999_99, `"0.05"`: 5} {
		var a Amt
		if err := json.Unmarshal([]byte(text), &a); err != nil || a != want {
			t.Errorf("%s: %d, %v", text, a, err)
		}
		if back, err := json.Marshal(want); err != nil || string(back) != text {
			t.Errorf("%d: %s, %v", want, back, err)
		}
	}
	for _, bad := range []string{`1016.00`, `"-1.00"`, `"1"`, `"1.0"`, `"1.000"`, `"1e3"`, `"NaN"`, `""`, `"12345678.00"`, `" 1.00"`, `"+1.00"`, `"1,016.00"`} {
		if err := json.Unmarshal([]byte(bad), new(Amt)); err == nil {
			t.Errorf("%s was read as an amount", bad)
		}
	}
	if raw, err := json.Marshal(Amt(-1)); err == nil {
		t.Errorf("a negative amount was written as %s", raw)
	}
}

func TestPointersAndPaths(t *testing.T) {
	for path, pointer := range map[string]string{
		"effective_date": "/EffectiveDt", "drivers[12].date_of_birth": "/PersDriver/12/BirthDt",
		"vehicles[0].vin": "/PersVeh/0/VehIdentificationNumber", "coverages.bodily_injury": "/Coverage/BI", "discounts": "/Discount",
	} {
		if got := Pointer(path); got != pointer {
			t.Errorf("%s is %q, want %q", path, got, pointer)
		}
		if got := Path(pointer); got != path {
			t.Errorf("%s is %q, want %q", pointer, got, path)
		}
	}
	for _, none := range []string{"", "/", "/PersVeh", "/PersVeh/x/Model", "/PersVeh/123/Model", "/ProducerCd", "nonsense"} {
		if got := Path(none); got != "" {
			t.Errorf("%q points to %q", none, got)
		}
	}
	// Every value that rating may ask for can be pointed to.
	for _, path := range quote.Missing(quote.Application{}) {
		if Path(Pointer(path)) != path {
			t.Errorf("%s can't be pointed to", path)
		}
	}
}

// A call comes out of the wire as it went in.
func TestCallsRoundTrip(t *testing.T) {
	for _, want := range []carrier.Call{
		carrier.Initiate{AsOf: "2026-11-20", EffectiveDate: "2026-12-01", Producer: "X", Address: quote.Address{Street: "1 A", City: "B", State: "OH", ZIP: "43004"}},
		carrier.SetNamedInsured{NamedInsured: quote.NamedInsured{GivenName: "A", Surname: "B", DateOfBirth: "1980-01-01", Phone: "+15035550123", Email: "a@b.test"}},
		carrier.AddDriver{Driver: quote.Driver{GivenName: "A", DateOfBirth: "1980-01-01", Relationship: quote.Spouse, YearsLicensed: new(0), Accidents: new(1), Violations: new(0)}},
		carrier.AddVehicle{Vehicle: quote.Vehicle{Year: new(2020), Make: "M", Model: "O", CostNew: new(28_000), Use: quote.Commute, AnnualMiles: new(1), CommuteMilesOneWay: new(2), Ownership: quote.Leased}},
		carrier.AssignDrivers{}, carrier.AssignDrivers{Principals: []int{0, 1}},
		carrier.AssignDrivers{Stated: []carrier.Seat{{Vehicle: 1, Driver: 2}}},
		carrier.UpdateCoverage{Vehicle: new(1), Coverages: quote.Coverages{CollisionDeductible: new(500), Rental: new(true)}},
		carrier.UpdateCoverage{Coverages: quote.Coverages{BodilyInjury: "25/65", PropertyDamage: new(5), UninsuredMotorist: "15/30", MedicalPayments: new(2000),
			PersonalInjury: new(250_000), ComprehensiveDeductible: new(100), CollisionDeductible: new(2000), Rental: new(true), Towing: new(true)}},
		carrier.OrderReports{}, carrier.Rate{Payments: 4, Discounts: []carrier.Discount{{Discount: quote.GoodStudent, Pending: true, Drivers: []int{1}}}},
	} {
		r, err := RequestOf(want)
		if err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := CallOf(r.Method, r.Path, body); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", body, got, err, want)
		}
	}
	if c, err := CallOf("POST", "/bind", []byte("{}")); err == nil {
		t.Errorf("there is a call to bind: %+v", c)
	}
}
