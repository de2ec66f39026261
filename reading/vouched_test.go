package reading

import "testing"

// TestVouchedNotes reads the facts of a quoted note whose reader says that all else is right.
func TestVouchedNotes(t *testing.T) {
	const note = "\n\n> Here is what we noted.\n>\n> Ana Robles, born 3/4/1985, licensed 20 years\n> 9 Elm Row, Salem, OR 97301\n> 2019 Jeep Compass, commute, 8,000 miles a year"
	for text, want := range map[string]string{
		"Everything else you have there is right":                                    `drivers[0].date_of_birth="1985-03-04" drivers[0].years_licensed=20 vehicles[0].annual_miles=8000 garaging_address.zip="97301"`,
		"The rest of the list looks fine.":                                           `drivers[0].years_licensed=20`,
		"My zip is now 97302. Everything else you have there is right":               `drivers[0].years_licensed=20`,
		"Todo lo demás que pusieron está bien.":                                      `drivers[0].years_licensed=20`,
		"All the rest looks fine. The zip is 97302.":                                 `drivers[0].years_licensed=20 garaging_address.street="9 Elm Row" garaging_address.zip="97302"`,
		"I moved to 5 Oak Ct, Bend, OR 97701. Everything else you wrote is correct.": `garaging_address.street="5 Oak Ct" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Is everything you have there right?":                                        `!drivers[0].years_licensed`,
		"Not everything you have there is right.":                                    `!drivers[0].years_licensed`,
		"If everything you have there is right, I missed it.":                        `!drivers[0].years_licensed`,
	} {
		checkText(t, text+note, want)
	}
}
