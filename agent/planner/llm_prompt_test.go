package planner_test

import (
	"slices"
	"testing"

	"ppamaild/sandbox/openai"
)

func TestStaffAreToldWhatAModelWroteInTheWayOfACall(t *testing.T) {
	c := think(t, nil)
	c.says(slices.Repeat([]openai.Answer{{Text: "I can't help with that. SSN 123-45-6789"}}, 3)...)
	c.customer(complete)
	mustHave(t, c.handedOver(), `not with text ("I can't help with that. SSN [ssn-1]")`)
	c = think(t, nil)
	c.says(slices.Repeat([]openai.Answer{{Finish: "length"}}, 3)...)
	c.customer(complete)
	mustHave(t, c.handedOver(), "planner.max_answer_tokens")
}
