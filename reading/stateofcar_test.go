package reading

import "testing"

// TestPlacesInPassing: states without a comma or by the plates, streets said twice, towns behind
// their ZIP code.
func TestPlacesInPassing(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2014 Honda Fit.\n512 W Olive Ave Merced ca\n209 555 0142", `garaging_address.city="Merced" garaging_address.state="CA"`},
		{"2014 Honda Fit. I live at 512 W Olive Ave in Merced ca, born 3/3/1990", `garaging_address.city="Merced" garaging_address.state="CA"`},
		{"2014 Honda Fit. I live at 512 Olive Ave Medford.", `garaging_address.street="512 Olive Ave" garaging_address.city="Medford"`},
		{"2014 Honda Fit. Address: 512 Olive Ave Medford\nThanks", `garaging_address.city="Medford"`},
		{"2014 Honda Fit. I live at 512 Olive Ave Kim drives it too.", `!garaging_address.city`},
		{"2014 Honda Fit. I live at 512 Olive Ave Thanks", `!garaging_address.city`},
		{"2014 Honda Fit. 512 Olive Ave, Bend. My Corolla va bien.", `!garaging_address.state`},
		{"2014 Honda Fit with Oregon plates. 512 Olive Ave, Bend", `garaging_address.city="Bend" garaging_address.state="OR"`},
		{"2014 Honda Fit, registered in Oregon. I live in Bend.", `garaging_address.state="OR"`},
		{"2014 Honda Fit, still with Nevada plates. 512 Olive Ave, Bend", `!garaging_address.state`},
		{"2014 Honda Fit with Nevada plates, I moved here. 512 Olive Ave, Bend", `!garaging_address.state`},
		{"2014 Honda Fit with Nevada plates. 512 Olive Ave, Bend OR", `garaging_address.state="OR"`},
		{"Honda Fit 2014. Vivo en el 77 de Calle Roble, o sea 77 Roble St, Merced CA 95340.", `garaging_address.street="77 Roble St" garaging_address.zip="95340"`},
		{"2014 Honda Fit. We have 77 Elm St and 79 Oak St, Bend OR 97701.", `!garaging_address.street`},
		{"Honda Fit 2014. Mi código postal es 97701, aquí en Bend.", `garaging_address.city="Bend" garaging_address.zip="97701"`},
		{"2014 Honda Fit. The zip is 97701, that's Bend.", `garaging_address.city="Bend" garaging_address.zip="97701"`},
		{"2014 Honda Fit. The zip is 97701, that's where it sits.", `!garaging_address.city`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestCountryIsNotUs: the United States in capitals are not the household.
func TestCountryIsNotUs(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"1. Kim Rey, 5/5/1984, US license 12 years\n2. Joe Rey (husband), US license 7 years\n2014 Honda Fit", `drivers[0].years_licensed=12 drivers[1].years_licensed=7`},
		{"My husband Joe drives the 2014 Honda Fit too. Both of us have had licenses for 12 years.", `drivers[0].years_licensed=12 drivers[1].years_licensed=12`},
		{"quote for my 2014 Honda Fit\nhusband Joe Rey birthday 5/5/1984\nboth clean", `drivers[1].given_name="Joe" drivers[1].surname="Rey" drivers[1].date_of_birth="1984-05-05"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
