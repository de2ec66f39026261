package quoting

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/quote/quotetest"
	"ppamaild/store"
)

func fact(path, value string) quote.Fact {
	return quote.Fact{Path: path, Value: json.RawMessage(value), Standing: quote.Stated}
}

func TestEveryToolHasASchemaThatItsOwnArgumentsPass(t *testing.T) {
	tools, err := toolbox(t).Tools()
	if err != nil {
		t.Fatal(err)
	}
	a := quotetest.Portland()
	args := map[string]any{
		agent.ToolIdentifyIntent:     IntentArgs{Message: "m"},
		agent.ToolExtractApplication: ExtractArgs{}, agent.ToolCheckDiscounts: struct{}{},
		agent.ToolAskCustomer:     agent.AskArgs{Fields: []string{}},
		agent.ToolSendQuote:       SendQuoteArgs{QuoteID: "R-1"},
		agent.ToolAnswerQuestions: AnswerArgs{QuoteID: "R-1"},
		agent.ToolCloseThread:     CloseArgs{SignOff: signals.SignOffDeclined},
		agent.ToolDecodeVIN:       VINArgs{VIN: "x"}, agent.ToolFinalSummary: struct{}{},
		agent.ToolRequestHumanReview: agent.ReasonArgs{Reason: "why not"},
		agent.ToolRequestHumanInput:  agent.HumanInputArgs{Questions: []agent.StaffQuestion{{Text: "Is it so?"}}},
	}
	for _, c := range []carrier.Call{carrier.Initiate{}, carrier.SetNamedInsured{},
		carrier.AddDriver{Driver: a.Drivers[0]}, carrier.AddVehicle{Vehicle: a.Vehicles[0]},
		carrier.AssignDrivers{}, carrier.UpdateCoverage{Coverages: a.Coverages},
		carrier.OrderReports{}, carrier.Rate{}} {
		args[c.Name()] = c
	}
	for _, tool := range tools {
		raw, err := json.Marshal(args[tool.Name])
		if err != nil {
			t.Fatal(err)
		}
		if err := tool.CheckArgs(raw); err != nil {
			t.Errorf("%s: %v", tool.Name, err)
		}
		if err := tool.CheckArgs(json.RawMessage(`{"surprise":1}`)); err == nil {
			t.Errorf("%s takes an argument that it does not have", tool.Name)
		}
		if out := tool.Run(context.Background(), agent.Call{State: &agent.State{},
			Args: json.RawMessage(`[]`)}); out.Status != agent.OutputError || out.Message == "" {
			t.Errorf("%s makes %+v of arguments that are none", tool.Name, out)
		}
		if tool.Mails == (tool.Edit != nil) && tool.Stage != "" && !tool.Asks {
			t.Errorf("%s can't be edited", tool.Name)
		}
	}
}

