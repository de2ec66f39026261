package quoting

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ppamaild/quote"
	"ppamaild/reading"
)

func TestWhatAPlannerLeavesOutIsShownWhereNobodyWouldNotice(t *testing.T) {
	year := worded("vehicles[0].year", "2019", "2019")
	tests := []struct {
		name, text string
		read       []quote.Fact
		want       []string // the flags begin so; none: nothing is left out
	}{
		{"an accident", "I have a 2019 Honda, and I had an accident in 2025.", []quote.Fact{year}, []string{"Accidents in 3 years, the main driver = 1 was left out: the rules read it in"}},
		{"of another driver", "My husband Pedro was born on 7/9/1979.", []quote.Fact{}, []string{
			`First name of driver number 2 = "Pedro"`, `Date of birth of driver number 2 = "1979-07-09"`, `Relationship of driver number 2 = "spouse"`}},
		{"a second car's VIN, given to the first", "My cars are a 2019 Honda Civic and a 2020 Toyota RAV4, VIN 2T3W1RFV2M1123456.", []quote.Fact{
			year, worded("vehicles[0].make", `"Honda"`, "Honda"), worded("vehicles[0].model", `"Civic"`, "Civic"), worded("vehicles[1].year", "2020", "2020"), worded("vehicles[1].make", `"Toyota"`, "Toyota"), worded("vehicles[1].model", `"RAV4"`, "RAV4"),
			worded("vehicles[0].vin", `"2T3W1RFV2M1123456"`, "2T3W1RFV2M1123456"),
		}, []string{`VIN of the 2020 Toyota RAV4 = "2T3W1RFV2M1123456" was left out`}},
		{"what is asked for anyway", "Please quote my 2019 Honda. Maria Lopez", []quote.Fact{}, nil},
		{"nothing", "I have a 2019 Honda, and I had an accident in 2025.", []quote.Fact{year, worded("drivers[0].accidents", "1", "an accident in 2025")}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, flags := readBy(t, test.text, test.read...)
			flags = slices.DeleteFunc(flags, func(f string) bool { return !strings.Contains(f, "was left out") })
			if !slices.EqualFunc(flags, test.want, strings.HasPrefix) {
				t.Errorf("%q", flags)
			}
		})
	}
}

func TestALicenseNumberThatIsNotInTheMailIsDropped(t *testing.T) {
	const text = "My driver's license number is D1234567."
	for _, number := range []string{"[License-1]", "license-1", "D7654321", "D1234567D1234567"} {
		data, flags := readBy(t, text, worded("drivers[0].license_number", `"`+number+`"`, "license number is"))
		if len(data.Facts) != 0 || !strings.Contains(strings.Join(flags, " "), "the mail does not contain it") {
			t.Errorf("%s: facts %+v, flags %q", number, data.Facts, flags)
		}
	}
}

// Doubts go to staff by mail, with only the end of a license number.
func TestDoubtsGiveNoLicenseNumber(t *testing.T) {
	number := func(value string) quote.Fact {
		return quote.Fact{Path: "drivers[0].license_number", Value: json.RawMessage(strconv.Quote(value)), Words: value, Standing: quote.Stated}
	}
	rules := reading.Reading{Facts: []quote.Fact{number("T6482915")}}
	said := fmt.Sprint(disagreements(rules, reading.Reading{Facts: []quote.Fact{number("T6482999")}}, nil))
	if !strings.Contains(said, "…2999 is in doubt") || !strings.Contains(said, "…2915") || strings.Contains(said, "T64") {
		t.Error(said)
	}
}
