package reading

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
)

// ofTwoCars is a case of two drivers and two cars in which nothing else is known.
func ofTwoCars() quote.Application {
	civic, forester := 2017, 2020
	return quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Tom", Surname: "Becker"},
		Drivers:      []quote.Driver{{GivenName: "Tom", Surname: "Becker", Relationship: quote.Insured}, {GivenName: "Linda", Surname: "Becker", Relationship: quote.Spouse}},
		Vehicles:     []quote.Vehicle{{Year: &civic, Make: "Honda", Model: "Civic"}, {Year: &forester, Make: "Subaru", Model: "Forester"}}}
}

// usesAsked are the questions for use and miles of both cars.
var usesAsked = []string{"vehicles[0].use", "vehicles[0].annual_miles", "vehicles[1].use", "vehicles[1].annual_miles"}

// answered reads an answer of Tom Becker to questions for those paths.
func answered(known quote.Application, asked []string, text string) Reading {
	return Read(Input{Subject: "Re: Car insurance quote", Text: text, FromName: "Tom Becker", FromAddress: "tb@customer.test", Replies: true,
		Date: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC), Known: known, Asked: asked})
}

// checkAnswered compares the facts of a reading with "path=value", which a blank parts, and no others.
func checkAnswered(t *testing.T, text string, got Reading, want string) {
	t.Helper()
	var facts []string
	for _, f := range got.Facts {
		facts = append(facts, f.Path+"="+string(f.Value))
	}
	for _, c := range got.Conflicts {
		facts = append(facts, c.Path+"=conflict")
	}
	slices.Sort(facts)
	wanted := strings.Fields(want)
	slices.Sort(wanted)
	if !slices.Equal(facts, wanted) {
		t.Errorf("%q\n\t%s\nwant\t%s", text, strings.Join(facts, " "), strings.Join(wanted, " "))
	}
}

// TestMilesInRanges: who was asked for the miles of a year and gives both ends of them, close
// together, is taken at the upper one; else we ask.
func TestMilesInRanges(t *testing.T) {
	for text, want := range map[string]string{
		"3-4 thousand":                            "4000",
		"3 or 4 thousand":                         "4000",
		"5 to 6 thousand a year":                  "6000",
		"8,000 to 10,000":                         "10000",
		"8000-9000 miles":                         "9000",
		"between 8,000 and 9,500":                 "9500",
		"12-15k":                                  "15000",
		"I'd say 7-8k":                            "8000",
		"6k-ish":                                  "6000",
		"entre 8 y 10 mil":                        "10000",
		"150 to 200 a week":                       "10400",
		"20 miles a day, 5 days a week":           "5200",
		"20 miles a day 7 days a week":            "7280",
		"5-15k":                                   "",
		"20 miles a day":                          "",
		"10-12":                                   "",
		"commute 20 miles a day, 5 days a week":   "",
		"30,000 in 5 years":                       "6000",
		"10,000 every 2 years":                    "5000",
		"30,000 km in 5 years":                    "3729",
		"30,000 since 2020":                       "",
		"it has 42,000 on it and its 7 years old": "",
		"42,000 so far":                           "",
		"1,000 miles per month in summer, half that in winter": "",
		"6,000 in summer, 1,000 in winter":                     "",
		"6,000, mostly in summer":                              "6000",
		"500 a month":                                          "6000",
		"6000 km":                                              "3729",
	} {
		if want != "" {
			want = "vehicles[0].annual_miles=" + want
		}
		for _, before := range []string{"", "2. "} {
			known, asked := ofTwoCars(), []string{"vehicles[0].annual_miles"}
			if known.Vehicles = known.Vehicles[:1]; before != "" {
				asked = []string{"drivers[0].years_licensed", "vehicles[0].annual_miles"}
			}
			got := answered(known, asked, before+text)
			got.Facts = slices.DeleteFunc(got.Facts, func(f quote.Fact) bool { return !strings.HasSuffix(f.Path, "annual_miles") })
			checkAnswered(t, before+text, got, want)
		}
	}
}

// TestMilesOfTwoCars: a range in a sentence is of the car that it names, a sum of both is of none.
func TestMilesOfTwoCars(t *testing.T) {
	for text, want := range map[string]string{
		"Civic: work, 10-12k. Forester: pleasure, 5 or 6 thousand a year.": `vehicles[0].use="commute" vehicles[0].annual_miles=12000 vehicles[1].use="pleasure" vehicles[1].annual_miles=6000`,
		"Both cars together about 20,000 miles.":                           "",
		"Both for work, 20,000 miles a year total.":                        `vehicles[0].use="commute" vehicles[1].use="commute"`,
		"20,000 a year between the two of them":                            "",
		"Both for work, about 10,000 miles a year each.":                   `vehicles[0].use="commute" vehicles[1].use="commute" vehicles[0].annual_miles=10000 vehicles[1].annual_miles=10000`,
		"2. 10k\n4. 20,000 for both together":                              `vehicles[0].annual_miles=10000`,
	} {
		checkAnswered(t, text, answered(ofTwoCars(), usesAsked, text), want)
	}
	got := answered(ofTwoCars(), nil, "The Civic is driven 7-8k miles a year.")
	checkAnswered(t, "not asked", got, "")
}
