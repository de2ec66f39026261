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
	c.decide(agent.Reject, "in English") // already in English
	mustHave(t, c.handedOver(), "no other proposal than the rejected proposal")

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
