package doubts

import (
	"testing"

	"ppamaild/quote"
	"ppamaild/reading"
)

// A stated number of cars or drivers is shown if the reading has another number.
func TestOtherNumbersAreShown(t *testing.T) {
	now := quote.Application{Vehicles: make([]quote.Vehicle, 1), Drivers: make([]quote.Driver, 2)}
	asks := reading.Reading{Intent: "new_quote"}
	for text, want := range map[string]int{
		"Two cars, two drivers.":                  1,
		"Both cars are paid off. We both drive.":  1,
		"The three of us live in Portland.":       1,
		"Son dos autos y tres conductores.":       1,
		"One car, 2 drivers. A 2003 car.":         0,
		"Is there a discount for two cars?":       0,
		"> How many drivers are there, 3 drivers": 0,
		"Two good drivers.":                       0,
	} {
		if got := Miscounted(text, asks, nil, quote.Application{}, now); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	noted := []string{`another driver? "Three drivers."`}
	if got := Miscounted("Three drivers.", asks, noted, quote.Application{}, now); got != nil {
		t.Errorf("with a note: %q", got)
	}
	before := quote.Application{Vehicles: make([]quote.Vehicle, 2)}
	now.Vehicles = make([]quote.Vehicle, 4)
	for text, want := range map[string]int{"Please add two cars.": 0, "Then we have four cars.": 0,
		"Please add three cars.": 1} {
		if got := Miscounted(text, asks, nil, before, now); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
