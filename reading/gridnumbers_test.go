package reading

import "testing"

// TestGridNumbers reads houses that are numbered from the middle of a county.
func TestGridNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"2010 Ford E350 Park Model":               `!garaging_address.street vehicles[0].model="E-350"`,
		"2008 Honda S2000 Run and drive, Reno NV": `!garaging_address.street`,
		"My 2014 Mercedes S550 Drive is a joy":    `!garaging_address.street`,
	} {
		checkText(t, text, want)
	}
}

// TestGridStreets reads streets that are numbers between two directions.
func TestGridStreets(t *testing.T) {
	for text, want := range map[string]string{
		"2015 GMC Terrain. I live at 455 S 200 W, Provo, UT 84601":             `garaging_address.street="455 S 200 W" garaging_address.city="Provo"`,
		"2015 GMC Terrain. Address: 1127 E 300 N Apt 4, Warsaw, IN 46582":      `garaging_address.street="1127 E 300 N Apt 4" garaging_address.city="Warsaw"`,
		"2015 GMC Terrain\n1127 East 300 North\nWarsaw, IN 46582":              `garaging_address.street="1127 East 300 North" garaging_address.city="Warsaw"`,
		"2015 GMC Terrain, 12000 mi. I drive 12 S 300 miles a year, Provo, UT": `!garaging_address.street`,
	} {
		checkText(t, text, want)
	}
}

// TestTownOfSeveralWords reads the whole name of a town, and one in small letters before its street.
func TestTownOfSeveralWords(t *testing.T) {
	for text, want := range map[string]string{
		"2015 GMC Terrain. Address: Lot 5, New London, WI 54961":               `garaging_address.city="New London"`,
		"2015 GMC Terrain. New Address: Berlin, WI 54923":                      `garaging_address.city="Berlin"`,
		"2010 Mazda. i live in university housing at 1860 Alder St, 97401":     `!garaging_address.city`,
		"2010 Mazda. I live in town at 12 Oak St, 97401":                       `!garaging_address.city`,
		"2010 Mazda. I live in a house at 12 Oak St, 97401":                    `!garaging_address.city`,
		"2010 Mazda. my parents live in eugene at 1860 Alder St, 97401 though": `!garaging_address.city`,
	} {
		checkText(t, text, want)
	}
}
