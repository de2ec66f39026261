package planner

import (
	"testing"

	"ppamaild/quote"
)

// TestFindingD11AModelMayAskAboutEachCar: the driver and the coverages of a car are paths to ask for.
func TestFindingD11AModelMayAskAboutEachCar(t *testing.T) {
	a := quote.Application{Vehicles: []quote.Vehicle{{Make: "Honda", Model: "Civic"}}}
	for path, want := range map[string]bool{
		"vehicles[0].driver":                         true,
		"vehicles[0].coverages.collision_deductible": true,
		"vehicles[1].driver":                         false,
		"vehicles[0].color":                          false,
	} {
		if isPath(path, a) != want {
			t.Errorf("%s: %t", path, !want)
		}
	}
}
