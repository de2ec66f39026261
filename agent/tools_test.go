package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/quote/quotetest"
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
		ToolIdentifyIntent: IntentArgs{Message: "m"}, ToolExtractApplication: ExtractArgs{}, ToolCheckDiscounts: struct{}{},
		ToolAskCustomer: AskArgs{Fields: []string{}}, ToolSendQuote: SendQuoteArgs{QuoteID: "R-1"}, ToolCloseThread: CloseArgs{Parting: PartingDeclined},
		ToolDecodeVIN: VINArgs{VIN: "x"}, ToolFinalSummary: struct{}{},
		ToolRequestHumanReview: ReasonArgs{Reason: "why not"}, ToolRequestHumanInput: HumanInputArgs{Questions: []StaffQuestion{{Text: "Is it so?"}}},
	}
	for _, c := range []carrier.Call{carrier.Initiate{}, carrier.SetNamedInsured{}, carrier.AddDriver{Driver: a.Drivers[0]}, carrier.AddVehicle{Vehicle: a.Vehicles[0]},
		carrier.AssignDrivers{}, carrier.UpdateCoverage{Coverages: a.Coverages}, carrier.OrderReports{}, carrier.Rate{}} {
		args[c.Name()] = c
	}
	for _, tool := range tools {
		raw, err := json.Marshal(args[tool.Name])
		if err != nil {
			t.Fatal(err)
		}
		if err := tool.check(raw); err != nil {
			t.Errorf("%s: %v", tool.Name, err)
		}
		if err := tool.check(json.RawMessage(`{"surprise":1}`)); err == nil {
			t.Errorf("%s takes an argument that it does not have", tool.Name)
		}
		if out := tool.Run(context.Background(), Call{State: &State{}, Args: json.RawMessage(`[]`)}); out.Status != OutputError || out.Message == "" {
			t.Errorf("%s makes %+v of arguments that are none", tool.Name, out)
		}
		if tool.Mails == (tool.Edit != nil) && tool.Stage != "" && !tool.Asks {
			t.Errorf("%s can't be edited", tool.Name)
		}
	}
}

