package reading

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

// TestYearsAboveCars: a form may ask for the year of a car before it asks for the car.
func TestYearsAboveCars(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Year: 2016\nVehicle: Honda Civic\nAnnual miles: 9000", `vehicles[0].year=2016 vehicles[0].model="Civic" vehicles[0].annual_miles=9000 !vehicles[1]`},
		{"Model year: 2011\nTrim: EX\nVehicle to insure: Mazda CX-5", `vehicles[0].year=2011 vehicles[0].model="CX-5" vehicles[0].trim="EX" !vehicles[1]`},
		{"Year: 2016\nCar: Honda Civic\nYear: 2016\nCar: Ford Escape", `vehicles[0].year=2016 vehicles[1].year=2016 !vehicles[2]`},
		{"Vehicle: Honda Civic\nYear: 2016\nVehicle: Ford Escape\nYear: 2012", `vehicles[0].year=2016 vehicles[1].year=2012 !vehicles[2]`},
		{"Vehicle: 2016 Honda Civic\nYear: 2016\nVehicle: Ford Escape", `vehicles[0].year=2016 !vehicles[1].year`},
		{"My wife has a Ford Escape.\n\nYear: 2016\nCar: Honda Civic", `!vehicles[0].year vehicles[1].year=2016 !vehicles[2]`},
		{"Year: 2016\nVehicle: 2015 Honda Civic", `!vehicles[0].year vehicles[0].model="Civic" !vehicles[1]`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestFormsOfOtherThings: what a form or a mail says of a boat or a motorcycle is said of no car.
func TestFormsOfOtherThings(t *testing.T) {
	const vin = "1HGCM82633A004352"
	for _, tt := range []struct{ text, want string }{
		{"I drive a 2019 Mazda 6. And my boat, VIN " + vin, `vehicles[0].year=2019 !vehicles[0].vin`},
		{"Car: 2019 Mazda 6\nMotorcycle VIN: " + vin, `vehicles[0].year=2019 !vehicles[0].vin`},
		{"Car: 2019 Mazda 6\nUtility trailer\nVIN: " + vin, `vehicles[0].year=2019 !vehicles[0].vin`},
		{"Vehicle | Year | Miles\nMazda 6 | 2019 | 8,000\nKawasaki Ninja | 2007 | 1,000", `vehicles[0].annual_miles=8000 !vehicles[1]`},
		{"2019 Mazda 6. VIN " + vin + " is for the camper.", `!vehicles[0].vin`},
		{"2019 Mazda 6 and a snowmobile. The serial number of the jet ski is " + vin[:14], `!vehicles[0].vin`},
		{"A quote for our pontoon please, VIN " + vin, `!vehicles`},
		{"We tow a boat with our 2019 Mazda 6, VIN " + vin, `vehicles[0].vin="` + vin + `"`},
		{"2019 Mazda 6. We own no boat. VIN: " + vin, `vehicles[0].vin="` + vin + `"`},
		{"2019 Mazda 6. Boat? No\nVIN " + vin, `vehicles[0].year=2019 vehicles[0].vin="` + vin + `"`},
		{"Motorcycle\nYear: 2015\nMake: Honda\nModel: Rebel\nVIN: " + vin + "\n\nCar\nYear: 2019\nMake: Mazda\nModel: 6", `vehicles[0].year=2019 vehicles[0].make="Mazda" !vehicles[0].vin !vehicles[1]`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
