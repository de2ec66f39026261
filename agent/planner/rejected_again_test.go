package planner_test

import (
	"testing"
	"time"

	"ppamaild/agent"
)

// A rejected quote does not return with another number or date.
func TestHandBackDoesNotBringTheRejectedQuoteAgain(t *testing.T) {
	c, _ := quoted(t, usual())
	c.decide(agent.Reject, "wrong tone")
	c.handedOver()
	c.later(24 * time.Hour)
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	mustHave(t, c.handedOver(), "no other proposal than the rejected proposal")
}

// A rejected call returns to staff after its facts are confirmed. It never runs without staff,
// even with an open gate.
func TestRejectedCallIsPutBeforeStaffOnceConfirmed(t *testing.T) {
	with := usual()
	with.gates[agent.StageCarrierCall] = agent.GateAlways
	c := begin(t, with)
	c.customer(complete + "\n\nThe VIN is 2HGFC2F55KH500123.")
	for c.underReview(agent.StageCarrierCall).Action.Tool != "add_vehicle" {
		c.accept()
	}
	c.decide(agent.Reject, "VIN is incorrect")
	c.underReview(agent.StageInfoRequest)
	c.accept()
	with.gates[agent.StageCarrierCall] = agent.GateNever
	c.customer("1. I checked it twice, the VIN is 2HGFC2F55KH500123.")
	if p := c.underReview(agent.StageCarrierCall); p.Action.Tool != "add_vehicle" {
		t.Errorf("under review is %s", p.Action.Tool)
	}
}

// A value that staff doubted returns to staff after the customer confirms it.
func TestConfirmedValueLiftsTheRejection(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\n\nThe VIN is 2HGFC2F55KH500123.")
	first := c.underReview(agent.StageQuote)
	c.decide(agent.Reject, "VIN is incorrect")
	c.underReview(agent.StageInfoRequest)
	c.accept()
	c.customer("1. I checked it twice, the VIN is 2HGFC2F55KH500123.")
	if again := c.underReview(agent.StageQuote); again.Digest != first.Digest {
		t.Errorf("not the same quote: %s", again.Draft.Text)
	}
	c.decide(agent.Reject, "wrong tone") // no change answers this reason
	c.handedOver()
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	mustHave(t, c.handedOver(), "no other proposal than the rejected proposal")
}

// Staff can change the language and change it back.
func TestLanguageIsAskedBack(t *testing.T) {
	c, first := quoted(t, usual())
	c.decide(agent.Reject, "in Spanish please")
	if p := c.underReview(agent.StageQuote); p.Digest == first.Digest {
		t.Fatal("it is in English still")
	}
	c.decide(agent.Reject, "sorry, in English please")
	if p := c.underReview(agent.StageQuote); p.Digest != first.Digest {
		t.Errorf("not what it was: %s", p.Draft.Text)
	}
	c.decide(agent.Reject, "in English")
	mustHave(t, c.handedOver(), "the draft has this already")

	c = begin(t, usual())
	c.customer("Necesito una cotización para mi Honda Civic 2019.")
	c.underReview(agent.StageInfoRequest)
	c.decide(agent.Reject, "en inglés, por favor, y pida el VIN")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "What is the VIN")
	c.decide(agent.Reject, "no pida el VIN")
	mustLack(t, c.underReview(agent.StageInfoRequest).Draft.Text, "VIN")
	c.decide(agent.Reject, "en español, por favor")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "Gracias por pedir")
}

// A retry counts only if its proposal brought nothing, and HAND BACK brings a rejected quote again.
func TestFindingD3OnlyRejectionsWithoutAChangeCount(t *testing.T) {
	with := usual()
	with.askBack, with.retries = true, 1
	c, _ := quoted(t, with)
	for _, reason := range []string{"the Civic is a 2018", "in Spanish", "in English", "the Civic is a 2017"} {
		c.decide(agent.Reject, reason)
		c.underReview(agent.StageQuote)
	}
	c.decide(agent.Reject, "wrong tone")
	c.handedOver()
	c.later(24 * time.Hour)
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "2017 Honda Civic")
	c.feed(agent.TakenOver{By: "dana@agency.test", At: c.at})
	c.feed(agent.HandedBack{Reason: "the Civic is a 2016", By: "dana@agency.test", At: c.at})
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "2016 Honda Civic")
}

// The rules know before a decision whether they can act on its reason.
func TestFinding14TheRulesRefuseReasons(t *testing.T) {
	for reason, want := range map[string]string{
		"make it friendlier":             "doesn't know how to do this",
		"":                               "has no reason",
		"the Civic is a 2019":            "these values are known already",
		"accidents: lots":                "a number from 0 to 9",
		"make it shorter":                "can't be made any shorter",
		"the Civic is a 2018":            "",
		"in Spanish":                     "",
		"ask for her phone number":       "",
		"year of the Civic: 2018":        "",
		"the year of the Civic is wrong": "",
	} {
		c, _ := quoted(t, usual())
		f := c.state.DataForReview
		s := c.state
		_, err := c.agent.Step(&s, agent.Decision{Verdict: agent.Reject, Text: reason, Digest: f.Digest, By: "dana@agency.test", At: c.at})
		if err != nil {
			t.Fatal(err)
		}
		act, err := c.planner.Next(t.Context(), &s)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if act.Tool == agent.ToolRequestHumanReview {
			got = string(act.Args)
		}
		if (got == "") != (want == "") {
			t.Errorf("%q: %q, want %q", reason, got, want)
		}
		mustHave(t, got, want)
	}
}