func TestFactsThatDoNotFitAreFlaggedAndTheOthersCount(t *testing.T) {
	s := NewState("Q-7F3K2M", CustomerInfo{})
	facts := []quote.Fact{fact("vehicles[0].year", "2019"), fact("vehicles[5].year", "2020"), fact("vehicles[0].use", `"racing"`), fact("vehicles[0].make", `"Honda"`)}
	data, flags, err := toolbox(t).extract(context.Background(), Call{State: &s, At: noon}, ExtractArgs{Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	if d := data.(extractData); len(d.Facts) != 2 || len(flags) != 2 || d.Facts[1].Path != "vehicles[0].make" || d.Facts[0].Standing != quote.Confirmed {
		t.Errorf("facts %+v, flags %q", d.Facts, flags)
	}
	if len(s.application().Vehicles) != 0 {
		t.Error("a tool changed the state")
	}
}

func TestSettledConflicts(t *testing.T) {
	open := []quote.Conflict{{Path: "vehicles[0].year"}, {Path: "vehicles[1].year"}, {Path: "vehicles[2].use"}, {Path: "drivers[1].surname"}, {Path: "effective_date"}}
	tests := []struct {
		name string
		data extractData
		want string
	}{
		{"nothing new", extractData{}, "vehicles[0].year vehicles[1].year vehicles[2].use drivers[1].surname effective_date"},
		{"answered", extractData{Facts: []quote.Fact{fact("vehicles[1].year", "2019"), fact("effective_date", `"2026-12-01"`)}}, "vehicles[0].year vehicles[2].use drivers[1].surname"},
		{"again", extractData{Conflicts: []quote.Conflict{{Path: "vehicles[0].year"}}}, "vehicles[1].year vehicles[2].use drivers[1].surname effective_date"},
		{"a car is gone", extractData{Facts: []quote.Fact{fact("vehicles[1]", "null")}}, "vehicles[0].year vehicles[1].use drivers[1].surname effective_date"},
		{"two cars are gone", extractData{Facts: []quote.Fact{fact("vehicles[0]", "null"), fact("vehicles[0]", "null")}}, "vehicles[0].use drivers[1].surname effective_date"},
	}
	for _, tt := range tests {
		var got []string
		for _, c := range settled(slices.Clone(open), tt.data, quote.Application{}) {
			got = append(got, c.Path)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}

func TestEditOfWhatWasRead(t *testing.T) {
	b, s := toolbox(t), NewState("Q-7F3K2M", CustomerInfo{})
	read, err := json.Marshal(extractData{Message: "m", Facts: []quote.Fact{fact("vehicles[0].year", "2019"), fact("garaging_address.zip", `"97201"`)}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ field, value, want string }{
		{"vehicles[0].year", "2020", `{"path":"vehicles[0].year","value":2020,"words":"2020","standing":"confirmed"}`},
		{"garaging_address.zip", "97205", `{"path":"garaging_address.zip","value":"97205","words":"97205","standing":"confirmed"}`},
		{"vehicles[0].model", "Civic", `{"path":"vehicles[0].model","value":"Civic","words":"Civic","standing":"confirmed"}`},
		{"coverages.rental", "true", `{"path":"coverages.rental","value":true,"words":"true","standing":"confirmed"}`},
		{"discounts", `["eft"]`, `{"path":"discounts","value":["eft"],"words":"[\"eft\"]","standing":"confirmed"}`},
		{"vehicles[0].year", "new", ""}, {"vehicles[0].color", "red", ""}, {"year", "2020", ""}, {"vehicles[0].use", "racing", ""},
	}
	for _, tt := range tests {
		got, err := b.editFacts(&s, read, tt.field, tt.value)
		if (err == nil) != (tt.want != "") || !strings.Contains(string(got), tt.want) || strings.Count(string(got), `"`+tt.field+`"`) > 1 {
			t.Errorf("%s: %s gives %s, %v", tt.field, tt.value, got, err)
		}
	}
}

func TestEditOfDiscounts(t *testing.T) {
	data := encoded([]quote.Assessment{{Discount: quote.EFT, Status: quote.EligibleVerified}, {Discount: quote.GoodStudent, Status: quote.EligiblePendingProof}})
	got, err := editDiscount(nil, json.RawMessage(data), "good_student", "eligible_verified")
	if err != nil || !strings.Contains(string(got), `{"discount":"good_student","status":"eligible_verified","evidence":"staff's word"}`) {
		t.Errorf("%s, %v", got, err)
	}
	if same, err := editDiscount(nil, json.RawMessage(data), "Good student", "Eligible, verified"); err != nil || !bytes.Equal(same, got) {
		t.Errorf("in the review's words: %s, %v", same, err)
	}
	for _, wrong := range [][2]string{{"military", "ineligible"}, {"eft", "yes"}, {"", ""}} {
		if got, err := editDiscount(nil, json.RawMessage(data), wrong[0], wrong[1]); err == nil {
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
		{0, "2026-12-20", "2026-12-20"}, {17 * 24 * time.Hour, "2026-12-20", "2026-12-07"}, {60 * 24 * time.Hour, "2026-12-20", "2026-12-20"},
		{10 * 24 * time.Hour, "", "2026-11-30"}, {time.Hour, "2026-12-20", "2026-11-20"},
	} {
		var pad Scratchpad
		q.ValidUntil = tt.carriers
		Toolbox{ValidFor: tt.validFor, Location: location}.keepQuote(&pad, q)
		end := pad.QuoteEnds.In(location)
		if string(pad.Quote.ValidUntil) != tt.want || end.Hour() != 0 || end.AddDate(0, 0, -1).Format(time.DateOnly) != tt.want {
			t.Errorf("%v: until %s, that is %s", tt.validFor, pad.Quote.ValidUntil, end)
		}
	}
}

func TestAgentCase11LapsedQuoteIsNotSent(t *testing.T) {
	b := toolbox(t)
	a, err := New(Policy{}, must(b.Tools()))
	if err != nil {
		t.Fatal(err)
	}
	app := quotetest.Portland()
	app.EffectiveDate = "2026-12-20" // later than the quote ends
	for _, verdict := range []Verdict{Accept, Edit} {
		for _, days := range []int{17, 18} {
			s := rated(t, b, app, "en", 1)
			s.run()
			s.CustomerInfo.Case.Facts = map[string]quote.Fact{"effective_date": {Path: "effective_date", Standing: quote.Assumed}}
			th := &thread{t: t, agent: a, state: *s, runs: map[string]int{}}
			args := encoded(SendQuoteArgs{QuoteID: s.AgentScratchpad.Quote.ID})
			th.do(Planned{Action: Action{Tool: ToolSendQuote, Args: json.RawMessage(args)}, At: noon}).call().mustStand("awaiting_review AskReview")
			d := th.decision(verdict, th.state.DataForReview.Draft.Text)
			d.At = noon.AddDate(0, 0, days)
			if th.do(d); days == 17 {
				th.mustStand("awaiting_customer SendMail AwaitCustomer")
			} else {
				th.mustStand("handed_over HandOver")
				mustContain(t, intentOf[HandOver](th).Why, "2026-12-07")
			}
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestCourtesy(t *testing.T) {
	for _, text := range []string{"Thanks!", "Thank you so much, Dana.\n\nMaria", "ok, got it 👍", "Muchas gracias por la respuesta.", "Perfect. Have a great day!"} {
		if !isCourtesy(text, "Maria Lopez", "Dana") {
			t.Errorf("%q is none", text)
		}
	}
	for _, text := range []string{"", "👍", "Thanks, but make the deductible 500", "Ok?", "Thanks. Cancel it.", "no thanks", "Thanks, Eve", "Sounds great, go ahead", strings.Repeat("thanks ", 21)} {
		if isCourtesy(text, "Maria Lopez") {
			t.Errorf("%q is one", text)
		}
	}
}

func TestLanguageThatStaffLetGoOutIsTheCustomers(t *testing.T) {
	for _, apply := range []func(*State) Then{
		func(s *State) Then { return applyAsked(s, AskArgs{Language: "es"}) },
		func(s *State) Then { return applyQuoteSent(s, SendQuoteArgs{Language: "es"}) },
	} {
		s := NewState("Q-7F3K2M", CustomerInfo{Language: "en"})
		if apply(&s); s.CustomerInfo.Language != "es" {
			t.Errorf("the customer is written to in %q", s.CustomerInfo.Language)
		}
	}
}

func TestCorrectionsInTheStateAreBounded(t *testing.T) {
	b, s := toolbox(t), NewState("Q-7F3K2M", CustomerInfo{})
	for n := range 3 * maxSuperseded {
		b.applyFacts(&s, extractData{Facts: []quote.Fact{fact("named_insured.email", encoded(strings.Repeat("x", n+1)))}}, noon)
	}
	if n := len(s.CustomerInfo.Case.Superseded); n != maxSuperseded {
		t.Errorf("%d are kept", n)
	}
}

// What is wrong with a value is said of the value, however staff call it.
func TestRefusedEditSaysWhatIsWrong(t *testing.T) {
	b, s := toolbox(t), NewState("Q-7F3K2M", CustomerInfo{})
	s.CustomerInfo.Case.Application.Vehicles = []quote.Vehicle{{Year: new(2016), Make: "Ford", Model: "Focus"}, {Year: new(2020), Make: "Honda", Model: "Civic"}}
	s.AgentScratchpad.Identified, s.AgentScratchpad.Inbox = "m", []Mail{{ID: "m", Date: noon}}
	for words, want := range map[string][2]string{
		"year of the Focus":   {"2051", "vehicles[0].year: "},
		"Color of the Focus":  {"2051", "there is no"},
		"year of the Mustang": {"2051", "there is no"},
		"vehicles[0].year":    {"2051", "vehicles[0].year: "},
	} {
		got, err := b.editFacts(&s, json.RawMessage(encoded(extractData{Message: "m"})), words, want[0])
		if err == nil || !strings.Contains(err.Error(), want[1]) {
			t.Errorf("%s: %s gives %s, %v", words, want[0], got, err)
		}
	}
}
