package planner_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// known is a state with all values for a rating.
func known() agent.State {
	s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Address: "maria@customer.test", Language: "en"})
	s.CustomerInfo.Case.Application = quote.Application{
		NamedInsured:    quote.NamedInsured{GivenName: "Maria", Surname: "Lopez"},
		GaragingAddress: quote.Address{Street: "123 Main St", City: "Portland", State: "OR", ZIP: "97201"},
		EffectiveDate:   "2026-11-20",
		Drivers:         []quote.Driver{{GivenName: "Maria", DateOfBirth: "1985-03-04", Relationship: quote.Insured, YearsLicensed: new(20), Accidents: new(0), Violations: new(0)}},
		Vehicles:        []quote.Vehicle{{Year: new(2019), Make: "Honda", Model: "Civic", Use: quote.Commute, AnnualMiles: new(8000)}},
	}
	s.AgentScratchpad = agent.Scratchpad{Intent: "new_quote", QuoteRequested: true, Revision: 2, Today: "2026-11-20"}
	return s
}

func TestNextAction(t *testing.T) {
	type change func(*agent.State, *agent.Scratchpad)
	mail := agent.Mail{ID: "m@customer.test"}
	tests := []struct {
		name   string
		change change
		tool   string
		args   string // part of the arguments
	}{
		{"unread mail", func(_ *agent.State, p *agent.Scratchpad) { p.Inbox = []agent.Mail{mail} }, agent.ToolIdentifyIntent, `{"message":"m@customer.test"}`},
		{"identified mail", func(_ *agent.State, p *agent.Scratchpad) { p.Inbox, p.Identified = []agent.Mail{mail}, mail.ID }, agent.ToolExtractApplication, `{"message":"m@customer.test"}`},
		{"identified claim is read before a person is called", func(_ *agent.State, p *agent.Scratchpad) {
			p.Inbox, p.Identified, p.Intent, p.Refer = []agent.Mail{mail}, mail.ID, "claim", "claim"
		}, agent.ToolExtractApplication, ""},
		{"claim, and another mail", func(_ *agent.State, p *agent.Scratchpad) {
			p.Inbox, p.Intent, p.Refer = []agent.Mail{mail}, "claim", "claim"
		}, agent.ToolRequestHumanReview, "urgent"},
		{"unknown referral", func(_ *agent.State, p *agent.Scratchpad) { p.Refer = "witchcraft" }, agent.ToolRequestHumanReview, "witchcraft"},
		{"other", func(_ *agent.State, p *agent.Scratchpad) { p.Intent, p.QuoteRequested = "other", false }, agent.ToolRequestHumanReview, "it is unclear what the customer wants"},
		{"thanks for nothing", func(_ *agent.State, p *agent.Scratchpad) {
			p.Intent, p.OnlyThanks, p.QuoteRequested = "other", true, false
		}, agent.ToolRequestHumanReview, "it is unclear what the customer wants"},
		{"thanks", func(_ *agent.State, p *agent.Scratchpad) { p.Intent, p.OnlyThanks = "other", true }, agent.ToolCheckDiscounts, ""},
		{"handed back", func(_ *agent.State, p *agent.Scratchpad) { p.Today = "" }, agent.ToolExtractApplication, `{}`},
		{"missing", func(s *agent.State, _ *agent.Scratchpad) {
			s.CustomerInfo.Case.Application.Vehicles[0].AnnualMiles = nil
		}, agent.ToolAskCustomer, `{"fields":["vehicles[0].annual_miles"]}`},
		{"missing twice, asked once", func(s *agent.State, _ *agent.Scratchpad) {
			s.CustomerInfo.Case.Application.NamedInsured.GivenName, s.CustomerInfo.Case.Application.Drivers[0].GivenName = "", ""
		}, agent.ToolAskCustomer, `{"fields":["named_insured.given_name"]}`},
		{"missing of two people", func(s *agent.State, _ *agent.Scratchpad) {
			s.CustomerInfo.Case.Application.NamedInsured.GivenName, s.CustomerInfo.Case.Application.Drivers[0].GivenName = "", ""
			s.CustomerInfo.Case.Application.Drivers[0].Relationship = quote.Child
		}, agent.ToolAskCustomer, `{"fields":["named_insured.given_name","drivers[0].given_name"]}`},
		{"conflict and problem of one value", func(_ *agent.State, p *agent.Scratchpad) {
			p.Conflicts = []quote.Conflict{{Path: "effective_date"}}
			p.Problems = []quote.Problem{{Path: "effective_date"}, {Path: "vehicles[0].year"}}
		}, agent.ToolAskCustomer, `{"fields":["effective_date","vehicles[0].year"]}`},
		{"as staff wanted it", func(s *agent.State, p *agent.Scratchpad) {
			s.CustomerInfo.Case.Application.Vehicles[0].AnnualMiles, s.CustomerInfo.Case.Application.Vehicles[0].Use = nil, ""
			p.Ask = agent.AskArgs{Fields: []string{"effective_date"}, Also: []string{"old"}, Drop: []string{"vehicles[0].use"}, Short: true, Language: "es"}
		}, agent.ToolAskCustomer, `{"fields":["vehicles[0].annual_miles"],"drop":["vehicles[0].use"],"short":true,"language":"es"}`},
		{"asked before, nothing new", func(s *agent.State, p *agent.Scratchpad) {
			s.CustomerInfo.Case.Application.Vehicles[0].AnnualMiles, p.AskedRevision = nil, 2
			p.QuoteRequested = true
		}, agent.ToolAskCustomer, `{"fields":["vehicles[0].annual_miles"],"again":true}`},
		{"asked twice, nothing new", func(s *agent.State, p *agent.Scratchpad) {
			s.CustomerInfo.Case.Application.Vehicles[0].AnnualMiles, p.AskedRevision = nil, 2
			p.QuoteRequested, p.AgainRevision = true, 2
		}, agent.ToolRequestHumanReview, "the answer to the questions"},
		{"asked before, and will write again", func(s *agent.State, p *agent.Scratchpad) {
			s.CustomerInfo.Case.Application.Vehicles[0].AnnualMiles, p.AskedRevision, p.Asked, p.SignOff = nil, 2, []string{"vehicles[0].annual_miles"}, signals.SignOff{Kind: signals.SignOffLater}
		}, agent.ToolCloseThread, `{"parting":"later"}`},
		{"asked before, and thanks", func(s *agent.State, p *agent.Scratchpad) {
			s.CustomerInfo.Case.Application.Vehicles[0].AnnualMiles, p.AskedRevision, p.Asked, p.Intent = nil, 2, []string{"vehicles[0].annual_miles"}, "other"
			p.OnlyThanks, p.SignOff.Kind = true, signals.SignOffThanks
		}, agent.ToolCloseThread, `{"parting":"later"}`},
		{"quoted, and will write again", func(_ *agent.State, p *agent.Scratchpad) {
			p.SentRevision, p.SignOff = 2, signals.SignOff{Kind: signals.SignOffLater}
		}, agent.ToolCloseThread, `{"parting":"later"}`},
		{"not to be asked, and needed", func(s *agent.State, p *agent.Scratchpad) {
			s.CustomerInfo.Case.Application.Vehicles[0].AnnualMiles, p.Ask.Drop = nil, []string{"vehicles[0].annual_miles"}
		}, agent.ToolRequestHumanReview, "Miles a year, the 2019 Honda Civic"},
		{"complete", func(*agent.State, *agent.Scratchpad) {}, agent.ToolCheckDiscounts, `{}`},
		{"discounts of an older revision", func(_ *agent.State, p *agent.Scratchpad) { p.DiscountsRevision = 1 }, agent.ToolCheckDiscounts, `{}`},
		{"discounts checked", func(_ *agent.State, p *agent.Scratchpad) { p.DiscountsRevision = 2 }, "quote_initiate", `"producer":"0X00000","as_of":"2026-11-20"`},
		{"session begun", func(_ *agent.State, p *agent.Scratchpad) { p.DiscountsRevision, p.CallsRevision, p.CallsDone = 2, 2, 1 }, "set_named_insured", `"surname":"Lopez"`},
		{"session of an older revision", func(_ *agent.State, p *agent.Scratchpad) {
			p.DiscountsRevision, p.CallsRevision, p.CallsDone, p.Quote = 2, 1, 7, &carrier.Quote{ID: "R-1"}
		}, "quote_initiate", ""},
		{"session built up", func(_ *agent.State, p *agent.Scratchpad) { p.DiscountsRevision, p.CallsRevision, p.CallsDone = 2, 2, 6 }, "rate_quote", `"payments":4`},
		{"paid in full", func(_ *agent.State, p *agent.Scratchpad) {
			p.DiscountsRevision, p.CallsRevision, p.CallsDone = 2, 2, 6
			p.Discounts = []quote.Assessment{{Discount: quote.PaidInFull, Status: quote.EligibleVerified}, {Discount: quote.EFT, Status: quote.Unknown}}
		}, "rate_quote", `{"discounts":[{"discount":"paid_in_full"}],"payments":1}`},
		{"rated", func(_ *agent.State, p *agent.Scratchpad) {
			p.DiscountsRevision, p.CallsRevision, p.CallsDone, p.Quote = 2, 2, 7, &carrier.Quote{ID: "R-1"}
		}, agent.ToolSendQuote, `{"quote_id":"R-1"}`},
		{"thanks for the quote", func(_ *agent.State, p *agent.Scratchpad) {
			p.Intent, p.OnlyThanks, p.SentRevision, p.SignOff.Kind = "other", true, 2, signals.SignOffThanks
		}, agent.ToolCloseThread, `{"parting":"thanks"}`},
		{"thanks once more", func(_ *agent.State, p *agent.Scratchpad) {
			p.Intent, p.OnlyThanks, p.ClosedRevision, p.SignOff.Kind = "other", true, 2, signals.SignOffThanks
		}, agent.ToolCloseThread, `{"parting":"thanks"}`},
		{"thanks for an older quote", func(_ *agent.State, p *agent.Scratchpad) {
			p.Intent, p.OnlyThanks, p.SentRevision, p.SignOff.Kind = "other", true, 1, signals.SignOffThanks
		}, agent.ToolCheckDiscounts, ""},
		{"no thanks", func(_ *agent.State, p *agent.Scratchpad) { p.Intent, p.SignOff.Kind = "other", signals.SignOffDeclined }, agent.ToolCloseThread, `{"parting":"declined"}`},
		{"no thanks, and a claim", func(_ *agent.State, p *agent.Scratchpad) { p.Refer, p.SignOff.Kind = "claim", signals.SignOffDeclined }, agent.ToolRequestHumanReview, "urgent"},
		{"no thanks, and another mail", func(_ *agent.State, p *agent.Scratchpad) {
			p.Inbox, p.SignOff.Kind = []agent.Mail{mail}, signals.SignOffDeclined
		}, agent.ToolIdentifyIntent, ""},
		{"quoted, nothing new", func(_ *agent.State, p *agent.Scratchpad) { p.SentRevision = 2 }, agent.ToolAskCustomer, `{"fields":[],"again":true}`},
		{"quoted, and asked again", func(_ *agent.State, p *agent.Scratchpad) {
			p.SentRevision, p.AgainRevision = 2, 2
		}, agent.ToolRequestHumanReview, "no change of the quote could be read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := known()
			tt.change(&s, &s.AgentScratchpad)
			act, err := planner.Rules{Producer: "0X00000", Payments: 4}.Next(context.Background(), &s)
			if err != nil || act.Tool != tt.tool || !strings.Contains(string(act.Args), tt.args) || act.Thought == "" {
				t.Errorf("%s %s, %v", act.Tool, act.Args, err)
			}
		})
	}
}

