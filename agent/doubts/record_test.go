package doubts

import (
	"testing"

	"ppamaild/quote"
	"ppamaild/reading"
)

// An incident that no value counts is asked for, and staff see the sentence.
func TestUncountedIncidentsAreOpen(t *testing.T) {
	a := quote.Application{Drivers: []quote.Driver{{GivenName: "Omar", Relationship: quote.Insured},
		{GivenName: "Max", Relationship: quote.Child}}}
	for _, tt := range []struct {
		text, path string
		notes      int
	}{
		{"My son Max drives it. Max crashed it in February, his fault.", "drivers[1].accidents", 1},
		{"My son Max drives it. He crashed it in February.", "drivers[1].accidents", 1},
		{"I totaled my old Camry last year, it was my fault.", "drivers[0].accidents", 1},
		{"Mi hijo Max lo maneja. Chocó en febrero, fue culpa suya.", "drivers[1].accidents", 1},
		{"Max's accident was in February 2023, not 2025.", "drivers[1].accidents", 1},
		{"I slid into a ditch last winter.", "drivers[0].accidents", 1},
		{"No tickets, but Max ran a red light.", "drivers[1].violations", 1},
		{"No tickets, Max crashed it.", "drivers[1].accidents", 1},
		{"My son was pulled over in May.", "drivers[1].violations", 1},
		{"I had an accident: someone rear-ended me in March 2025.", "", 1},
		{"I had a ticket in 1998. My old Sentra was totaled in 2021.", "", 2},
		{"He crashed the 2019 Civic.", "", 1},
		{"No accidents and no tickets. Accidents: none. Max never had a ticket.", "", 0},
		{"If I have an accident, what then? Do you have accident forgiveness?", "", 0},
		{"> How many accidents has Max had?\nThank you.", "", 0},
		{"Accident I never had. Wrecks last 5 yrs: none. Multas no tenemos.", "", 0},
		{"I got a parking ticket. He never crashed. Accident-free for 20 years.", "", 0},
	} {
		open, said := Record(tt.text, reading.Reading{}, a, nil, "2026-11-29")
		path := ""
		if len(open) > 0 {
			path = open[0].Path
		}
		if len(open) > 1 || path != tt.path || len(said) != tt.notes {
			t.Errorf("%s: %v, %q", tt.text, open, said)
		}
	}
	clean := reading.Reading{Facts: []quote.Fact{
		{Path: "drivers[0].accidents", Value: []byte("0"), Words: "record is clean"}}}
	for text, want := range map[string]int{
		"My record is clean apart from the accident in March 2025.": 1,
		"Not counting one accident in 2025, my record is clean.":    1,
		"My record is clean, no accidents.":                         0,
		"My record is clean, I have had no accidents in 20 years.":  0,
	} {
		if open, _ := Record(text, clean, a, nil, "2026-11-29"); len(open) != want {
			t.Errorf("%s: %v", text, open)
		}
	}
	two := reading.Reading{Facts: []quote.Fact{
		{Path: "drivers[0].violations", Value: []byte("1"), Words: "a ticket"}}}
	for text, want := range map[string]int{
		"I had a ticket in 2024 and one in 2025.":     1,
		"I had a ticket in 2024, and another.":        1,
		"I had a ticket in 2024 and one accident.":    1, // the accident
		"I had a ticket in 2024 and one car is sold.": 0,
	} {
		if _, said := Record(text, two, a, nil, "2026-11-29"); len(said) != want {
			t.Errorf("%s: %v", text, said)
		}
	}
	counted := reading.Reading{Facts: []quote.Fact{
		{Path: "drivers[1].violations", Value: []byte("1"), Words: "one ticket"}}}
	for text, want := range map[string]int{
		"Max had one ticket. It was for speeding.":           0,
		"Max had one ticket. I was cited for speeding.":      1,
		"Max had one ticket. He also ran into a parked car.": 1,
	} {
		if open, _ := Record(text, counted, a, nil, "2026-11-29"); len(open) != want {
			t.Errorf("%s: %v", text, open)
		}
	}
}
