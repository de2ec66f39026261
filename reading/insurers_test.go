package reading

import "testing"

// TestInsurerOfHomeAndCar reads an insurer that has the home and the car, and none that has the home only.
func TestInsurerOfHomeAndCar(t *testing.T) {
	for text, want := range map[string]string{
		"2019 Civic. We have Allstate now for home and auto.":        `prior_insurance.carrier="Allstate"`,
		"2019 Civic. We have home and auto with Allstate.":           `prior_insurance.carrier="Allstate"`,
		"2019 Civic. My car and my home are insured with Allstate.":  `prior_insurance.carrier="Allstate"`,
		"2019 Civic. Our home is insured with Allstate.":             `!prior_insurance.carrier`,
		"2019 Civic. We have Allstate now for the house.":            `!prior_insurance.carrier`,
		"2019 Civic. We have GoAuto now, that ends 12/9.":            `prior_insurance.carrier="GoAuto"`,
		"2019 Civic. I'm insured with Kentucky Farm Bureau.":         `prior_insurance.carrier="Kentucky Farm Bureau"`,
		"2019 Alfa Romeo Giulia. I had an Alfa before, now a Giulia": `!prior_insurance.carrier`,
	} {
		checkText(t, text, want)
	}
}

// TestThousandsAreNoColumn reads the comma of a number as the number's.
func TestThousandsAreNoColumn(t *testing.T) {
	for text, want := range map[string]string{
		"Bodily Injury 100,000/300,000\nMedical Payments 5,000\nComprehensive 250 deductible": `coverages.medical_payments=5000 coverages.comprehensive_deductible=250`,
		"Med pay 1,000":                      `coverages.medical_payments=1000`,
		"Make,Honda\nModel,Civic\nYear,2019": `vehicles[0].make="Honda" vehicles[0].year=2019`,
	} {
		checkText(t, text, want)
	}
}

// TestAllOfSoMany reads what is said of all cars by their number.
func TestAllOfSoMany(t *testing.T) {
	for text, want := range map[string]string{
		"2022 Toyota Highlander\n2015 Chevy Silverado\n2016 Toyota Camry\n\nAll 3 are paid off.":                       `vehicles[0].ownership="owned" vehicles[1].ownership="owned" vehicles[2].ownership="owned"`,
		"2022 Toyota Highlander\n2015 Chevy Silverado\n2016 Toyota Camry\n\nAll 3 of us drive. The Camry is paid off.": `!vehicles[0].ownership vehicles[2].ownership="owned"`,
		"2022 Toyota Highlander\n2016 Toyota Camry\n\nAll 3 are paid off.":                                             `!vehicles[0].ownership`,
	} {
		checkText(t, text, want)
	}
}