func TestSessionWithoutAPriceIsAnError(t *testing.T) {
	s := known()
	s.AgentScratchpad.DiscountsRevision, s.AgentScratchpad.CallsRevision, s.AgentScratchpad.CallsDone = 2, 2, 7
	if act, err := (planner.Rules{}).Next(context.Background(), &s); err == nil {
		t.Errorf("%s", act.Tool)
	}
}

func TestEveryIntentAndReferralHasAWayOut(t *testing.T) {
	for _, intent := range strings.Fields("policy_change cancel claim billing question other_line commercial spam other") {
		s := known()
		s.AgentScratchpad.Intent, s.AgentScratchpad.AgainRevision = intent, 2
		if act, err := (planner.Rules{}).Next(context.Background(), &s); err != nil || act.Tool != agent.ToolRequestHumanReview {
			t.Errorf("%s: %s, %v", intent, act.Tool, err)
		}
	}
	for reason := range referring {
		s := known()
		s.AgentScratchpad.Refer = reason
		act, err := planner.Rules{}.Next(context.Background(), &s)
		if err != nil || act.Tool != agent.ToolRequestHumanReview || strings.Contains(string(act.Args), `"`+reason+`"`) {
			t.Errorf("%s: %s %s, %v", reason, act.Tool, act.Args, err)
		}
	}
}

