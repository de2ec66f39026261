package letters

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"ppamaild/quote"
	"ppamaild/quote/quotetest"
	"ppamaild/templates"
)

func TestBasisShowsWhatIsNotWanted(t *testing.T) {
	c := quote.Case{Application: quotetest.Portland()}
	for _, f := range []quote.Fact{
		{Path: "coverages.collision_deductible", Words: "Liability only", Standing: quote.Stated},
		{Path: "coverages.rental", Words: "> - Rental car: no", Standing: quote.Stated},
		{Path: "vehicles[0].trim", Words: "no idea which trim", Standing: quote.Stated},
		{Path: "vehicles[0].annual_miles", Value: json.RawMessage("9000"), Words: "9k",
			Standing: quote.Stated},
	} {
		if err := c.Apply(f); err != nil {
			t.Fatal(err)
		}
	}
	shown := map[string]templates.BasisRow{}
	for _, row := range Basis(c, English()) {
		shown[row.Label] = row
	}
	for _, want := range []templates.BasisRow{
		{Label: "Collision deductible", Value: "not wanted", Words: "Liability only",
			Standing: "stated"},
		{Label: "Rental car", Value: "not wanted", Standing: "stated"},
		{Label: "Miles a year, the 2019 Honda Civic", Value: "9,000", Words: "9k",
			Standing: "stated"},
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
	good := quote.Assessment{Discount: quote.GoodDriver, Status: quote.EligibleVerified,
		Evidence: "no points"}
	unfit := quote.Assessment{Discount: quote.GoodDriver, Status: quote.Ineligible,
		Evidence: "two points"}
	for want, d := range map[string]Discount{
		"eligible, verified, takes off $42.00: no points": {good,
			4200},
		"eligible, verified, and only the carrier's price shows the amount: no points": {good,
			0},
		"not eligible: two points": {unfit,
			0},
	} {
		if items := DiscountItems([]Discount{d}, nil, English()); items[0].Label != "Good driver" ||
			!strings.HasPrefix(items[0].Value, want) {
			t.Errorf("%q, want Good driver and %q", items[0], want)
		}
	}
}

// Staff and customers read the same name of a discount, and never its key.
func TestDiscountsAreCalledAsInTheMails(t *testing.T) {
	for file, w := range map[string]Words{"../../templates/mail/common.en.words": English(),
		"../../templates/mail/common.es.words": spanish()} {
		words, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range quote.AllDiscounts() {
			name := Word(string(d), w)
			if phrase := `{{define "term.` + string(d) + `"}}` + name + `{{end}}`; name == string(d) || !strings.Contains(string(words), phrase) {
				t.Errorf("%s is called %q, which %s does not say", d, name, file)
			}
		}
	}
	for _, status := range DiscountStatuses {
		if said := StatusWords(status, English()); !strings.Contains(said, " ") {
			t.Errorf("%s has no words", status)
		}
	}
}

func TestAnEmptyObjectHasNoValues(t *testing.T) {
	if none := ValueItems(json.RawMessage(`{}`)); len(none) != 0 {
		t.Errorf("%v", none)
	}
}

// The list of known values has only values from the customer.
func TestKnownItemsAreTold(t *testing.T) {
	app := quotetest.Lopez()
	app.Vehicles[1].Coverages.Rental = new(true)
	k := quote.Case{Application: app, Facts: map[string]quote.Fact{}}
	for _, path := range []string{"drivers[0].accidents", "coverages.bodily_injury",
		"effective_date"} {
		k.Facts[path] = quote.Fact{Standing: quote.Assumed}
	}
	said := fmt.Sprint(Summary(k, English()))
	for text, told := range map[string]bool{
		"{Driver Maria, born March 4, 1985, years licensed: 22, tickets in 3 years: 0}": true,
		"{Rental car for the 2017 Honda Civic yes}":                                     true,
		"{Property damage liability $100,000}":                                          true,
		"Bodily injury":                                                                 false,
		"Start":                                                                         false,
	} {
		if strings.Contains(said, text) != told {
			t.Errorf("%q is told: %t; in %s", text, !told, said)
		}
	}
}

// A driver who is taken off has a name, not the values as JSON.
func TestDriverTakenOffIsNamed(t *testing.T) {
	app := quotetest.Portland()
	app.Drivers = append(app.Drivers, quote.Driver{GivenName: "Theo"})
	off := quote.Fact{Path: fmt.Sprintf("drivers[%d]", len(app.Drivers)-1), Words: "take Theo off",
		Standing: quote.Stated}
	rows := FactSections(quote.Case{Application: app}, []quote.Fact{off}, nil, English())[0].Rows
	want := templates.BasisRow{Label: "Theo", Value: "withdrawn", Words: "take Theo off",
		Standing: "stated"}
	if len(rows) != 1 || rows[0] != want {
		t.Errorf("%+v, want %+v", rows, want)
	}
}
