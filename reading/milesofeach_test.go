package reading

import "testing"

// TestMilesListedByCar: behind "miles:", cars with a number each.
func TestMilesListedByCar(t *testing.T) {
	both := `vehicles[0].annual_miles=7000 vehicles[1].annual_miles=11000`
	for text, want := range map[string]string{
		"Swap the miles: Civic 7000, Forester 11000":                  both,
		"Miles: the Forester 11,000 and the Civic 7k":                 both,
		"Miles per year: Honda Civic - 7000, Subaru Forester - 11000": both,
		"Mileage: Civic: 7000; Forester: 11000.":                      both,
		"Miles: Civic 7000, and I paid 11000 for the Forester":        `!vehicles[0].annual_miles=11000`,
		"No miles yet: Civic 2018, Forester 2021 are the years":       `!vehicles[0].annual_miles !vehicles[1].annual_miles`,
		"Miles: Civic $7000, Forester $11000":                         `!vehicles[0].annual_miles !vehicles[1].annual_miles`,
	} {
		checkReply(t, beckers(), nil, text, want)
	}
}
