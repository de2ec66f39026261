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
	says(t, a.gets(a.lee, "Not clear"), "the EDIT was not taken in", "lots")
	a.getsNothing(a.alice)
}

// An EDIT with only fields corrects the data, and the agent writes a new draft.
func TestCase22FieldsInAnEditOfAQuoteHaveItRatedAnew(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "EDIT: coverages.comprehensive_deductible: 250\n\nCollision deductible: $1,000")
	again := a.gets(a.lee, "Quote for")
	says(t, again, "Comprehensive deductible", "$250", "$1,000", "Comprehensive deductible: 250; Collision deductible: 1000")
	lacks(t, again, "coverages.")
	says(t, a.gets(a.lee, "Done: you edited"), "replace the earlier values", "Collision deductible: $1,000") // as it was written
	a.getsNothing(a.alice)
	a.replies(a.lee, again, "ACCEPT")
	says(t, a.gets(a.alice, "Quote please"), "$250", "$1,000")
}
