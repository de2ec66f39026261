package reading

import "testing"

// TestMovedAfterAll: plain words of a move or a correction replace it.
func TestMovedAfterAll(t *testing.T) {
	const home = `garaging_address.street="45 Oak Ave" garaging_address.city="Bend" garaging_address.zip="97701"`
	const bend = `garaging_address.city="Bend" garaging_address.state="OR"`
	for text, want := range map[string]string{
		"We moved to 45 Oak Ave, Bend OR 97701.":                                        home,
		"We moved from Reno, Nevada to 45 Oak Ave, Bend OR 97701.":                      home,
		"My address is 45 Oak Ave, Bend OR 97701.":                                      home,
		"Our new address from January 1 will be 45 Oak Ave, Bend OR 97701.":             home,
		"It's kept at 45 Oak Ave, Bend OR 97701.":                                       home,
		"45 Oak Ave, Bend OR 97701":                                                     home,
		"My wife and I live at 45 Oak Ave, Bend OR 97701 now.":                          home,
		"My daughter lives in Reno, Nevada. We moved to 45 Oak Ave, Bend OR 97701.":     home,
		"I moved in with my son, my address is 45 Oak Ave, Bend OR 97701.":              home,
		"I work from home at 45 Oak Ave, Bend OR 97701.":                                home,
		"My daughter has the Tucson with her and lives at 45 Oak Ave, Bend OR 97701.":   home,
		"We moved to my daughter's house at 45 Oak Ave, Bend OR 97701.":                 home,
		"The Tucson stays at my office, 45 Oak Ave, Bend OR 97701, overnight.":          home,
		"I work here at 45 Oak Ave, Bend OR 97701 and the car is kept here.":            home,
		"My emergency contact is Bob Lund.\n\n45 Oak Ave, Bend OR 97701":                home,
		"We moved for my job to Bend, Oregon.":                                          bend,
		"My husband says the address is 45 Oak Ave, Bend OR 97701.":                     home,
		"My wife says we're at 45 Oak Ave, Bend OR 97701 now.":                          home,
		"The car lives with my daughter at 45 Oak Ave, Bend OR 97701.":                  home,
		"Sue & Bill Albright\n45 Oak Ave\nBend, OR 97701":                               home,
		"The Tucson is with my son, he lives at my address, 45 Oak Ave, Bend OR 97701.": home,
		"We moved from Reno to Bend, Oregon.":                                           bend,
		"I live in Bend, Oregon.":                                                       bend,
		"I work in Salem and live in Bend, Oregon.":                                     bend,
		"The Tucson is kept in Bend, Oregon, my daughter needs it there.":               bend,
	} {
		checkReply(t, sue(), nil, text, want)
	}
	known := sue()
	known.GaragingAddress.Street, known.GaragingAddress.City = "", ""
	checkReply(t, known, []string{"garaging_address.street"}, "1. 45 Oak Ave, Bend OR 97701", home)
	checkText(t, "2015 Kia Soul. My daughter is in Bend, Oregon.", `garaging_address.city="Bend"`)
}
