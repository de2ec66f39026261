package planner_test

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
)

// The model does not hand a thread over again for a reason that staff know.
func TestModelKnowsWhatStaffHandedBack(t *testing.T) {
	c := think(t, nil)
	c.customer(complete)
	c.underReview(agent.StageQuote)
	c.says(one("request_human_review",
		`{"thought":"x","review":false,"reason":"Maria asks for a discount."}`))
	c.customer("Any discount for firefighters?")
	mustHave(t, c.handedOver(), "Maria asks for a discount.")
	c.feed(agent.HandedBack{Despite: c.state.AsksForPerson(), By: "dana@agency.test", At: c.at})
	seen := c.server.Seen()
	mustHave(t, seen[len(seen)-1].Prompt, `"handed_back":"Maria asks for a discount."`)
	c.customer("My new annual mileage is 7000.")
	if back := c.state.AgentScratchpad.HandedBack; back != "" {
		t.Errorf("%q is no reason in the next mail", back)
	}
}

// No gate reviews the first step with a mail.
func TestStaffSeeTheModelsDoubtAboutAMail(t *testing.T) {
	c := think(t, nil)
	c.says(one("identify_intent", strings.Replace(identify, `"x","review":false`,
		`"The mail is in German.","review":true`, 1)))
	c.customer(complete)
	p := c.underReview(agent.StageQuote)
	want := "The language model asks for a closer look: The mail is in German."
	if !slices.Contains(p.Warnings, want) {
		t.Errorf("warnings %q", p.Warnings)
	}
}

// An answer of staff can forbid a question to the customer like a rejection can.
func TestModelDropsAQuestionAfterAnAnswerOfStaff(t *testing.T) {
	c := askingPlanner(t)
	born := `{"text":"How do we get her date of birth?","why":"She won't mail it.",
		"expect":"e","path":"drivers[0].date_of_birth","offer":null}`
	drop := strings.Replace(askMore, `"drop":[]`, `"drop":["drivers[0].date_of_birth"]`, 1)
	c.says(one("identify_intent", identify), one("extract_application", noFacts),
		one(askStaff, inputArgs(born)))
	c.customer("Please quote my car.\nMaria Lopez")
	c.says(one("ask_customer", drop))
	c.answered(agent.Answers{1: "don't ask, she will call us"})
	p := c.underReview(agent.StageInfoRequest)
	if strings.Contains(p.Draft.Text, "date of birth") || !p.Action.Review {
		t.Errorf("review %t:\n%s", p.Action.Review, p.Draft.Text)
	}
	mustHave(t, p.Action.Doubt, "the draft does not ask for: Date of birth")
}
