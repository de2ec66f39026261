package reading

import "testing"

// TestHomesInPassing: where people live, said in passing.
func TestHomesInPassing(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Mail goes to PO Box 31, Florence, Oregon 97439. The house is 88 Elm Road, Mapleton, same zip.", `garaging_address.city="Mapleton" !garaging_address.zip`},
		{"estamos en salinas california", `garaging_address.city="Salinas" garaging_address.state="CA"`},
		{"My address has been 88 Elm Rd, Eugene for ten years, zip code of 97401.", `garaging_address.city="Eugene" garaging_address.zip="97401"`},
		{"I'm at 88 Elm Rd Unit B. That's Burney, California. Zip is 96013.", `garaging_address.city="Burney" garaging_address.state="CA"`},
		{"I'm from Texas. My car is a 2015 Kia Soul.", `!garaging_address.state`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestUnitsNotGiven: a unit that is named and not given is no town, and no part of a street.
func TestUnitsNotGiven(t *testing.T) {
	for _, unit := range []string{"Apt", "Apt #", "Unit: -", "Suite", "#", "Apt/Unit: n/a"} {
		checkText(t, "2015 Kia Soul. 77 Elm Loop, "+unit+", Burns, OR 97720", `garaging_address.street="77 Elm Loop" garaging_address.city="Burns" garaging_address.zip="97720"`)
	}
	checkText(t, "I live at 77 Elm Loop, Unit, Burns", `garaging_address.street="77 Elm Loop" garaging_address.city="Burns"`)
	checkText(t, "2015 Kia Soul. 77 Elm Loop, Apt. N, Burns, OR 97720", `garaging_address.street="77 Elm Loop, Apt. N" garaging_address.city="Burns"`)
}
