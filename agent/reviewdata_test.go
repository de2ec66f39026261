package agent

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"ppamaild/agent/task"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/templates"
)

// What staff approve is made as it stands: they see what is emptied too.
func TestEveryArgumentOfACallIsShown(t *testing.T) {
	w := task.Write{Agent: "crm", Tool: "update", Args: json.RawMessage(`{"id":9007199254740993,"tags":[],"more":{},"note":null,"of":[{"a":"b"},[]]}`)}
	data, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for _, i := range taskSections(ToolCallTool, data)[1].Items {
		shown[i.Label] = i.Value
	}
	want := map[string]string{"id": "9007199254740993", "tags": "[]", "more": "{}", "note": "null", "of[0].a": "b", "of[1]": "[]"}
	for label, value := range want {
		if shown[label] != value {
			t.Errorf("%s: %q, want %q", label, shown[label], value)
		}
	}
	if len(shown) != len(want) {
		t.Errorf("%v", shown)
	}
	if none := valueItems(json.RawMessage(`{}`)); len(none) != 0 {
		t.Errorf("%v", none)
	}
}

func TestBasisShowsWhatIsNotWanted(t *testing.T) {
	c := quote.Case{Application: portland()}
	for _, f := range []quote.Fact{
		{Path: "coverages.collision_deductible", Words: "Liability only", Standing: quote.Stated},
		{Path: "vehicles[0].trim", Words: "no idea which trim", Standing: quote.Stated},
		{Path: "vehicles[0].annual_miles", Value: json.RawMessage("9000"), Words: "9k", Standing: quote.Stated},
	} {
		if err := c.Apply(f); err != nil {
			t.Fatal(err)
		}
	}
	shown := map[string]templates.BasisRow{}
	for _, row := range Basis(c) {
		shown[row.Label] = row
	}
	for _, want := range []templates.BasisRow{
		{Label: "Collision deductible", Value: "not wanted", Words: "Liability only", Standing: "stated"},
		{Label: "Miles a year, the 2019 Honda Civic", Value: "9,000", Words: "9k", Standing: "stated"},
		{Label: "Comprehensive deductible", Value: "$500"},
		{},
	} {
		if got := shown[want.Label]; got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if row, is := shown["Trim of the 2019 Honda Civic"]; is {
		t.Errorf("%+v", row)
	}
}

func TestDiscountsShowWhatTheyTakeOff(t *testing.T) {
	good := quote.Assessment{Discount: quote.GoodDriver, Status: quote.EligibleVerified, Evidence: "no points"}
	unfit := quote.Assessment{Discount: quote.GoodDriver, Status: quote.Ineligible, Evidence: "two points"}
	for want, d := range map[string]assessed{
		"eligible, verified, takes off $42.00: no points":                                 {good, 4200},
		"eligible, verified, takes off what shows only in the carrier's price: no points": {good, 0},
		"not eligible: two points":                                                        {unfit, 0},
	} {
		if items := discountItems([]assessed{d}); items[0].Label != "Good driver" || !strings.HasPrefix(items[0].Value, want) {
			t.Errorf("%q, want Good driver and %q", items[0], want)
		}
	}
}

// Staff and customers read of a discount by one name, and never by its key.
func TestDiscountsAreCalledAsInTheMails(t *testing.T) {
	for file, es := range map[string]bool{"../templates/mail/common.en.words": false, "../templates/mail/common.es.words": true} {
		words, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range quote.AllDiscounts() {
			name := word(string(d), es)
			if phrase := `{{define "term.` + string(d) + `"}}` + name + `{{end}}`; name == string(d) || !strings.Contains(string(words), phrase) {
				t.Errorf("%s is called %q, which %s does not say", d, name, file)
			}
		}
	}
	for _, status := range discountStatuses {
		if statusWords[status] == "" {
			t.Errorf("%s has no words", status)
		}
	}
}

// A call without arguments is no empty review.
func TestAnEmptyCallSaysWhatItDoes(t *testing.T) {
	s := NewState("Q-7F3K2M", CustomerInfo{})
	for data, want := range map[string]string{
		`{}`:                 "Principals: none; the carrier's own rule says which driver each vehicle is rated with",
		`{"principals":[1]}`: "principals[0]: 1",
	} {
		p := Proposal{Stage: StageCarrierCall, Action: Action{Tool: carrier.AssignDrivers{}.Name()}, Data: json.RawMessage(data)}
		if got := lines(s.UnderReview(p)); strings.TrimSpace(got) != want {
			t.Errorf("%s: %q", data, got)
		}
	}
	p := Proposal{Stage: StageCarrierCall, Action: Action{Tool: carrier.OrderReports{}.Name()}, Data: json.RawMessage(`{}`)}
	if got := lines(s.UnderReview(p)); strings.TrimSpace(got) != "Arguments: none" {
		t.Errorf("%q", got)
	}
}
