package reading

import "testing"

// TestTownsByShape reads towns with an unusual name, mark or place in the sentence.
func TestTownsByShape(t *testing.T) {
	for text, want := range map[string]string{
		"I live in Daly City. I have a 2009 Kia Soul.":                                        `garaging_address.city="Daly City"`,
		"We live in Union City, no tickets.":                                                  `garaging_address.city="Union City"`,
		"I live in the city.":                                                                 `!garaging_address.city`,
		"I am staying in a flat in Fremont, 94538.":                                           `garaging_address.city="Fremont" garaging_address.zip="94538"`,
		"I rent in a duplex in Salem, 97301, and drive a 2009 Kia Soul.":                      `garaging_address.city="Salem" garaging_address.zip="97301"`,
		"Garaging address: 1187 Elm Way\nCity / State / ZIP: Chico / CA / 95926\nPhone: none": `garaging_address.street="1187 Elm Way" garaging_address.city="Chico" garaging_address.state="CA" garaging_address.zip="95926"`,
		"City / State / ZIP: Grants Pass / OR / 97526":                                        `garaging_address.city="Grants Pass" garaging_address.state="OR"`,
		"City / State / ZIP\tChico / CA / 95926\nYears licensed\t4":                           `garaging_address.city="Chico" garaging_address.zip="95926"`,
		"I work in Springfield / Eugene.":                                                     `!garaging_address.city`,
		"im 28\n- yuba city california\n- 2012 jetta":                                         `garaging_address.city="Yuba City" garaging_address.state="CA"`,
		"im 28\n- bend oregon\n- 2012 jetta":                                                  `garaging_address.city="Bend" garaging_address.state="OR"`,
		"im 28\n- new to california\n- 2012 jetta":                                            `!garaging_address.city`,
		"im 28\n- licensed oregon\n- 2012 jetta":                                              `!garaging_address.city`,
	} {
		checkText(t, text, want)
	}
}
