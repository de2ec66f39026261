package planner_test

import (
	"strings"
	"testing"
)

// Staff see a request that may be for a second price, although the rules replace the value.
func TestStaffSeeASecondPrice(t *testing.T) {
	const said = "Please price it with a $250 deductible as well."
	c, _ := quoted(t, usual())
	c.accept()
	c.customer(said)
	mustHave(t, strings.Join(c.asked[len(c.asked)-1].Warnings, "\n"),
		`the customer may ask for something that is not done: "`+said)
}
