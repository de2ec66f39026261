package reading

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
		"I lost my wife in May. The second car is my wife's 2012 Ford Fusion.":                          `vehicles[0].model="Fusion" !drivers[1].relationship`,
		"I'm recently widowed. My husband's 2014 Buick Enclave is mine now.":                            `vehicles[0].model="Enclave" !drivers[1].relationship`,
		"My mother is a widow. My wife Joan drives a 2014 Buick Enclave.":                               `drivers[1].given_name="Joan"`,
		"I drive to church, the market and my sister's, in a 2014 Buick Enclave.":                       `!drivers[1].relationship`,
		"i drive to church, the store and my sister's, maybe 3,000 miles a year. 2014 buick lacrosse":   `!drivers[1].relationship vehicles[0].annual_miles=3000`,
		"I drive to the store and my sister's. I took a driver course and they told us to ask.":         `!drivers[1].relationship`,
		"I drive to see my kids, my mom and my brother, in a 2014 Buick Enclave.":                       `!drivers[1].relationship`,
		"We drive to work in my car and my wife's, a 2014 Buick Enclave.":                               `drivers[1].relationship="spouse"`,
		"Quote for father and son. My son Max was born 2/3/2008 and shares my 2014 Buick Enclave.":      `drivers[1].relationship="child" !drivers[2].relationship`,
		"Quote for me, mother and son.":                                                                 `drivers[1].relationship="parent" drivers[2].relationship="child"`,
	} {
		checkText(t, text, want)
	}
}
