package eval

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ppamaild/quote"
)

// planned returns prepared readings.
type planned map[string]Reading

func (p planned) Read(_ context.Context, file string) (Reading, error) {
	r, ok := p[file]
	if !ok {
		return r, errors.New("no such mail")
	}
	return r, nil
}

func car(year int, make, model string) quote.Vehicle {
	return quote.Vehicle{Year: new(year), Make: make, Model: model}
}

// one scores a single reading against a single label.
func one(t *testing.T, l Label, r Reading) Score {
	t.Helper()
	s, err := Run(t.Context(), planned{"a.eml": r}, []Case{{Name: "a", Mail: "a.eml", Label: l}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFields(t *testing.T) {
	tests := []struct {
		name      string
		want, got quote.Application
		tally     Tally
	}{
		{"nothing", quote.Application{}, quote.Application{}, Tally{}},
		{"same", quote.Application{EffectiveDate: "2026-12-01"}, quote.Application{EffectiveDate: "2026-12-01"}, Tally{Right: 1}},
		{"other value", quote.Application{EffectiveDate: "2026-12-01"}, quote.Application{EffectiveDate: "2026-12-02"}, Tally{Wrong: 1, Lacking: 1}},
		{"lacking", quote.Application{EffectiveDate: "2026-12-01"}, quote.Application{}, Tally{Lacking: 1}},
		{"invented", quote.Application{}, quote.Application{EffectiveDate: "2026-12-01"}, Tally{Wrong: 1}},
		{"zero is a value", quote.Application{Drivers: []quote.Driver{{Accidents: new(0)}}}, quote.Application{Drivers: []quote.Driver{{Accidents: new(1)}}}, Tally{Wrong: 1, Lacking: 1}},
		{"false is a value", quote.Application{Coverages: quote.Coverages{Towing: new(false)}}, quote.Application{Coverages: quote.Coverages{Towing: new(true)}}, Tally{Wrong: 1, Lacking: 1}},
		{"names and punctuation", quote.Application{
			NamedInsured:    quote.NamedInsured{GivenName: "José", Surname: "O'Hara"},
			GaragingAddress: quote.Address{Street: "12 Elm St, Apt 4"},
			Vehicles:        []quote.Vehicle{{Model: "F-150"}},
		}, quote.Application{
			NamedInsured:    quote.NamedInsured{GivenName: "JOSE", Surname: "Ohara"},
			GaragingAddress: quote.Address{Street: "12 Elm St. apt. 4"},
			Vehicles:        []quote.Vehicle{{Model: "f150"}},
		}, Tally{Right: 4}},
		{"email", quote.Application{NamedInsured: quote.NamedInsured{Email: "a.b@x.test"}}, quote.Application{NamedInsured: quote.NamedInsured{Email: "ab@x.test"}}, Tally{Wrong: 1, Lacking: 1}},
		{"discounts in any order", quote.Application{Discounts: []quote.Discount{quote.EFT, quote.Military}},
			quote.Application{Discounts: []quote.Discount{quote.Military, quote.Paperless}}, Tally{Right: 1, Wrong: 1, Lacking: 1}},
		{"vehicles in any order", quote.Application{Vehicles: []quote.Vehicle{car(2019, "Kia", "Soul"), car(2019, "Kia", "Rio")}},
			quote.Application{Vehicles: []quote.Vehicle{car(2019, "Kia", "Rio"), car(2019, "Kia", "Soul")}}, Tally{Right: 6}},
		{"one vehicle of two", quote.Application{Vehicles: []quote.Vehicle{car(2019, "Kia", "Soul"), car(2021, "Ford", "Edge")}},
			quote.Application{Vehicles: []quote.Vehicle{car(2021, "Ford", "Edge")}}, Tally{Right: 3, Lacking: 3}},
		{"a vehicle too many", quote.Application{Vehicles: []quote.Vehicle{car(2021, "Ford", "Edge")}},
			quote.Application{Vehicles: []quote.Vehicle{car(2019, "Kia", "Soul"), car(2021, "Ford", "Edge")}}, Tally{Right: 3, Wrong: 3}},
		{"drivers by given name", quote.Application{Drivers: []quote.Driver{{GivenName: "Ann", YearsLicensed: new(3)}, {GivenName: "Bo", YearsLicensed: new(9)}}},
			quote.Application{Drivers: []quote.Driver{{GivenName: "bo", YearsLicensed: new(9)}, {GivenName: "Ann", YearsLicensed: new(4)}}}, Tally{Right: 3, Wrong: 1, Lacking: 1}},
		{"a nameless driver is paired last", quote.Application{Drivers: []quote.Driver{{Relationship: quote.Spouse}, {GivenName: "Bo"}}},
			quote.Application{Drivers: []quote.Driver{{GivenName: "Bo"}, {Relationship: quote.Spouse}}}, Tally{Right: 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := one(t, Label{Intent: "new_quote", Application: &tt.want}, Reading{Intent: "new_quote", Application: tt.got})
			if s.Total != tt.tally {
				t.Errorf("%+v, want %+v: %+v", s.Total, tt.tally, s.Misread)
			}
		})
	}
}

func TestMissingFollowsThePairing(t *testing.T) {
	want := quote.Application{Vehicles: []quote.Vehicle{car(2019, "Kia", "Soul"), car(2021, "Ford", "Edge")}}
	got := quote.Application{Vehicles: []quote.Vehicle{car(2021, "Ford", "Edge"), car(2019, "Kia", "Soul"), car(2001, "Audi", "TT")}}
	s := one(t, Label{Intent: "new_quote", Application: &want, Missing: new([]string{"vehicles[0].use", "drivers[0].given_name"})},
		Reading{Application: got, Missing: []string{"vehicles[1].use", "vehicles[0].use", "vehicles[2].use", "drivers[0].given_name"}})
	if (s.Missing != Tally{Right: 2, Wrong: 2}) {
		t.Errorf("%+v: %+v", s.Missing, s.Misread)
	}
}

// TestMissingTellsNothingOfWhatNobodyRates: for a bounce, a label with all paths missing and a
// label with none are equally right.
func TestMissingTellsNothingOfWhatNobodyRates(t *testing.T) {
	got := Reading{Intent: "spam", Missing: quote.Missing(quote.Application{})}
	for intent, want := range map[string]Tally{"spam": {}, "policy_change": {}, "new_quote": {Wrong: 14}, "provide_info": {Wrong: 14}} {
		if s := one(t, Label{Intent: intent, Missing: new([]string{})}, got); s.Missing != want {
			t.Errorf("%s: %+v", intent, s.Missing)
		}
	}
}

func TestTheSendersAddressIsNeitherRightNorWrong(t *testing.T) {
	read := func(wanted, got string) Tally {
		return one(t, Label{Application: &quote.Application{NamedInsured: quote.NamedInsured{Email: wanted}}},
			Reading{From: "ann@customer.test", Application: quote.Application{NamedInsured: quote.NamedInsured{Email: got}}}).Total
	}
	if got := read("", "Ann@customer.test"); got != (Tally{}) {
		t.Errorf("not labeled: %+v", got)
	}
	if got := read("", "bo@customer.test"); got != (Tally{Wrong: 1}) {
		t.Errorf("another address: %+v", got)
	}
	if got := read("ann@customer.test", ""); got != (Tally{Lacking: 1}) {
		t.Errorf("labeled: %+v", got)
	}
}

func TestWhatALabelLeavesOutIsNotScored(t *testing.T) {
	s := one(t, Label{Intent: "claim"}, Reading{Intent: "claim", Refer: "claim", Missing: []string{"drivers[0].given_name"},
		Application: quote.Application{EffectiveDate: "2026-12-01"}})
	want := Score{Mails: 1, Fields: map[string]Tally{}, Intent: Share{1, 1}}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("%+v", s)
	}
}

func TestReferAndIntent(t *testing.T) {
	s := one(t, Label{Intent: "claim", Refer: new("claim")}, Reading{Intent: "billing"})
	want := []Misread{{"a", []Difference{{"intent", "claim", "billing"}, {"refer", "claim", ""}}}}
	if s.Intent != (Share{0, 1}) || s.Refer != (Share{0, 1}) || !reflect.DeepEqual(s.Misread, want) {
		t.Errorf("%+v", s)
	}
	if s := one(t, Label{Refer: new("")}, Reading{Refer: "sr22"}); s.Refer != (Share{0, 1}) {
		t.Errorf("referred without a reason: %+v", s)
	}
}

func TestWorstFirst(t *testing.T) {
	label := Label{Intent: "spam", Refer: new("")}
	cases := []Case{{"a", "a", label}, {"b", "b", label}, {"c", "c", label}, {"d", "d", label}}
	s, err := Run(t.Context(), planned{"a": {Intent: "other"}, "b": {Intent: "spam"}, "c": {Intent: "claim", Refer: "claim"}}, cases)
	if err == nil || !strings.Contains(err.Error(), "d: no such mail") {
		t.Errorf("error: %v", err)
	}
	var names []string
	for _, m := range s.Misread {
		names = append(names, m.Name)
	}
	if s.Mails != 3 || !slices.Equal(names, []string{"c", "a"}) {
		t.Errorf("%d mails, misread %v", s.Mails, names)
	}
}

func TestTallies(t *testing.T) {
	tests := []struct {
		Tally
		precision, recall, f1 float64
	}{
		{Tally{}, 1, 1, 1},
		{Tally{Right: 3, Wrong: 1}, 0.75, 1, 6.0 / 7},
		{Tally{Right: 1, Lacking: 3}, 1, 0.25, 0.4},
		{Tally{Wrong: 1}, 0, 1, 0},
	}
	for _, tt := range tests {
		if tt.Precision() != tt.precision || tt.Recall() != tt.recall || tt.F1() != tt.f1 {
			t.Errorf("%+v: %v, %v, %v", tt.Tally, tt.Precision(), tt.Recall(), tt.F1())
		}
	}
}

func TestSideBySide(t *testing.T) {
	score := Score{Mails: 2, Applications: 1, Fields: map[string]Tally{"vehicles.year": {Right: 1}}, Total: Tally{Right: 1}, Intent: Share{1, 2},
		Misread: []Misread{{"x", []Difference{{"intent", "claim", ""}}}}}
	var out strings.Builder
	if err := WriteTable(&out, []Scored{{"rules", score}, {"llm", Score{Mails: 2}}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"vehicles.year       1.000     1.000     1.000      1       1.000     1.000     1.000      0\n",
		"intent                                  0.500      2                           1.000      0\n",
		"rules read 2 mails, 1 of them with a labeled application; 1 are as labeled.\n",
		"llm read 2 mails",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lacks %q:\n%s", want, out.String())
		}
	}
	out.Reset()
	if err := WriteWorst(&out, Scored{"rules", score}, 5); err != nil {
		t.Fatal(err)
	}
	if want := "\nx, by rules: 1 not as labeled\n  intent  wanted claim  got nothing\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
}
