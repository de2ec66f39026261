package reading

import "testing"

// TestTownsApart: towns that are named apart from their street and their ZIP code, and those that are
// no home.
func TestTownsApart(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"I'm over in Bend off 97702. 2015 Kia Soul.", `garaging_address.city="Bend" garaging_address.zip="97702"`},
		{"I was born in Fresno but I've been in Ashland for years. 540 Iowa St, 97520.", `garaging_address.city="Ashland" garaging_address.street="540 Iowa St"`},
		{"I have been renting a room in Tigard since May. 11455 SW Hall Blvd is the address, Tigard Oregon, 97223.", `garaging_address.city="Tigard"`},
		{"I live with my mom in Clovis, 93612.", `garaging_address.city="Clovis" garaging_address.zip="93612"`},
		{"My parents live in Ashland and I'm in Phoenix, the one in Oregon, 97535.", `garaging_address.city="Phoenix" garaging_address.state="OR"`},
		{"She lives in Reno, I live in Truckee, zip 96161.", `garaging_address.city="Truckee"`},
		{"We're down in Oakland near the lake, 94610.", `garaging_address.city="Oakland"`},
		{"House in Wilsonville. 2016 Nissan Altima.", `garaging_address.city="Wilsonville"`},
		{"We moved here to Bend in March. 2016 Nissan Altima.", `garaging_address.city="Bend"`},
		{"I'm originally a Texan, but home has been Napa, 2215 Laurel Street.", `garaging_address.city="Napa" garaging_address.street="2215 Laurel Street"`},
		{"I'm calling Vacaville home since last year.", `garaging_address.city="Vacaville"`},
		{"Hello from Astoria! I have a 2014 Kia Soul.", `garaging_address.city="Astoria"`},
		{"Out of Tillamook. 2020 Ford Escape.", `garaging_address.city="Tillamook"`},
		{"I'm staying in Ashland at 95 Granite St till May. Zip there's 97520.", `garaging_address.city="Ashland" garaging_address.zip="97520"`},
		{"The car is with us in Tualatin (8900 SW Sagert St, 97062).", `garaging_address.city="Tualatin" garaging_address.street="8900 SW Sagert St"`},
		{"I rent at 1404 SE Ankeny St (that's Portland, zip 97214).", `garaging_address.city="Portland"`},
		{"My address is from the Sacramento area, Elk Grove to be exact (95624).", `garaging_address.city="Elk Grove" garaging_address.zip="95624"`},
		{"I have a flat in Emeryville (zip 94608). The 2020 Ford Escape is kept in Emeryville.", `garaging_address.city="Emeryville" garaging_address.zip="94608"`},
		{"Vivimos en Woodburn, código postal 97071.", `garaging_address.city="Woodburn"`},
		{"Me mudé de Tijuana a Chula Vista hace dos años, 77 Third Ave, 91910.", `garaging_address.city="Chula Vista"`},
		{"We are at 1900 Calle Real unit B in Santa Barbara C.A. 93105.", `garaging_address.city="Santa Barbara" garaging_address.state="CA"`},
		{"Where I live: Coos Bay\nWhat I drive: 2014 Kia Soul", `garaging_address.city="Coos Bay"`},
		{"I live in Culver. Do you cover Jefferson County, Oregon?", `garaging_address.city="Culver" garaging_address.state="OR"`},
		{"I'm over in The Dalles, 97058.", `garaging_address.city="The Dalles"`},
		{"We're in La Grande. 2015 Kia Soul.", `garaging_address.city="La Grande"`},
		{"Home's in Los Osos, work's in Morro Bay. The home zip is 93402.", `garaging_address.city="Los Osos" garaging_address.zip="93402"`},
		{"Me and my wife Bonnie live in Lodi, on Elm.", `garaging_address.city="Lodi"`},
		{"Town's Ashland. Zip's 97520.", `garaging_address.city="Ashland"`},
		{"I commute from Vacaville to Napa. Live at 401 Buck Ave, 95688.", `garaging_address.city="Vacaville"`},
		{"509 Cherry Ave, Yakima antes, pero ahora vivo en 87 Locust St, Hermiston, OR 97838.", `garaging_address.city="Hermiston"`},
		{"My house is in Castro Valley, 94546.", `garaging_address.city="Castro Valley"`},
		{"The loan is with a bank in Fresno, I'm in Hanford 93230.", `garaging_address.city="Hanford" garaging_address.zip="93230"`},
		{"The kids go to school in Sherwood but our address is King City, 15390 SW 116th Ave, 97224.", `garaging_address.city="King City"`},
		{"We live in the Bay Area, San Carlos, 1400 Cedar St Apt 3, 94070.", `garaging_address.city="San Carlos"`},
		{"Mi carro está en Fresno conmigo, 2211 E Dakota Ave, 93726.", `garaging_address.city="Fresno"`},
		{"2018 Honda Civic, 97526 Grants Pass.", `garaging_address.city="Grants Pass" garaging_address.zip="97526" !garaging_address.street`},
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

// TestStreetsSaid: streets that only what stands beside them shows to be such.
func TestStreetsSaid(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"220 Elm, Apt 9, Canby, OR 97013", `garaging_address.street="220 Elm, Apt 9" garaging_address.city="Canby"`},
		{"I'm on 1266 Esplanade, Chico 95926.", `garaging_address.street="1266 Esplanade" garaging_address.city="Chico"`},
		{"I stay home at 3355 Delta Oaks, Eugene, Oregon.", `garaging_address.street="3355 Delta Oaks" garaging_address.city="Eugene"`},
		{"3000 Table Rock Rd Sp 41, Medford, OR 97504", `garaging_address.street="3000 Table Rock Rd Sp 41"`},
		{"vivo en 1340 Spring St, apartamento 9, Medford OR 97504", `garaging_address.street="1340 Spring St, apartamento 9"`},
		{"Vivo en el 1290 de la calle Grant, en Calexico, California, 92231.", `garaging_address.street="1290 calle Grant" garaging_address.city="Calexico"`},
		{"Home: 4 Larkspur Ln, Novato, California 94947. Work: 1 Market St, San Francisco.", `garaging_address.street="4 Larkspur Ln" garaging_address.city="Novato"`},
		{"We sold the house at 90 Dove Ln. New one is 4417 Quail Run Rd, Paso Robles, CA 93446.", `garaging_address.street="4417 Quail Run Rd"`},
		{"Bought the 2015 Toyota Camry at Roseburg Toyota, 1234 Garden Valley Blvd.", `!garaging_address.street`},
		{"We have no house number, it's Rural Route 2 Box 41, Heppner, OR 97836.", `garaging_address.street="Rural Route 2 Box 41" garaging_address.city="Heppner"`},
		{"Address is 39150 Argonaut Way, Apt 214, Fremont, CA 94538.", `garaging_address.street="39150 Argonaut Way, Apt 214" garaging_address.zip="94538"`},
		{"address is 2401 Jefferson\nzip 97601", `garaging_address.street="2401 Jefferson" garaging_address.zip="97601"`},
		{"2015 Kia Soul, 2 Drivers, Unit price $900.", `!garaging_address.street`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
