package planner_test

import (
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/quote"
)

// An EDIT of a call corrects the application, and the quote uses the correction.
func TestEditOfACallCorrectsTheApplication(t *testing.T) {
	for _, tt := range []struct{ call, edit, path, value string }{
		{"quote_initiate", "effective_date: 2026-12-09", "effective_date", `"2026-12-09"`},
		{"set_named_insured", "named_insured.surname: Lopes", "named_insured.surname", `"Lopes"`},
		{"add_driver", "years_licensed: 7", "drivers[0].years_licensed", `7`},
		{"add_vehicle", "vehicle.annual_miles: 25000", "vehicles[0].annual_miles", `25000`},
		{"update_coverage", "coverages.collision_deductible: 1000", "coverages.collision_deductible", `1000`},
	} {
		c := beginOpen(t, agent.StageCarrierCall, agent.GateAlways)
		c.customer(complete)
		for c.state.DataForReview != nil && c.state.DataForReview.Action.Tool != tt.call {
			c.accept()
		}
		facts, err := quoting.Corrections(c.agent, &c.state, tt.edit, c.at)
		if len(facts) == 0 || facts[0].Path != tt.path || err != nil {
			t.Errorf("%s: %s corrects %v, %v", tt.call, tt.edit, facts, err)
			continue
		}
		if c.agent.CheckEdit(&c.state, agent.Decision{Verdict: agent.Edit, Text: tt.edit}) == nil {
			t.Errorf("%s: %s would be made as edited", tt.call, tt.edit)
		}
		c.correct(tt.edit, facts)
		for c.state.StepRequiringReview == agent.StageCarrierCall {
			c.accept()
		}
		k := c.state.CustomerInfo.Case
		value, _ := k.Application.Get(tt.path)
		if string(value) != tt.value || k.Facts[tt.path].Standing != quote.Confirmed {
			t.Errorf("%s: %s is %s, %s; %s", tt.call, tt.path, value, k.Facts[tt.path].Standing, c.summary())
		}
		c.lastSent()
	}
}

func TestEditOfWhatACallAloneHasStaysInTheCall(t *testing.T) {
	c := beginOpen(t, agent.StageCarrierCall, agent.GateAlways)
	c.customer(complete)
	for _, edit := range []string{"producer: 0X11111", "vehicle.annual_miles: 5"} { // values of other calls are refused
		if lines, err := quoting.Corrections(c.agent, &c.state, edit, c.at); lines != nil || err != nil {
			t.Errorf("%s corrects %v, %v", edit, lines, err)
		}
	}
	c.decide(agent.Edit, "producer: 0X11111")
	if c.state.DataForReview == nil || c.state.DataForReview.Action.Tool != "set_named_insured" {
		t.Error(c.summary())
	}
}

// Doubts about a call concern the car in the call, unless staff name another car.
func TestRejectedCallIsAskedAboutItsCar(t *testing.T) {
	for reason, want := range map[string]string{"the mileage is wrong": "2021 Toyota Camry", "the Civic's mileage is wrong": "2019 Honda Civic"} {
		c := beginOpen(t, agent.StageCarrierCall, agent.GateAlways)
		c.customer(complete + "\nAlso a 2021 Toyota Camry, for pleasure, 4,000 miles a year, which I drive too.")
		for cars := 0; c.state.DataForReview != nil; c.accept() {
			if c.state.DataForReview.Action.Tool == "add_vehicle" {
				cars++
			}
			if cars == 2 {
				break
			}
		}
		c.decide(agent.Reject, reason)
		fields := c.state.AgentScratchpad.Ask.Check
		if len(fields) != 1 || c.state.PlannedToolInputs == nil {
			t.Errorf("%s: %q; %s", reason, fields, c.summary())
			continue
		}
		mustHave(t, c.lastSent(), want)
	}
}

// Staff may write EDIT before each line about a reading.
func TestEditBeforeEachLine(t *testing.T) {
	with := usual()
	with.gates[agent.StageInfoAnalysis] = agent.GateAlways
	c := begin(t, with)
	c.customer(complete)
	c.decide(agent.Edit, "address: 14 Elm St, Portland 97202\n\nEDIT: miles: 9000")
	a := c.state.CustomerInfo.Case.Application
	if a.GaragingAddress.Street != "14 Elm St" || a.GaragingAddress.ZIP != "97202" ||
		*a.Vehicles[0].AnnualMiles != 9000 {
		t.Errorf("%+v; %s", a, c.summary())
	}
}
