package reading

import "testing"

// TestElsewhere: what a mail names for something else does not replace where the car is kept.
func TestElsewhere(t *testing.T) {
	const none = `!garaging_address.street !garaging_address.city !garaging_address.state !garaging_address.zip vehicles[0].annual_miles=6000`
	asked := []string{"drivers[0].date_of_birth", "drivers[0].years_licensed", "vehicles[0].use", "vehicles[0].annual_miles"}
	const answers = "1. 12/1/57\n2. 52\n3. pleasure\n4. 6000\n\n"
	for _, text := range []string{
		"My daughter lives in Reno, Nevada.",
		"My daughter Ann lives in Reno, Nevada now.",
		"Our son goes to college in Boise, Idaho.",
		"Our son moved to Boise, Idaho.",
		"My daughter's home address is 45 Oak Ave, Bend OR 97701.",
		"She lives in Reno, Nevada.",
		"My mother, who lives in Reno, Nevada, is 88.",
		"My daughter lives at 45 Oak Ave, Bend OR 97701 if you need it.",
		"I work nights at the hospital in Vancouver, WA 98660.",
		"My emergency contact is my son Bill in Reno, Nevada.",
		"I grew up in Boise, Idaho.",
		"I used to live in Boise, Idaho.",
		"I go to Yuma, Arizona in the winter.",
		"My office is in Vancouver, Washington.",
		"My brother is visiting from Boise, Idaho.",
		"I drive to 45 Oak Ave, Bend OR 97701 twice a week.",
		"I commute to Vancouver, WA 98660.",
		"Soy de Boise, Idaho.",
		"We have a cabin in Bend, Oregon.",
		"Emergency contact:\nAnn Lee\n45 Oak Ave\nBend, OR 97701",
		"Sue Albright\nAlbright & Sons\n220 NW 2nd Ave\nPortland, OR 97209",
		"My parents are in Yuma, Arizona.",
		"I am from Boise, Idaho originally.",
		"I'm originally from Boise, Idaho.",
		"We spend winters in Yuma, Arizona.",
		"We winter in Yuma, AZ 85364.",
		"I'll be visiting my sister in Phoenix, Arizona in January.",
		"I work in Vancouver, Washington.",
		"My husband works in Vancouver, WA 98660.",
		"I work at a clinic in Vancouver, Washington.",
		"My daughter's address is 45 Oak Ave, Bend OR 97701 if you need an emergency contact.",
		"Our son's house is at 45 Oak Ave, Bend OR 97701.",
		"My emergency contact is Ann Lee, 45 Oak Ave, Bend OR 97701.",
		"I moved here from 45 Oak Ave, Bend OR 97701 last year.",
		"We moved here from Reno, Nevada.",
		"During the day it is parked at my work, 200 Coburg Rd, Eugene 97408.",
		"It is parked at my office, 200 Coburg Rd, Eugene 97408, during the day.",
		"Sue Albright | Principal Broker\nAlbright & Partners Realty\n220 NW 2nd Ave, Ste 700, Portland, OR 97209\nc: 503-555-0188",
		"Sue Albright\nAlbright & Partners Realty\n220 NW 2nd Ave, Ste 700\nPortland, OR 97209",
	} {
		checkReply(t, sue(), asked, answers+text, none)
	}
}

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
		"My mom is at 45 Oak Ave, Bend OR 97701 and I moved in with her.":               home,
		"My emergency contact is Bob Lund.\n\n45 Oak Ave, Bend OR 97701":                home,
		"Our son moved to Bend, Oregon with the Tucson.":                                bend,
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
