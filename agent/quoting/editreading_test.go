package quoting

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/quote/quotetest"
)

func TestEditOfACallTakesOnlyWhatTheCallAloneHas(t *testing.T) {
	open := json.RawMessage(`{"effective_date":"2026-12-01","garaging_address":{"zip":"97201"},"producer":"0X00000","as_of":"2026-11-20"}`)
	car := json.RawMessage(`{"vehicle":{"year":2019,"make":"Honda","model":"Civic","use":"commute","annual_miles":9000}}`)
	rate := json.RawMessage(`{"discounts":[{"discount":"paid_in_full","pending":true}],"payments":1}`)
	tests := []struct {
		edit                      func(*agent.State, json.RawMessage, string, string) (json.RawMessage, error)
		data                      json.RawMessage
		field, value, want, wrong string
	}{
		{editCall[carrier.Initiate], open, "producer", "0X11111", `"producer":"0X11111"`, ""},
		{editCall[carrier.Initiate], open, "zip", "97301", "", "what the application says"},
		{editCall[carrier.Initiate], open, "effective_date", "2026-12-02", "", "what the application says"},
		{editCall[carrier.Rate], rate, "payments", "4", `"payments":4`, ""},
		{editCall[carrier.Rate], rate, "payments", "many", "", "does not take that"},
		{editCall[carrier.Rate], rate, "discounts[0].pending", "false", "", "what the application says"},
		{editCall[carrier.AddVehicle], car, "vehicle.year", "2020", "", "what the application says"},
		{editCall[carrier.AddVehicle], car, "Annual miles", "12000", "", "what the application says"},
		{editCall[carrier.AddVehicle], car, "color", "red", "", "does not take that"},
		{editCall[carrier.AddVehicle], car, "driver.given_name", "Ana", "", "there is no"},
	}
	for _, tt := range tests {
		got, err := tt.edit(nil, tt.data, tt.field, tt.value)
		if (err == nil) != (tt.want != "") || !strings.Contains(string(got), tt.want) || err != nil && !strings.Contains(err.Error(), tt.wrong) {
			t.Errorf("%s: %s gives %s, %v", tt.field, tt.value, got, err)
		}
	}
}

func TestDiscountsSayWhatTheyTakeOff(t *testing.T) {
	b, s := toolbox(t), agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
	a := quotetest.Portland()
	a.Discounts = []quote.Discount{quote.PaidInFull, quote.Telematics}
	s.CustomerInfo.Case.Application, s.AgentScratchpad.Today = a, "2026-11-20"
	data, _, err := b.checkDiscounts(context.Background(), agent.Call{State: &s, Key: "k"}, struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	with, _ := b.price(t.Context(), "k", a, "2026-11-20", carrier.Eligible(quote.AssessDiscounts(a, "2026-11-20", letters.English())))
	for _, d := range data.([]letters.Discount) {
		var others []quote.Assessment
		for _, o := range data.([]letters.Discount) {
			if o.Discount != d.Discount {
				others = append(others, o.Assessment)
			}
		}
		without, rated := b.price(t.Context(), "k", a, "2026-11-20", carrier.Eligible(others))
		if !rated || d.Saves <= 0 || d.Saves != without-with {
			t.Errorf("%s takes off %s of %s, which makes %s", d.Discount, d.Saves, without, with)
		}
	}
	applyDiscounts(&s, data.([]letters.Discount), noon)
	if n := len(s.AgentScratchpad.Saves); n != len(data.([]letters.Discount)) || n < 2 {
		t.Errorf("%d are kept", n)
	}
}

func TestDecodeVIN(t *testing.T) {
	for vin, want := range map[string]agent.DecodedVIN{
		"19xfc2f53ke512345": {VIN: "19XFC2F53KE512345", Valid: true, Year: 2019},
		"19XFC2F53KE5I2345": {VIN: "19XFC2F53KE5I2345", Proposal: "19XFC2F53KE512345", Problem: "no VIN has the character 'I'"},
		"19XFC2F53KE51234 ": {VIN: "19XFC2F53KE51234", Problem: "16 characters instead of 17"},
	} {
		if got, _, err := decodeVIN(t.Context(), agent.Call{}, VINArgs{vin}); err != nil || got != want {
			t.Errorf("%s: %+v, %v", vin, got, err)
		}
	}
}

func TestSummaryHasTheQuoteOfTheApplicationAsItIs(t *testing.T) {
	s := rated(t, toolbox(t), quotetest.Portland(), "en", 1)
	s.AgentScratchpad.DiscountsRevision = s.AgentScratchpad.Revision
	read := func() Summary {
		got, _, err := finalSummary(t.Context(), agent.Call{State: s}, struct{}{})
		if err != nil {
			t.Fatal(err)
		}
		return got.(Summary)
	}
	if got := read(); got.Quote == nil || got.Quote.Total != s.AgentScratchpad.Quote.Total || len(got.Known) < 10 {
		t.Errorf("%+v", got)
	}
	s.AgentScratchpad.Revision++
	if got := read(); got.Quote != nil {
		t.Errorf("a quote of before: %+v", got.Quote)
	}
}
