package quoting

import (
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/quote/quotetest"
	"ppamaild/reading"
)

// TestFindingD5OneNoteForEachKind: a note quotes the customer's sentences, and repeats no other note.
func TestFindingD5OneNoteForEachKind(t *testing.T) {
	a := quotetest.Family()
	m := agent.Mail{Text: "My roommate drives it. My cousin stays with us. I had a DUI in 2024.\n" +
		"My cousin Ana lives with us."}
	notes := sightings(reading.Reading{Grave: []string{"I had a DUI in 2024."}}, signals.Watch(m.Text).Sightings, a, nil)
	if len(notes) != 1 || !strings.Contains(notes[0], "My roommate drives it. … My cousin stays with us.") {
		t.Errorf("%q", notes)
	}
	a.Drivers = a.Drivers[:1]
	if notes := sightings(reading.Reading{}, signals.Watch(m.Text).Sightings, a, nil); len(notes) != 2 ||
		!strings.Contains(notes[0], "cousin Ana") {
		t.Errorf("%q", notes)
	}
	m.Text = "My SSN is 123-45-6789 and my roommate drives it."
	if notes := sightings(reading.Reading{}, signals.Watch(m.Text).Sightings, a, nil); strings.Contains(strings.Join(notes, ""), "123-45") {
		t.Errorf("%q", notes)
	}
}

// TestFindingD8TheReviewSaysWhoIsRated: the review names the drivers by rule, statements
// that do not count, and drivers of no car.
func TestFindingD8TheReviewSaysWhoIsRated(t *testing.T) {
	a := quotetest.Family()
	a.Drivers = append(a.Drivers, quote.Driver{GivenName: "Leo"})
	q := carrier.Quote{Principals: []int{0, 1}}
	says := func(parts ...string) {
		t.Helper()
		said := strings.Join(letters.RatedDrivers(a, q, nil), "\n")
		for _, part := range parts {
			if !strings.Contains(said, part) {
				t.Errorf("%q is not in %q", part, said)
			}
		}
		if len(parts) == 0 && said != "" {
			t.Errorf("%q", said)
		}
	}
	says("carrier's rule prices the 2019 Honda Civic with Maria", "F-150 with Ana", "no car is priced with Leo")
	a.Drivers = a.Drivers[:2]
	a.Vehicles[0].Driver, a.Vehicles[1].Driver = new(1), new(1)
	says("Ana drives the 2019 Honda Civic; this does not count", "with Maria")
	a.Vehicles[0].Driver = new(0)
	says()
}

// TestFindingD11AnUnlistedMakeIsFlagged: a price for a make that the rates do not know says so.
func TestFindingD11AnUnlistedMakeIsFlagged(t *testing.T) {
	a := quotetest.Portland()
	q := carrier.Quote{Illustrative: true}
	if flags := letters.UnlistedMakes(a, q, nil); flags != nil {
		t.Errorf("a Honda: %q", flags)
	}
	a.Vehicles[0].Make, a.Vehicles[0].Model = "Polestar", "2"
	if flags := letters.UnlistedMakes(a, q, nil); len(flags) != 1 || !strings.Contains(flags[0], "Polestar 2") {
		t.Errorf("a Polestar: %q", flags)
	}
	a.Vehicles[0].CostNew = new(50_000)
	if flags := letters.UnlistedMakes(a, q, nil); flags != nil {
		t.Errorf("with a price: %q", flags)
	}
}

// TestFindingD11NoRawPaths: notes for staff name values as people do.
func TestFindingD11NoRawPaths(t *testing.T) {
	s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{})
	s.CustomerInfo.Case.Application = quotetest.Portland()
	s.AgentScratchpad.Inbox = []agent.Mail{{ID: "m", Text: "Hello there."}}
	b := toolbox(t)
	_, flags, err := b.extract(t.Context(), agent.Call{State: &s}, ExtractArgs{Message: "m",
		Read: []quote.Fact{{Path: "drivers[0].accidents", Value: []byte("0"), Words: "clean", Standing: quote.Stated},
			{Path: "vehicles[0].annual_miles", Value: []byte(`"x"`), Words: "Hello", Standing: quote.Stated}}})
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Join(flags, "\n")
	if strings.Contains(said, "[0]") || !strings.Contains(said, "Accidents in 3 years, Maria = 0 was dropped") {
		t.Errorf("%q", said)
	}
}
