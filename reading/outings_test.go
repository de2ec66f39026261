package reading

import "testing"

// TestOutings: places that people visit for themselves, those where they work, and where
// somebody went only once.
func TestOutings(t *testing.T) {
	for text, want := range map[string]string{
		"2012 Kia Rio. He only takes it to the drugstore and to lodge night at the Elks.": `vehicles[0].use="pleasure"`,
		"2012 Kia Rio. I drive to my niece's in Lodi now and then.":                       `vehicles[0].use="pleasure"`,
		"2012 Kia Rio. It is used for karate and piano lessons.":                          `vehicles[0].use="pleasure"`,
		"2012 Kia Rio, Omar, to friends and the skate park, 3,000 miles":                  `vehicles[0].use="pleasure"`,
		"2012 Kia Rio. I need to go to the supermarket now, more about it tonight.":       `!vehicles[0].use`,
		"2012 Kia Rio. We go to my cousin's wedding on Sunday, so write me at night.":     `!vehicles[0].use`,
		"2012 Kia Rio. I gave it to friends for the summer.":                              `!vehicles[0].use`,
		"2012 Kia Rio. She takes it to the pharmacy where she is a clerk.":                `vehicles[0].use="commute"`,
		"2012 Kia Rio. I take it to my new weekend job at the pharmacy.":                  `vehicles[0].use="commute"`,
		"2012 Kia Rio. Lia takes it to her nursing classes.":                              `vehicles[0].use="commute"`,
		"2012 Kia Rio. I walked over to the shop to read the sticker in the door.":        `!vehicles[0].use`,
		"2012 Kia Rio. Jim went to the office for the title.":                             `!vehicles[0].use`,
		"Car: 2012 Kia Rio\nUse: none to speak of, I walk to work, just trips":            `vehicles[0].use="pleasure"`,
	} {
		checkText(t, text, want)
	}
}
