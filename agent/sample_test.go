package agent

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/templates"
)

// sampleFamily is whom the samples of mails to customers are for.
func sampleFamily() quote.Application {
	return quote.Application{
		NamedInsured:    quote.NamedInsured{GivenName: "Maria", Surname: "Lopez", DateOfBirth: "1985-03-04"},
		GaragingAddress: quote.Address{Street: "1200 Example Street", City: "Vancouver", State: "WA", ZIP: "98660"},
		EffectiveDate:   "2026-12-01",
		Drivers: []quote.Driver{
			{GivenName: "Maria", Surname: "Lopez", DateOfBirth: "1985-03-04", Relationship: quote.Insured, YearsLicensed: new(22), Accidents: new(0), Violations: new(0)},
			{GivenName: "Ana", Surname: "Lopez", DateOfBirth: "2006-05-09", Relationship: quote.Child, YearsLicensed: new(4), Accidents: new(0), Violations: new(0)},
		},
		Vehicles: []quote.Vehicle{
			{Year: new(2021), Make: "Toyota", Model: "RAV4", Use: quote.Commute, AnnualMiles: new(8000), CostNew: new(28000), Ownership: quote.Owned},
			{Year: new(2017), Make: "Honda", Model: "Civic", Use: quote.Pleasure, AnnualMiles: new(6000), CostNew: new(19000), Ownership: quote.Owned},
		},
		Coverages: quote.Coverages{BodilyInjury: "100/300", PropertyDamage: new(100), UninsuredMotorist: "100/300", MedicalPayments: new(5000),
			ComprehensiveDeductible: new(500), CollisionDeductible: new(500)},
		Discounts: []quote.Discount{quote.GoodStudent, quote.Paperless},
	}
}

// sampleQuote is that family with a quote, beside which two others stand.
func sampleQuote(t *testing.T, b Toolbox) *State {
	t.Helper()
	app := sampleFamily()
	b.Compare.Minimum, b.Compare.Coverages = true, app.Coverages
	b.Compare.Coverages.BodilyInjury, b.Compare.Coverages.UninsuredMotorist, b.Compare.Coverages.CollisionDeductible = "250/500", "250/500", new(250)
	s := rated(t, b, app, "en", 4)
	discounts := carrier.Eligible(quote.AssessDiscounts(app, s.AgentScratchpad.Today))
	for n, o := range b.Compare.Options(s) {
		for _, call := range []carrier.Call{carrier.UpdateCoverage{Coverages: o.Coverages}, carrier.Rate{Discounts: discounts, Payments: 4}} {
			d, err := b.callCarrier(t.Context(), Call{State: s, Key: fmt.Sprint("option", n, call.Name())}, call)
			if err != nil {
				t.Fatal(err)
			}
			b.applyCarrier(s, call.Name(), d, time.Time{})
		}
	}
	s.CustomerInfo.Case.Facts = map[string]quote.Fact{"coverages.bodily_injury": {Standing: quote.Stated, Value: json.RawMessage(`"100/300"`)}}
	for _, path := range []string{"drivers[0].accidents", "drivers[0].violations", "coverages.collision_deductible"} {
		s.CustomerInfo.Case.Facts[path] = quote.Fact{Standing: quote.Assumed}
	}
	return s
}

// sampleAsk is that family before it has told everything.
func sampleAsk() (*State, AskArgs) {
	s, app := NewState("Q-7F3K2M", CustomerInfo{}), sampleFamily()
	app.Drivers[1].DateOfBirth, app.Drivers[1].YearsLicensed = "", nil
	app.Drivers[1].Accidents, app.Drivers[1].Violations = nil, nil
	app.Coverages, app.Discounts = quote.Coverages{BodilyInjury: "100/300", CollisionDeductible: new(500)}, nil
	app.Vehicles[0].Use, app.Vehicles[0].AnnualMiles = "", nil
	s.CustomerInfo.Case.Application = app
	s.AgentScratchpad.Attached = true
	s.AgentScratchpad.Conflicts = []Conflict{{Path: "vehicles[0].annual_miles", Values: []string{"8000", "15000"}}}
	return &s, AskArgs{Fields: []string{"drivers[1].date_of_birth", "drivers[1].years_licensed", "vehicles[0].use", "vehicles[0].annual_miles"}}
}

// The samples of mails to customers are what is made of a family's application: none is
// better than what customers get.
func TestSamplesAreWhatIsMade(t *testing.T) {
	b := toolbox(t)
	b.ValidFor = 0
	for language, subject := range map[string]string{"en": "Car insurance for two cars", "es": "Seguro para dos autos"} {
		asked, args := sampleAsk()
		asked.CustomerInfo.Subject = subject
		same(t, b.askView(asked, args, language), templates.Sample("info_request", language))
		s := sampleQuote(t, b)
		s.CustomerInfo.Subject = subject
		same(t, b.quoteView(s, *s.AgentScratchpad.Quote, language), templates.Sample("quote", language))
	}
}

func same(t *testing.T, made, sample any) {
	t.Helper()
	is, _ := json.MarshalIndent(made, "", " ")
	was, _ := json.MarshalIndent(sample, "", " ")
	if string(is) != string(was) {
		t.Errorf("the sample of %T differs (- it, + what is made):", made)
		for _, l := range templates.Diff(string(was), string(is)) {
			t.Logf("%s %s", l.Op, l.Text)
		}
	}
}

// What nobody told us is not among what we have from them.
func TestKnownItemsAreTold(t *testing.T) {
	app := sampleFamily()
	app.Vehicles[1].Coverages.Rental = new(true)
	k := quote.Case{Application: app, Facts: map[string]quote.Fact{}}
	for _, path := range []string{"drivers[0].accidents", "coverages.bodily_injury", "effective_date"} {
		k.Facts[path] = quote.Fact{Standing: quote.Assumed}
	}
	said := fmt.Sprint(knownItems(k, false))
	for text, told := range map[string]bool{
		"{Driver Maria, born March 4, 1985, years licensed: 22, tickets in 3 years: 0}": true, "{Rental car for the 2017 Honda Civic yes}": true,
		"{Property damage liability $100,000}": true, "Bodily injury": false, "Start": false,
	} {
		if strings.Contains(said, text) != told {
			t.Errorf("%q is told: %t; in %s", text, !told, said)
		}
	}
}