func TestFactsThatDoNotFitAreFlaggedAndTheOthersCount(t *testing.T) {
	s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
	facts := []quote.Fact{fact("vehicles[0].year", "2019"), fact("vehicles[5].year", "2020"),
		fact("vehicles[0].use", `"racing"`), fact("vehicles[0].make", `"Honda"`)}
	data, flags, err := toolbox(t).extract(context.Background(), agent.Call{State: &s, At: noon},
		ExtractArgs{Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	if d := data.(agent.Extracted); len(d.Facts) != 2 || len(flags) != 2 ||
		d.Facts[1].Path != "vehicles[0].make" || d.Facts[0].Standing != quote.Confirmed {
		t.Errorf("facts %+v, flags %q", d.Facts, flags)
	}
	if len(s.Application().Vehicles) != 0 {
		t.Error("a tool changed the state")
	}
}

func TestSettledConflicts(t *testing.T) {
	open := []quote.Conflict{{Path: "vehicles[0].year"}, {Path: "vehicles[1].year"},
		{Path: "vehicles[2].use"}, {Path: "drivers[1].surname"}, {Path: "effective_date"}}
	tests := []struct {
		name string
		data agent.Extracted
		want string
	}{
		{"nothing new", agent.Extracted{},
			"vehicles[0].year vehicles[1].year vehicles[2].use drivers[1].surname effective_date"},
		{"answered", agent.Extracted{Facts: []quote.Fact{fact("vehicles[1].year", "2019"),
			fact("effective_date", `"2026-12-01"`)}},
			"vehicles[0].year vehicles[2].use drivers[1].surname"},
		{"again", agent.Extracted{Conflicts: []quote.Conflict{{Path: "vehicles[0].year"}}},
			"vehicles[1].year vehicles[2].use drivers[1].surname effective_date"},
		{"a car is gone", agent.Extracted{Facts: []quote.Fact{fact("vehicles[1]", "null")}},
			"vehicles[0].year vehicles[1].use drivers[1].surname effective_date"},
		{"two cars are gone", agent.Extracted{Facts: []quote.Fact{fact("vehicles[0]", "null"),
			fact("vehicles[0]", "null")}}, "vehicles[0].use drivers[1].surname effective_date"},
	}
	for _, tt := range tests {
		var got []string
		for _, c := range openConflicts(slices.Clone(open), tt.data, quote.Application{}) {
			got = append(got, c.Path)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}

func TestEditOfWhatWasRead(t *testing.T) {
	b, s := toolbox(t), agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
	read, err := json.Marshal(agent.Extracted{Message: "m",
		Facts: []quote.Fact{fact("vehicles[0].year", "2019"), fact("garaging_address.zip",
			`"97201"`)}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ field, value, want string }{
		{"vehicles[0].year", "2020",
			`{"path":"vehicles[0].year","value":2020,"words":"2020","standing":"confirmed"}`},
		{"garaging_address.zip", "97205",
			`{"path":"garaging_address.zip","value":"97205","words":"97205","standing":"confirmed"}`},
		{"vehicles[0].model", "Civic",
			`{"path":"vehicles[0].model","value":"Civic","words":"Civic","standing":"confirmed"}`},
		{"coverages.rental", "true",
			`{"path":"coverages.rental","value":true,"words":"true","standing":"confirmed"}`},
		{"discounts", `["eft"]`,
			`{"path":"discounts","value":["eft"],"words":"[\"eft\"]","standing":"confirmed"}`},
		{"vehicles[0].year", "new", ""}, {"vehicles[0].color", "red", ""},
		{"year", "2020", `{"path":"vehicles[0].year","value":2020`},
		{"vehicles[0].use", "racing", ""},
	}
	for _, tt := range tests {
		got, err := b.editFacts(&s, read, tt.field, tt.value)
		if (err == nil) != (tt.want != "") || !strings.Contains(string(got), tt.want) ||
			strings.Count(string(got), `"`+tt.field+`"`) > 1 {
			t.Errorf("%s: %s gives %s, %v", tt.field, tt.value, got, err)
		}
	}
}

func TestEditOfDiscounts(t *testing.T) {
	data := agent.Encoded([]quote.Assessment{{Discount: quote.EFT, Status: quote.EligibleVerified},
		{Discount: quote.GoodStudent, Status: quote.EligiblePendingProof}})
	got, err := Toolbox{}.editDiscount(nil, json.RawMessage(data), "good_student", "eligible_verified")
	if err != nil || !strings.Contains(string(got),
		`{"discount":"good_student","status":"eligible_verified","evidence":"staff's word"}`) {
		t.Errorf("%s, %v", got, err)
	}
	if same, err := (Toolbox{}).editDiscount(nil, json.RawMessage(data), "Good student",
		"Eligible, verified"); err != nil || !bytes.Equal(same, got) {
		t.Errorf("in the review's words: %s, %v", same, err)
	}
	for _, wrong := range [][2]string{{"military", "ineligible"}, {"eft", "yes"}, {"", ""}} {
		if got, err := (Toolbox{}).editDiscount(nil, json.RawMessage(data), wrong[0], wrong[1]); err == nil {
			t.Errorf("%q gives %s", wrong, got)
		}
	}
}

func TestQuoteStandsUntilTheEarlierDay(t *testing.T) {
	location, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	q := carrier.Quote{AsOf: "2026-11-20", ValidUntil: "2026-12-20"}
	for _, tt := range []struct {
		validFor time.Duration
		carriers quote.Date
		want     string
	}{
		{0, "2026-12-20", "2026-12-20"}, {17 * 24 * time.Hour, "2026-12-20", "2026-12-07"},
		{60 * 24 * time.Hour, "2026-12-20", "2026-12-20"},
		{10 * 24 * time.Hour, "", "2026-11-30"}, {time.Hour, "2026-12-20", "2026-11-20"},
	} {
		var pad agent.Scratchpad
		q.ValidUntil = tt.carriers
		Toolbox{ValidFor: tt.validFor, Location: location}.recordQuote(&pad, q)
		end := pad.QuoteEnds.In(location)
		if string(pad.Quote.ValidUntil) != tt.want || end.Hour() != 0 || end.AddDate(0, 0,
			-1).Format(time.DateOnly) != tt.want {
			t.Errorf("%v: until %s, that is %s", tt.validFor, pad.Quote.ValidUntil, end)
		}
	}
}

func TestAgentCase11LapsedQuoteIsNotSent(t *testing.T) {
	b := toolbox(t)
	a, err := agent.New(agent.Policy{}, must(b.Tools()))
	if err != nil {
		t.Fatal(err)
	}
	app := quotetest.Portland()
	app.EffectiveDate = "2026-12-20" // later than the quote ends
	for _, verdict := range []agent.Verdict{agent.Accept, agent.Edit} {
		for _, days := range []int{17, 18} {
			s := rated(t, b, app, "en", 1)
			s.Status, s.Next, s.AwaitingCustomerReply, s.EventActions = store.ThreadRunning,
				agent.NextPlan, false, 0
			s.CustomerInfo.Case.Facts = map[string]quote.Fact{"effective_date": {Path: "effective_date", Standing: quote.Assumed}}
			step := func(e agent.Event) agent.Result { t.Helper(); return must(a.Step(s, e)) }
			args := json.RawMessage(agent.Encoded(SendQuoteArgs{QuoteID: s.AgentScratchpad.Quote.ID}))
			step(agent.Planned{Action: agent.Action{Tool: agent.ToolSendQuote, Args: args},
				At: noon})
			tool, _ := a.Tool(agent.ToolSendQuote)
			out := tool.Run(t.Context(), agent.Call{State: s, Args: args, Key: s.CallKey(),
				At: noon})
			mustWant(t, s, step(agent.ToolDone{Output: out, At: noon}), store.ThreadAwaitingReview,
				agent.AskReview{})
			p := s.DataForReview
			r := step(agent.Decision{Verdict: verdict, Text: p.Draft.Text, Clean: true,
				Digest: p.Digest, By: "lee@agency.test", At: noon.AddDate(0, 0, days)})
			if days == 17 {
				mustWant(t, s, r, store.ThreadAwaitingCustomer, agent.SendMail{},
					agent.AwaitCustomer{})
				continue
			}
			mustWant(t, s, r, store.ThreadHandedOver, agent.HandOver{})
			if why := r.Intents[0].(agent.HandOver).Why; !strings.Contains(why, "2026-12-07") {
				t.Error(why)
			}
		}
	}
}

// mustWant fails the test unless a step results in a status and in intents of these types.
func mustWant(t *testing.T, s *agent.State, r agent.Result, status store.ThreadStatus,
	want ...agent.Intent) {
	t.Helper()
	var got []string
	for _, i := range r.Intents {
		got = append(got, fmt.Sprintf("%T", i))
	}
	var types []string
	for _, i := range want {
		types = append(types, fmt.Sprintf("%T", i))
	}
	if s.Status != status || !slices.Equal(got, types) {
		t.Fatalf("it leads to %s with %q, not to %s with %q", s.Status, got, status, types)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestLanguageThatStaffLetGoOutIsTheCustomers(t *testing.T) {
	for _, apply := range []func(*agent.State) agent.Then{
		func(s *agent.State) agent.Then { return applyAsked(s, agent.AskArgs{Language: "es"}) },
		func(s *agent.State) agent.Then { return applyQuoteSent(s, SendQuoteArgs{Language: "es"}) },
	} {
		s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Language: "en"})
		if apply(&s); s.CustomerInfo.Language != "es" {
			t.Errorf("the customer is written to in %q", s.CustomerInfo.Language)
		}
	}
}

func TestCorrectionsInTheStateAreBounded(t *testing.T) {
	b, s := toolbox(t), agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
	for n := range 3 * maxSuperseded {
		b.applyFacts(&s, agent.Extracted{Facts: []quote.Fact{fact("named_insured.email",
			agent.Encoded(strings.Repeat("x", n+1)))}}, noon)
	}
	if n := len(s.CustomerInfo.Case.Superseded); n != maxSuperseded {
		t.Errorf("%d are kept", n)
	}
}

// An error names the value, under any name that staff use.
func TestRefusedEditSaysWhatIsWrong(t *testing.T) {
	b, s := toolbox(t), agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
	s.CustomerInfo.Case.Application.Vehicles = []quote.Vehicle{{Year: new(2016), Make: "Ford",
		Model: "Focus"}, {Year: new(2020), Make: "Honda", Model: "Civic"}}
	s.AgentScratchpad.Identified, s.AgentScratchpad.Inbox = "m", []agent.Mail{{ID: "m", Date: noon}}
	for words, want := range map[string][2]string{
		"year of the Focus":   {"2051", "Year of the 2016 Ford Focus: a number from 1900 to 2027"},
		"Color of the Focus":  {"2051", "no value is called"},
		"year of the Mustang": {"2051", "there are 2016 Ford Focus, 2020 Honda Civic"},
		"vehicles[0].year":    {"2051", "Year of the 2016 Ford Focus: "},
	} {
		got, err := b.editFacts(&s, json.RawMessage(agent.Encoded(agent.Extracted{Message: "m"})),
			words, want[0])
		if err == nil || !strings.Contains(err.Error(), want[1]) {
			t.Errorf("%s: %s gives %s, %v", words, want[0], got, err)
		}
	}
}