func TestHeed(t *testing.T) {
	ask := agent.AskArgs{Fields: []string{"named_insured.phone", "vehicles[0].use"}}
	tests := []struct {
		stage        agent.Stage
		reason, tool string
		args         string
	}{
		{agent.StageInfoRequest, "shorter", agent.ToolAskCustomer, `"fields":["named_insured.phone","vehicles[0].use"],"short":true`},
		{agent.StageInfoRequest, "please make it shorter and write it in Spanish", agent.ToolAskCustomer, `"short":true,"language":"es"`},
		{agent.StageInfoRequest, "also ask for the VIN", agent.ToolAskCustomer, `"fields":["named_insured.phone","vehicles[0].use","vehicles[0].vin"]`},
		{agent.StageInfoRequest, "don't ask for his phone", agent.ToolAskCustomer, `"fields":["vehicles[0].use"],"drop":["named_insured.phone"]`},
		{agent.StageInfoRequest, "Don't ask for his phone. Also ask for his phone.", agent.ToolAskCustomer, `"fields":["vehicles[0].use","named_insured.phone"]`},
		{agent.StageInfoRequest, "don't ask for his email", agent.ToolRequestHumanReview, "doesn't know how"},
		{agent.StageInfoRequest, "ask whether the roof rack stays on", agent.ToolAskCustomer, `"also":["Please tell us whether the roof rack stays on."]`},
		{agent.StageInfoRequest, "the Civic is a 2020", agent.ToolExtractApplication, `{"facts":[{"path":"vehicles[0].year","value":2020`},
		{agent.StageInfoRequest, "the zip code looks wrong", agent.ToolAskCustomer,
			`{"fields":["named_insured.phone","vehicles[0].use","garaging_address.zip"],"check":["garaging_address.zip"]}`},
		{agent.StageCarrierCall, "VIN is incorrect", agent.ToolAskCustomer, `{"fields":["vehicles[0].vin"],"check":["vehicles[0].vin"]}`},
		{agent.StageCarrierCall, "VIN is incorrect, and be nicer", agent.ToolAskCustomer, `"check":["vehicles[0].vin"]`},
		{agent.StageHumanInput, "be nicer", agent.ToolRequestHumanReview, "doesn't know how"},
		{agent.StageQuote, "vehicles[0].annual_miles: 9000", agent.ToolExtractApplication, `"value":9000`},
		{agent.StageQuote, "in Spanish please", agent.ToolSendQuote, `{"quote_id":"R-1","language":"es"}`},
		{agent.StageQuote, "also ask for the VIN", agent.ToolAskCustomer, `{"fields":["vehicles[0].vin"]}`},
		{agent.StageQuote, "in Spanish please, and also ask for the VIN", agent.ToolAskCustomer, `{"fields":["vehicles[0].vin"],"language":"es"}`},
		{agent.StageQuote, "shorter", agent.ToolRequestHumanReview, "doesn't know how"},
		{agent.StageQuote, "don't ask for his phone", agent.ToolRequestHumanReview, "doesn't know how"},
		{agent.StageQuote, "too expensive", agent.ToolRequestHumanReview, "too expensive"},
		{agent.StageDiscountCheck, "shorter", agent.ToolRequestHumanReview, "doesn't know how"},
		{agent.StageCarrierCall, "the Civic is a 2020", agent.ToolExtractApplication, `"value":2020`},
		{agent.StageInfoRequest, "", agent.ToolRequestHumanReview, "the rejection has no reason"},
	}
	for _, tt := range tests {
		t.Run(string(tt.stage)+"/"+tt.reason, func(t *testing.T) {
			s := known()
			s.AgentScratchpad.Ask, s.AgentScratchpad.Quote = ask, &carrier.Quote{ID: "R-1"}
			s.RejectionFeedbackForStep = map[agent.Stage]string{tt.stage: tt.reason}
			s.HumanFeedback = []agent.Feedback{{Stage: tt.stage, Verdict: "reject", Text: tt.reason, At: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)}}
			act, err := planner.Rules{}.Next(context.Background(), &s)
			if err != nil || act.Tool != tt.tool || !strings.Contains(string(act.Args), tt.args) {
				t.Errorf("%s %s, %v", act.Tool, act.Args, err)
			}
			if len(ask.Fields) != 2 || ask.Fields[0] != "named_insured.phone" {
				t.Fatalf("the state was written into: %v", ask)
			}
		})
	}
}
