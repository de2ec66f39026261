package fields

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/agent/letters"
	"ppamaild/quote"
)

// Staff ask for changes in the words of customers. A text with any other request gives nothing.
func TestOrders(t *testing.T) {
	a := quote.Application{
		Drivers: []quote.Driver{{GivenName: "Alice", Relationship: quote.Insured},
			{GivenName: "Erik", Relationship: quote.Spouse}},
		Vehicles: []quote.Vehicle{{Year: new(2019), Make: "Honda", Model: "Civic"},
			{Year: new(2018), Make: "Ford", Model: "F-150"}},
	}
	for text, want := range map[string]string{
		"Take rental off again":        "coverages.rental=false",
		"remove rental and add towing": "coverages.rental=false coverages.towing=true",
		"drop the second car":          "vehicles[1]=",
		"take the truck off":           "vehicles[1]=",
		"remove Erik":                  "drivers[1]=",
		"the truck should have a 1000 deductible, the Civic 500": "" +
			"vehicles[1].coverages.comprehensive_deductible=1000 " +
			"vehicles[1].coverages.collision_deductible=1000 " +
			"vehicles[0].coverages.comprehensive_deductible=500 " +
			"vehicles[0].coverages.collision_deductible=500",
		"$1,000 collision on the truck but keep $500 on the Civic": "" +
			"vehicles[1].coverages.collision_deductible=1000 " +
			"vehicles[0].coverages.collision_deductible=500",
		"no comp and collision on the F-150": "" +
			"vehicles[1].coverages.comprehensive_deductible=0 " +
			"vehicles[1].coverages.collision_deductible=0",
		"no comp and collision": "" +
			"coverages.comprehensive_deductible= coverages.collision_deductible=",
		"no medical and collision on the F-150": "coverages.medical_payments= " +
			"vehicles[1].coverages.collision_deductible=0",
		"rental off the truck": "vehicles[1].coverages.rental=false",

		"drop rental but not towing":                "",
		"don't take rental off":                     "",
		"take off rental, and tell her we miss her": "",
		"Take rental off. Mention our hours.":       "",
		"drop rental but keep towing":               "",
		"take rental off if she agrees":             "",
		"should rental be off?":                     "",
		"remove question 2":                         "",
		"don't ask about towing":                    "",
		"drop the question about rental":            "",
		"make it friendlier":                        "",
		"":                                          "",
		"the truck costs too much":                  "",
	} {
		var got []string
		for _, f := range (Reader{Words: letters.English()}).Orders(a, text) {
			got = append(got, fmt.Sprintf("%s=%s", f.Path, f.Value))
			if f.Standing != quote.Confirmed {
				t.Errorf("%q: %s is %s", text, f.Path, f.Standing)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q:\n got %s\nwant %s", text, s, want)
		}
	}
}
