package planner_test

import (
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/sandbox/openai"
	"ppamaild/store"
)

// withQuote is a conversation in which the customer has a quote.
func withQuote(t *testing.T) *conversation {
	t.Helper()
	c, _ := quoted(t, usual())
	c.accept()
	return c
}

func TestThanksForAQuoteNeedNoAnswer(t *testing.T) {
	c := withQuote(t)
	for _, text := range []string{"Thank you!", "Thanks again."} {
		c.customer(text)
		if c.state.Status != store.ThreadCompleted || len(c.sent) != 1 || len(c.asked) != 1 || len(c.handed) != 0 {
			t.Fatalf("%q: %d sent, %d reviews; %s", text, len(c.sent), len(c.asked), c.summary())
		}
	}
	c.customer("Sorry, the Civic is a 2020, not a 2019.")
	c.underReview(agent.StageQuote)
}

func TestWhatMayBeAYesIsReviewed(t *testing.T) {
	for text, status := range map[string]store.ThreadStatus{
		"Perfect, thanks!":     store.ThreadAwaitingReview,
		"Ok":                   store.ThreadAwaitingReview,
		"Sounds good.":         store.ThreadHandedOver,
		"Thanks, let's do it.": store.ThreadHandedOver,
		"No thanks, it is too expensive. What can you do?": store.ThreadHandedOver,
	} {
		c := withQuote(t)
		c.customer(text)
		if c.state.Status != status || len(c.sent) != 1 {
			t.Errorf("%q: %s", text, c.summary())
		}
	}
}

func TestWhoTakesTheQuoteGoesToAPersonWhoIsToldSo(t *testing.T) {
	for text, also := range map[string]string{
		"ACCEPT": "", "Sounds good, please go ahead.": "", "Let's do it!": "", "We'd like to move forward.\nMaria": "",
		"I'll take it. When does it start?": "", "Me parece bien, sigamos adelante.": "",
		"We want to proceed. Why is the collision part so expensive?": `also asks: "Why is the`,
	} {
		c := withQuote(t)
		c.customer(text)
		mustHave(t, c.handedOver(), "the customer wants to go ahead with quote "+c.state.AgentScratchpad.LastQuote.ID+"; nothing is bound", also)
	}
	for _, text := range []string{"Don't go ahead yet.", "Should I go ahead?", "Before we proceed, what does towing cost?",
		"How do I go ahead?", "Please cancel my policy, I'll take it elsewhere."} {
		c := withQuote(t)
		c.customer(text)
		if why := c.summary(); strings.Contains(why, "wants to go ahead") {
			t.Errorf("%q: %s", text, why)
		}
	}
}

func TestWhoGoesAheadWithAChangeGetsAnotherQuote(t *testing.T) {
	c := withQuote(t)
	c.customer("Sounds good, please go ahead. The Civic is a 2020, not a 2019.")
	c.underReview(agent.StageQuote)
}

func TestWhoWantsNoQuoteIsLetGo(t *testing.T) {
	for name, before := range map[string]func(t *testing.T) *conversation{
		"quoted": withQuote,
		"a quote is under review": func(t *testing.T) *conversation {
			c, _ := quoted(t, usual())
			return c
		},
		"asked": func(t *testing.T) *conversation {
			c := begin(t, usual())
			c.customer("A quote for my 2019 Honda Civic, please.")
			c.accept()
			return c
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := before(t)
			revision, sent := c.state.AgentScratchpad.Revision, len(c.sent)
			c.customer("Thanks, but we went with Geico.")
			p := c.underReview(agent.StageFinalResponse)
			mustHave(t, p.Draft.Text, "We have closed your request for an auto insurance quote")
			if was := c.state.CustomerInfo.Case.Application.PriorInsurance.Carrier; was != "" || c.state.AgentScratchpad.Revision != revision {
				t.Errorf("prior insurance %q, revision %d", was, c.state.AgentScratchpad.Revision)
			}
			c.accept()
			for _, text := range []string{"Thank you!", "No, thanks."} { // the confirmation is sent once
				if c.state.Status != store.ThreadCompleted || len(c.sent) != sent+1 || len(c.handed) != 0 {
					t.Fatalf("%d sent; %s", len(c.sent), c.summary())
				}
				c.customer(text)
			}
		})
	}
}

func TestLeaveOfNothingIsNone(t *testing.T) {
	for _, text := range []string{"Thank you!", "No thanks."} {
		c := begin(t, usual())
		c.customer(text)
		if len(c.sent) > 0 || c.state.StepRequiringReview == agent.StageFinalResponse || c.state.Status == store.ThreadCompleted {
			t.Errorf("%q: %s", text, c.summary())
		}
	}
}

// A sign-off has no facts to review, even if every step gets a review.
func TestPartingIsNotReadForFacts(t *testing.T) {
	with := usual()
	with.gates[agent.StageInfoAnalysis] = agent.GateAlways
	c := begin(t, with)
	c.customer(complete)
	c.underReview(agent.StageInfoAnalysis)
	c.accept()
	c.customer("Thanks, but we went with Geico.")
	c.underReview(agent.StageFinalResponse)
}

func TestLastMailThatNeverLeftIsWrittenAgain(t *testing.T) {
	c := withQuote(t)
	c.customer("No thanks.")
	c.accept()
	c.write(agent.CustomerMessage{Mail: agent.Mail{Text: "No, thank you."}, Withdrawn: true})
	c.underReview(agent.StageFinalResponse)
}

func TestRejectedClosingGoesToAPerson(t *testing.T) {
	c := withQuote(t)
	c.customer("No thanks.")
	c.decide(agent.Reject, "call her first")
	mustHave(t, c.handedOver(), "call her first")
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	c.underReview(agent.StageQuote) // the rejected quote does not return
}

func TestModelsWordForANoIsReviewedWhateverTheGate(t *testing.T) {
	const soldIt = "We sold the Civic, so there is no point any more."
	declines := func(words string) openai.Answer {
		return one("identify_intent", strings.Replace(strings.Replace(identify, `"declines":null`, `"declines":"`+words+`"`, 1), "new_quote", "other", 1))
	}
	c := thinkWith(t, allNever(), nil)
	c.customer(complete)
	c.says(declines("we bought elsewhere"), declines("there is no point any more"))
	c.customer(soldIt)
	p := c.underReview(agent.StageFinalResponse)
	mustHave(t, strings.Join(p.Warnings, " "), `only the planner reads "there is no point any more" as a refusal`)
	asked := c.server.Seen()
	told := asked[len(asked)-1].Request.Messages
	mustHave(t, *told[len(told)-1].Content, `the words "we bought elsewhere" are not in the mail`)
	if len(c.sent) != 1 {
		t.Errorf("%d sent", len(c.sent))
	}
	c.accept()
	if c.state.Status != store.ThreadCompleted || len(c.sent) != 2 {
		t.Error(c.summary())
	}
}
