package reading

import "testing"

// TestTownsApart: towns that are named apart from their street and their ZIP code, and those that are
// no home.
func TestTownsApart(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"I'm over in Bend off 97702. 2015 Kia Soul.", `garaging_address.city="Bend" garaging_address.zip="97702"`},
		{"I live with my mom in Clovis, 93612.", `garaging_address.city="Clovis" garaging_address.zip="93612"`},
		{"She lives in Reno, I live in Truckee, zip 96161.", `garaging_address.city="Truckee"`},
		{"I'm staying in Ashland at 95 Granite St till May. Zip there's 97520.", `garaging_address.city="Ashland" garaging_address.zip="97520"`},
		{"I rent at 1404 SE Ankeny St (that's Portland, zip 97214).", `garaging_address.city="Portland"`},
		{"I have a flat in Emeryville (zip 94608). The 2020 Ford Escape is kept in Emeryville.", `garaging_address.city="Emeryville" garaging_address.zip="94608"`},
		{"Vivimos en Woodburn, código postal 97071.", `garaging_address.city="Woodburn"`},
		{"Where I live: Coos Bay\nWhat I drive: 2014 Kia Soul", `garaging_address.city="Coos Bay"`},
		{"I'm over in The Dalles, 97058.", `garaging_address.city="The Dalles"`},
		{"Me and my wife Bonnie live in Lodi, on Elm.", `garaging_address.city="Lodi"`},
		{"509 Cherry Ave, Yakima antes, pero ahora vivo en 87 Locust St, Hermiston, OR 97838.", `garaging_address.city="Hermiston"`},
		{"My house is in Castro Valley, 94546.", `garaging_address.city="Castro Valley"`},
		{"The loan is with a bank in Fresno, I'm in Hanford 93230.", `garaging_address.city="Hanford" garaging_address.zip="93230"`},
		{"We're in Real Estate and have a 2015 Kia Soul.", `!garaging_address.city`},
		{"I stay in Motel 6 on trips. 2015 Kia Soul.", `!garaging_address.city`},
		{"I rent a storage unit at 900 Depot Rd, Hayward. The car lives with me at 31 Ruby St, San Leandro 94577.", `garaging_address.street="31 Ruby St" garaging_address.city="San Leandro"`},
		{"Travelers is based in Hartford. I live at 12 Elm St.", `!garaging_address.city`},
		{"The car is coming from a seller in Phoenix, AZ.", `!garaging_address.city !garaging_address.state`},
		{"My sister at 41 Wood St, Salem OR 97301 uses you.", `!garaging_address.street !garaging_address.city`},
		{"I work in Salem. My house is at 12 Elm St.", `!garaging_address.city garaging_address.street="12 Elm St"`},
		{"We spent a week in Bend. 2014 Kia Soul.", `!garaging_address.city`},
		{"Licencia: desde hace 12 años aquí en Oregon\nEl código postal es 97801, Pendleton", `garaging_address.city="Pendleton"`},
		{"Garaging ZIP 97701. 2014 Kia Soul.", `!garaging_address.city garaging_address.zip="97701"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestStreetsSaid reads streets that only the nearby words show to be streets.
func TestStreetsSaid(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"3000 Table Rock Rd Sp 41, Medford, OR 97504", `garaging_address.street="3000 Table Rock Rd Sp 41"`},
		{"vivo en 1340 Spring St, apartamento 9, Medford OR 97504", `garaging_address.street="1340 Spring St, apartamento 9"`},
		{"Home: 4 Larkspur Ln, Novato, California 94947. Work: 1 Market St, San Francisco.", `garaging_address.street="4 Larkspur Ln" garaging_address.city="Novato"`},
		{"We sold the house at 90 Dove Ln. New one is 4417 Quail Run Rd, Paso Robles, CA 93446.", `garaging_address.street="4417 Quail Run Rd"`},
		{"We have no house number, it's Rural Route 2 Box 41, Heppner, OR 97836.", `garaging_address.street="Rural Route 2 Box 41" garaging_address.city="Heppner"`},
		{"Address is 39150 Argonaut Way, Apt 214, Fremont, CA 94538.", `garaging_address.street="39150 Argonaut Way, Apt 214" garaging_address.zip="94538"`},
		{"I live at 64 Oak Rd North. Thanks", `garaging_address.street="64 Oak Rd North"`},
		{"64 Oak Rd North Apt 3, Bend, OR 97701", `garaging_address.street="64 Oak Rd North Apt 3"`},
		{"97459 North Bend OR. 2015 Kia Soul.", `garaging_address.city="North Bend"`},
		{"8920 SE Ankeny Portland OR 97216", `!garaging_address.city garaging_address.zip="97216"`},
		{"640 Pony Creek Rd North Bend OR 97459", `garaging_address.street="640 Pony Creek Rd" garaging_address.city="North Bend"`},
		{"640 Pony Creek Rd North, Bend OR 97701", `garaging_address.street="640 Pony Creek Rd North" garaging_address.city="Bend"`},
		{"2015 Kia Soul, 2 Drivers, Unit price $900.", `!garaging_address.street`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
