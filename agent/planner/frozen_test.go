package planner_test

import (
	"os"
	"testing"

	"ppamaild/agent"
)

func TestAgentCase18FrozenStatesResume(t *testing.T) {
	answer := "1. March 4, 1985\n2. 23 years\n3. getting to work\n4. 8,000"
	tests := map[string]func(c *conversation){
		"info_request_under_review": func(c *conversation) {
			c.accept()
			mustHave(t, c.lastSent(), "What is your date of birth?")
		},
		"awaiting_customer": func(c *conversation) {
			c.customer(answer)
			c.underReview(agent.StageQuote)
		},
		"quote_under_review": func(c *conversation) {
			c.accept()
			mustHave(t, c.lastSent(), "$991.00", "Estimate only")
		},
		"quote_sent": func(c *conversation) {
			c.customer("Sorry, the Civic is a 2020, not a 2019.")
			mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "2020 Honda Civic")
		},
		"handed_over": func(c *conversation) {
			c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
			c.underReview(agent.StageQuote)
		},
		"mid_call": func(c *conversation) {
			c.call()
			c.drive()
			c.underReview(agent.StageQuote)
		},
	}
	files, err := os.ReadDir("../testdata/state-v1")
	if err != nil || len(files) != len(tests) {
		t.Fatalf("%d files for %d tests, %v", len(files), len(tests), err)
	}
	for name, goOn := range tests {
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile("../testdata/state-v1/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			c := begin(t, usual())
			c.replay = nil
			if c.state, err = agent.DecodeState(raw); err != nil {
				t.Fatal(err)
			}
			c.mails = 1
			goOn(c)
		})
	}
}
