package daemon_test

import (
	"testing"

	"ppamaild/sandbox"
)

// Lines of the form "field: value" are no mail to a customer. An invalid line is returned to
// the author.
func TestCase22AFieldThatTakesNoSuchValueIsAskedBack(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "EDIT:\ncoverages.comprehensive_deductible: lots")
	says(t, a.gets(a.lee, "Not clear"), "the values were not taken in", "Comprehensive deductible: one of these: 100, 250, 500, 1000, 2000")
	a.getsNothing(a.alice)
}

// An EDIT with only fields corrects the data, and the agent writes a new draft.
func TestCase22FieldsInAnEditOfAQuoteHaveItRatedAnew(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "EDIT: coverages.comprehensive_deductible: 250\n\nCollision deductible: $1,000")
	again := a.gets(a.lee, "Quote for")
	says(t, again, "Comprehensive deductible", "$250", "$1,000", "Changed by staff", "$500 → $250", "$500 → $1,000")
	says(t, a.gets(a.lee, "Done: you edited"), "Changed: Comprehensive deductible $500 → $250; Collision deductible $500 → $1,000.", "replace the earlier values", "Collision deductible: $1,000") // as it was written
	a.getsNothing(a.alice)
	a.replies(a.lee, again, "ACCEPT")
	says(t, a.gets(a.alice, "Quote please"), "$250", "$1,000")
}

// REJECT takes the same lines, and a changed value is shown before a mail leaves.
func TestFindingD2ARejectionWithValuesCorrectsThem(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	review := a.gets(a.lee, "Quote for")
	for edit, why := range map[string]string{
		"EDIT: annual miles of the Civic: many":    "Miles a year, the 2019 Honda Civic: a number from 1 to 50000",
		"EDIT: miles of the Pilot: 9000":           "there are Alice Moreno, 2019 Honda Civic",
		"REJECT: accidents: lots":                  "Accidents in 3 years, Alice: a number from 0 to 9",
		"EDIT: annual miles of the Civic: 9,000":   "Miles a year, the 2019 Honda Civic is 9,000 already. The review stays open",
		"REJECT: annual miles of the Civic: 9,000": "is 9,000 already",
	} {
		a.replies(a.lee, review, edit)
		says(t, a.gets(a.lee, "Not clear"), why)
	}
	a.replies(a.lee, review, "REJECT: miles to work of the Civic: 10\ndriver of the Civic: Alice")
	says(t, a.gets(a.lee, "Done: you rejected"), "Changed: Miles to work, the 2019 Honda Civic 8 → 10")
	says(t, a.gets(a.lee, "Quote for"), "Changed by staff", "8 → 10", "9,000")
	a.getsNothing(a.alice)
}

// The answer and the next review list the values that a reason in words corrects. The draft may
// show no difference.
func TestARejectionInWordsListsTheCorrectedValues(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "REJECT: she was born on March 4, 1984, tone is stiff")
	const change = "March 4, 1985 → March 4, 1984"
	says(t, a.gets(a.lee, "Done: you rejected"), "Changed: Date of birth", change, "It went back with this reason")
	again := a.gets(a.lee, "Quote for")
	says(t, again, "Changed by staff", change, `Not applied from your reason: "tone is stiff"`)
	a.replies(a.lee, again, "REJECT: ask for the VIN")
	lacks(t, a.gets(a.lee, "Done: you rejected"), "Changed:")
	lacks(t, a.gets(a.lee, "Questions to"), "Changed by staff")
}
