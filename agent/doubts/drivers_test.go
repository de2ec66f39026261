package doubts

import (
	"testing"

	"ppamaild/quote"
)

// A sentence about the drivers of two cars is shown if no driver is read from it.
func TestUnreadDriversAreShown(t *testing.T) {
	a := quote.Application{Vehicles: []quote.Vehicle{{Model: "Escape"}, {Model: "Prius"}}}
	read := []quote.Fact{{Path: "vehicles[0].driver", Words: "I drive the Escape"}}
	for text, want := range map[string]int{
		"I drive the Escape, Mark drives the Prius.":                     0,
		"I drive the Escape. Usually I take the Prius, Mark the Escape.": 1,
		"We own an Escape and a Prius. Mark takes the bus.":              0,
		"We take the Prius to the lake.":                                 0,
	} {
		if got := UnreadDrivers(text, a, read); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
