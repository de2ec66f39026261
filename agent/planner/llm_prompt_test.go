package planner_test

import (
	"fmt"
	"slices"
	"strings"
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

// Any action takes up a rejection. The model sees the rejection until a mail to the customer or
// the same step answers it.
func TestModelSeesARejectionUntilAMailAnswersIt(t *testing.T) {
	c := think(t, nil)
	c.customer(complete)
	c.underReview(agent.StageQuote)
	limit := func(value, words string) openai.Answer {
		said := factArg("coverages.property_damage", value, words, "staff")
		return one("extract_application", factsArgs(said))
	}
	more := strings.Replace(askMore, `"also":[]`, `"also":["In which month was it?"]`, 1)
	c.says(limit("100", "property damage 100"), one("ask_customer", more))
	c.decide(agent.Reject, "property damage 100, and when was the accident?")
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "In which month was it?")
	seen := c.server.Seen()
	mustHave(t, seen[len(seen)-1].Prompt, "| property damage 100, and when was the accident?")
	// A correction of the rejected questions keeps the open question.
	c.says(limit("50", "50 is enough"), one("ask_customer", askMore))
	c.decide(agent.Reject, "50 is enough")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "In which month was it?")
	seen = c.server.Seen()
	mustHave(t, seen[len(seen)-1].Prompt, `"also":["In which month was it?"]`)
	// A rejection keeps the question, too.
	c.says(one("ask_customer", strings.Replace(askMore, `"short":false`, `"short":true`, 1)))
	c.decide(agent.Reject, "shorter")
	p = c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "In which month was it?")
	mustHave(t, p.Action.Doubt, "own", "In which month was it?")
	c.accept()
	c.customer("1. May")
	seen = c.server.Seen()
	mustHave(t, seen[len(seen)-2].Prompt, `"asked":["In which month was it?"]`)
}

// Staff drop a question in the words of the model.
func TestModelDropsItsQuestion(t *testing.T) {
	c := think(t, nil)
	more := strings.Replace(askMore, `"also":[]`, `"also":["Which school?","Which month?"]`, 1)
	c.says(one("identify_intent", identify), one("extract_application", factsArgs(
		factArg("vehicles[0].year", "2019", "2019 Honda", "mail"))), one("ask_customer", more))
	c.customer("Please quote my 2019 Honda.")
	c.underReview(agent.StageInfoRequest)
	drop := strings.Replace(askMore, `"drop":[]`, `"drop":["Which school?"]`, 1)
	c.says(one("ask_customer", drop))
	c.decide(agent.Reject, "do not ask for the school")
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "Which month?")
	mustLack(t, p.Draft.Text, "Which school?")
}

// A file that the program reads is not unread.
func TestModelLearnsOfUnreadFilesOnly(t *testing.T) {
	for documents, want := range []string{"with 2 unread", "with 1 unread", "2026-11-20."} {
		c := think(t, nil)
		c.write(agent.CustomerMessage{Mail: agent.Mail{Text: complete,
			Attachments: []string{"a.pdf", "b.pdf"}, Documents: make([]agent.Document, documents)}})
		prompt := c.server.Seen()[0].Prompt
		mustHave(t, prompt, want)
	}
}

// Staff who answer the question about people at home need no mail to the customer.
func TestModelDropsTheQuestionAboutPeople(t *testing.T) {
	c := think(t, nil)
	c.customer(complete + "\nMy daughter Kim lives with us but has her own car and insurance.\n")
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "My daughter Kim lives with us")
	people := c.state.AgentScratchpad.Residents
	drop := fmt.Sprintf(`"drop":[%q]`, people[0])
	c.says(one("ask_customer", strings.Replace(askMore, `"drop":[]`, drop, 1)))
	c.decide(agent.Reject, "Kim has her own insurance, don't ask")
	c.underReview(agent.StageQuote)
}
