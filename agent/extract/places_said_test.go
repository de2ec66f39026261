package extract

import "testing"

// TestHomesInPassing: where people live, said in passing.
func TestHomesInPassing(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"My plates are still Nevada but we live in Oregon now, at 77 Elm Loop in Bend.", `garaging_address.street="77 Elm Loop" garaging_address.city="Bend" garaging_address.state="OR"`},
		{"Mail goes to PO Box 31, Florence, Oregon 97439. The house is 88 Elm Road, Florence, same zip.", `garaging_address.street="88 Elm Road" garaging_address.city="Florence" garaging_address.state="OR" garaging_address.zip="97439"`},
		{"Mail goes to PO Box 31, Florence, Oregon 97439. The house is 88 Elm Road, Mapleton, same zip.", `garaging_address.city="Mapleton" !garaging_address.zip`},
		{"Vivimos en el 865 de Elm Street, Salinas, California, 93905.", `garaging_address.street="865 Elm Street" garaging_address.zip="93905"`},
		{"estamos en salinas california", `garaging_address.city="Salinas" garaging_address.state="CA"`},
		{"My address has been 88 Elm Rd, Eugene for ten years, zip code of 97401.", `garaging_address.city="Eugene" garaging_address.zip="97401"`},
		{"I'm at 88 Elm Rd Unit B. That's Burney, California. Zip is 96013.", `garaging_address.city="Burney" garaging_address.state="CA"`},
		{"I'm from Texas. My car is a 2015 Kia Soul.", `!garaging_address.state`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
