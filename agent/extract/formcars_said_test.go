package extract

import "testing"

// TestCarsInForms: vehicles whose lines are numbered one by one, and questions that serve as labels.
func TestCarsInForms(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Vehicle 1 Year: 2015\nVehicle 1 Make: Kia\nVehicle 1 Model: Soul\nVehicle 1 Annual Mileage: 9000\nVehicle 2 Year: 2012\nVehicle 2 Make: Honda\nVehicle 2 Model: Civic\nVehicle 2 Annual Mileage: 4000", `vehicles[0].year=2015 vehicles[0].make="Kia" vehicles[0].model="Soul" vehicles[0].annual_miles=9000 vehicles[1].year=2012 vehicles[1].model="Civic" vehicles[1].annual_miles=4000 !vehicles[2]`},
		{"Vehicle: 2015 Kia Soul\nWhen do you want coverage to start? Dec 15\nWho insures you now? Geico\nWhen does it expire? Dec 15", `effective_date="2026-12-15" prior_insurance.carrier="Geico" prior_insurance.expires="2026-12-15"`},
		{"Vehicle: 2015 Kia Soul\nPaid off? No", `vehicles[0].ownership="financed"`},
		{"Vehicle: 2015 Kia Soul\nPaid off? Yes", `vehicles[0].ownership="owned"`},
		{"Vehicle: 2015 Kia Soul\nDo you own it? No", `!vehicles[0].ownership`},
		{"2015 Kia Soul. We put 8,200 miles on it last year.", `vehicles[0].annual_miles=8200`},
		{"2015 Kia Soul. We bought it with 28,200 miles on it last year.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. It hardly leaves the garage.", `vehicles[0].use="pleasure"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
