package quoting

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/quote/quotetest"
	"ppamaild/templates"
)

// sampleQuote is the sample family with a quote and two options.
func sampleQuote(t *testing.T, b Toolbox) *agent.State {
	t.Helper()
	app := quotetest.Lopez()
	b.Compare.Minimum, b.Compare.Coverages = true, app.Coverages
	b.Compare.Coverages.BodilyInjury, b.Compare.Coverages.UninsuredMotorist, b.Compare.Coverages.CollisionDeductible = "250/500", "250/500", new(250)
	s := rated(t, b, app, "en", 4)
	discounts := carrier.Eligible(quote.AssessDiscounts(app, s.AgentScratchpad.Today, letters.English()))
	for n, o := range b.Compare.Options(s) {
		for _, call := range []carrier.Call{carrier.UpdateCoverage{Coverages: o.Coverages}, carrier.Rate{Discounts: discounts, Payments: 4}} {
			d, err := b.callCarrier(t.Context(), agent.Call{State: s, Key: fmt.Sprint("option", n, call.Name())}, call)
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

// sampleAsk is the sample family before all values are known.
func sampleAsk() (*agent.State, agent.AskArgs) {
	s, app := agent.NewState("Q-7F3K2M", agent.CustomerInfo{}), quotetest.Lopez()
	app.Drivers[1].DateOfBirth, app.Drivers[1].YearsLicensed = "", nil
	app.Drivers[1].Accidents, app.Drivers[1].Violations = nil, nil
	app.Coverages, app.Discounts = quote.Coverages{BodilyInjury: "100/300", CollisionDeductible: new(500)}, nil
	app.Vehicles[0].Use, app.Vehicles[0].AnnualMiles = "", nil
	s.CustomerInfo.Case.Application = app
	s.AgentScratchpad.Attached = true
	s.AgentScratchpad.Conflicts = []quote.Conflict{{Path: "vehicles[0].annual_miles", Values: []string{"8000", "15000"}}}
	return &s, agent.AskArgs{Fields: []string{"drivers[1].date_of_birth", "drivers[1].years_licensed", "vehicles[0].use", "vehicles[0].annual_miles"}}
}

// The sample mails come from the same code as the mails to customers.
func TestSamplesAreWhatIsMade(t *testing.T) {
	b := toolbox(t)
	b.ValidFor, b.Mailbox, b.Phone = 0, "quotes@agency.test", "503-555-0100"
	for language, subject := range map[string]string{"en": "Car insurance for two cars", "es": "Seguro para dos autos"} {
		asked, args := sampleAsk()
		asked.CustomerInfo.Subject = subject
		same(t, b.askView(asked, args, language), templates.Sample("info_request", language))
		s := sampleQuote(t, b)
		s.CustomerInfo.Subject = subject
		same(t, b.quoteView(s, language), templates.Sample("quote", language))
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
