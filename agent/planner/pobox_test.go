package planner_test

import (
	"testing"

	"ppamaild/agent"
)

func TestWhatBelongsTogetherIsOneQuestion(t *testing.T) {
	c := begin(t, usual())
	c.customer("Please send me a car insurance quote. I live in Portland, OR. I was born on March 4, 1985, licensed since 2003.")
	text := c.underReview(agent.StageInfoRequest).Draft.Text
	mustHave(t, text, "Where is the car kept overnight (street and ZIP code)?", "What year, make and model is your car?", "We have 4 more questions")
	mustLack(t, text, "In which city", "What make is")
	c.accept()
	c.customer("1. 123 Main St, Portland, OR 97201\n2. 2019 Honda Civic\n3. to work\n4. 8,000")
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "2019 Honda Civic")
	if a := c.state.CustomerInfo.Case.Application; a.GaragingAddress.Street != "123 Main St" || a.GaragingAddress.ZIP != "97201" || *a.Vehicles[0].AnnualMiles != 8000 {
		t.Errorf("read %+v", a)
	}
}

func TestTwoPlacesAreOneQuestion(t *testing.T) {
	c := begin(t, usual())
	c.customer("Please send me a car insurance quote for my 2019 Honda Civic. I live at 22 Oak Ave, Eugene, OR 97401. Next summer we're moving to 14 Pine St, Sacramento CA 95814.")
	c.accept()
	text := c.underReview(agent.StageInfoRequest).Draft.Text
	mustHave(t, text, "Where is the car to be kept overnight: at 22 Oak Ave, Eugene, OR 97401, or at 14 Pine St, Sacramento, CA 95814?")
	mustLack(t, text, "You wrote")
}

// A P.O. box does not say where a car is kept, and neither do its town and ZIP code. The customer
// gets an explanation.
func TestAPOBoxIsNoAnswer(t *testing.T) {
	c := begin(t, usual())
	c.customer("Please send me a car insurance quote. My address is P.O. Box 12, Bend, OR 97709.")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "A PO box is not where a car is kept. Where is the car kept overnight")
	c.accept()
	c.customer("I live in Bend, OR 97701.")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "A PO box is not where a car is kept. At which street address is")
	c = begin(t, usual())
	c.customer("Quiero una cotización de seguro de auto. Mi dirección es apartado postal 12, Bend, OR 97709.")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "Un apartado postal no sirve. ¿")
	c = begin(t, usual())
	c.customer("Please send me a car insurance quote. I live at 9 Elm St, Bend, OR 97701, mail goes to PO Box 12.")
	mustLack(t, c.underReview(agent.StageInfoRequest).Draft.Text, "PO box")
}

func TestStaffAnswerQuestionsByNumber(t *testing.T) {
	text := complete + "\nIts VIN is 19XFC2F53KE5I2345."
	tests := []struct {
		name, answer, vin string
		then              agent.Stage
	}{
		{"yes", "Yes.", "19XFC2F53KE512345", agent.StageQuote},
		{"another", "19XFC2F55KE512346", "19XFC2F55KE512346", agent.StageQuote},
		{"ask", "please ask her", "19XFC2F53KE5I2345", agent.StageInfoRequest},
		{"nothing", "", "19XFC2F53KE5I2345", agent.StageQuote},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := beginAsking(t)
			c.customer(text)
			p := c.underReview(agent.StageHumanInput)
			if q := p.Questions(); len(q) != 1 || q[0].Offer != "19XFC2F53KE512345" || q[0].Expect == "" {
				t.Fatalf("asked %+v", p.Questions())
			}
			if why := p.Doubtful(agent.Answers{1: tt.answer}, nil); why != "" {
				t.Error(why)
			}
			c.feed(agent.Decision{Verdict: agent.Answer, Answers: agent.Answers{1: tt.answer}, Digest: p.Digest, By: "dana@agency.test", At: c.at})
			c.underReview(tt.then)
			if got := c.state.CustomerInfo.Case.Application.Vehicles[0].VIN; got != tt.vin {
				t.Errorf("the VIN is %s", got)
			}
		})
	}
	c := beginAsking(t)
	c.customer(text)
	c.feed(agent.Decision{Verdict: agent.Answer, Answers: agent.Answers{1: "maybe later"}, Digest: c.state.DataForReview.Digest, By: "dana@agency.test", At: c.at})
	mustHave(t, c.handedOver(), "maybe later")
}

func TestAnswersThatCannotBeRight(t *testing.T) {
	c := beginAsking(t)
	c.customer(complete + "\nIts VIN is 19XFC2F53KE5I2345.")
	p := c.underReview(agent.StageHumanInput)
	for answer, want := range map[string]string{
		"19XFC2F56KE512346":    "answer 1, 19XFC2F56KE512346, can't be a VIN: the check digit is 6, but the other characters need 5",
		"19xfc2f5 5ke51234":    "answer 1, 19XFC2F55KE51234, can't be a VIN: 16 characters instead of 17",
		"19XFC2F55KE5I2346.":   "answer 1, 19XFC2F55KE5I2346, can't be a VIN: no VIN has the character 'I'",
		"19XFC2F55KE512346":    "",
		"19XFC2F55KE512346.\n": "",
		"no idea":              "",
		"ask the customer":     "",
	} {
		if got := p.Doubtful(agent.Answers{1: answer}, nil); got != want {
			t.Errorf("%q: %s, want %s", answer, got, want)
		}
	}
}

func TestRejectedQuestionsAreNotPutAgain(t *testing.T) {
	for reason, want := range map[string]agent.Stage{"": agent.StageQuote, "the VIN is 19XFC2F55KE512346": agent.StageQuote} {
		c := beginAsking(t)
		c.customer(complete + "\nIts VIN is 19XFC2F53KE5I2345.")
		c.decide(agent.Reject, reason)
		c.underReview(want)
	}
}

func TestQuestionsToStaffAreOffUnlessAllowed(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nIts VIN is 19XFC2F53KE5I2345.")
	mustHave(t, c.underReview(agent.StageInfoAnalysis).Warnings[0], "is it 19XFC2F53KE512345?")
}

// beginAsking is a conversation with a planner that may ask staff.
func beginAsking(t *testing.T) *conversation {
	with := usual()
	with.askStaff = true
	return begin(t, with)
}
