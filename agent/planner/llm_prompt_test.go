package planner_test

import (
	"slices"
	"testing"

	"ppamaild/agent"
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

// A model corrects its own answer only if it sees the answer.
func TestModelSeesTheCallThatStaffRejected(t *testing.T) {
	c := think(t, nil)
	c.says(one("identify_intent", identify), one("extract_application", factsArgs(
		factArg("vehicles[0].year", "2019", "2019 Honda", "mail"),
		factArg("vehicles[0].annual_miles", "9000", "2019 Honda", "mail"))))
	c.customer("Please quote my 2019 Honda.")
	c.underReview(agent.StageInfoAnalysis)
	c.decide(agent.Reject, "there are no miles in the mail")
	c.underReview(agent.StageInfoRequest)
	mustHave(t, c.server.Seen()[2].Prompt, `the call extract_application {"vehicles[0].annual_miles":9000,"vehicles[0].year":2019}, with reject:`)
	c.decide(agent.Reject, "please also ask for the VIN")
	mustHave(t, c.server.Seen()[4].Prompt, `the call ask_customer {"fields":["garaging_address.street",`)
}

// The model knows about people whom the next mail asks about.
func TestModelIsToldOfPeopleToAskAbout(t *testing.T) {
	c := think(t, nil)
	c.customer(complete + "\nMy daughter Kim lives with us but has her own car and insurance.\n")
	mustHave(t, c.server.Seen()[2].Prompt, `"people":["My daughter Kim lives with us`)
}
