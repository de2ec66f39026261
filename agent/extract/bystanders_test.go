package extract

import "testing"

// TestBystanders holds that a relative who did something else than drive is no driver.
func TestBystanders(t *testing.T) {
	for text, want := range map[string]string{
		"We have a 2014 Ford Focus that my aunt gave us, which our daughter Mia will drive.":            `drivers[1].given_name="Mia" !drivers[2].relationship`,
		"The 2014 Ford Focus that my dad left me is what I drive to work.":                              `!drivers[1].relationship`,
		"SORRY, MY NEPHEW SET IT UP SO AND I CANNOT TURN IT OFF. 2011 FORD FOCUS.":                      `!drivers[1].relationship`,
		"My grandson typed this and I only sign it. 2011 Ford Focus.":                                   `!drivers[1].relationship`,
		"My husband and I need a quote.":                                                                `drivers[1].relationship="spouse"`,
		"Please quote my husband Ray and I.":                                                            `drivers[1].given_name="Ray" drivers[1].relationship="spouse"`,
		"My dad sold his truck and will drive my 2014 Ford Focus from now on.":                          `drivers[1].relationship="parent"`,
		"2015 Nissan Rogue. One accident (backed into a post and then a Lexus).":                        `vehicles[0].model="Rogue" !vehicles[1].make`,
		"2015 Nissan Rogue. Somebody backed into a post and then I got a Lexus RX as well, quote both.": `vehicles[0].model="Rogue" vehicles[1].make="Lexus"`,
	} {
		checkText(t, text, want)
	}
}
