package planner_test

import (
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/quote"
)

// questioned brings a conversation to the review of its questions.
func questioned(t *testing.T, with settings) (*conversation, agent.Proposal) {
	t.Helper()
	c := begin(t, with)
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
	return c, c.underReview(agent.StageInfoRequest)
}

func TestRejectedQuoteHeedsACorrectedFact(t *testing.T) {
	c, first := quoted(t, usual())
	c.decide(agent.Reject, "The Civic is driven 12,000 miles a year.")
	second := c.underReview(agent.StageQuote)
	if second.Draft.QuoteID == first.Draft.QuoteID || second.Reason == nil || second.Reason.Text != "The Civic is driven 12,000 miles a year." || second.ReplacedText != first.Draft.Text {
		t.Errorf("quote %s, reason %+v, previous %q", second.Draft.QuoteID, second.Reason, second.ReplacedText)
	}
	if f := c.state.CustomerInfo.Case.Facts["vehicles[0].annual_miles"]; f.Standing != "confirmed" || len(c.state.CustomerInfo.Case.Superseded) == 0 {
		t.Errorf("fact %+v, superseded %v", f, c.state.CustomerInfo.Case.Superseded)
	}
	c.accept()
	mustHave(t, c.lastSent(), second.Draft.QuoteID)
}

// The planner refuses a request that the rejected questions meet, so that the review stays open.
func TestRejectedQuestionsHaveTheRequestAlready(t *testing.T) {
	for _, reason := range []string{"also ask for the mileage", "get the date of birth too", "in English please"} {
		c, _ := questioned(t, usual())
		c.decide(agent.Reject, reason)
		mustHave(t, c.handedOver(), "the draft has this already")
	}
}

func TestRejectedQuestionsHeedTheReason(t *testing.T) {
	tests := []struct {
		reason     string
		have, lack []string
		stage      agent.Stage
	}{
		{"shorter", []string{"What is your date of birth?"}, []string{"What we have so far", "experience counts"}, agent.StageInfoRequest},
		{"too long, shorter please", []string{"What is your date of birth?"}, []string{"What we have so far", "experience counts"}, agent.StageInfoRequest},
		{"also ask for the VIN", []string{"What is the VIN of the 2019 Honda Civic?", "We have 5 more questions"}, nil, agent.StageInfoRequest},
		{"don't ask for the date of birth", []string{"We have 3 more questions"}, []string{"What is your date of birth?"}, agent.StageInfoRequest},
		{"remove question 2", []string{"What is your date of birth?", "used for", "We have 3 more questions"}, []string{"licensed to drive?"}, agent.StageInfoRequest},
		{"in Spanish please", []string{"Hola, Maria:", "¿Cuál es su fecha de nacimiento?"}, []string{"Hello"}, agent.StageInfoRequest},
		{"ask whether the roof rack stays on", []string{"roof rack stays on"}, nil, agent.StageInfoRequest},
		{"please also ask whether she owns a home", []string{"Please tell us whether you own a home."}, nil, agent.StageInfoRequest},
		{"also ask: Do you own your home?", []string{"Do you own your home?"}, []string{"financed"}, agent.StageInfoRequest},
		{"She was born on March 4, 1985.", []string{"We have 3 more questions", "born March 4, 1985"}, []string{"What is your date of birth?"}, agent.StageInfoRequest},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			c, first := questioned(t, usual())
			c.decide(agent.Reject, tt.reason)
			p := c.underReview(tt.stage)
			mustHave(t, p.Draft.Text, tt.have...)
			mustLack(t, p.Draft.Text, tt.lack...)
			if p.Reason == nil || p.Reason.Text != tt.reason || p.ReplacedText != first.Draft.Text {
				t.Errorf("reason %+v, previous %q", p.Reason, p.ReplacedText)
			}
			if len(c.state.RejectionFeedbackForStep) > 0 {
				t.Errorf("the reason is not consumed: %v", c.state.RejectionFeedbackForStep)
			}
		})
	}
}

// Staff drop a question by its number or by its words, also the question about people at home.
func TestRejectedQuestionIsDropped(t *testing.T) {
	const born, license, resident = "What is your date of birth?", "licensed to drive?", "mother in law"
	for reason, want := range map[string]struct{ lack, left []string }{
		"don't ask about the mother in law": {lack: []string{resident}},
		"Don't ask about the mother in law, she has her own car.": {lack: []string{resident},
			left: []string{"she has her own car"}},
		"remove the mother in law question":                  {lack: []string{resident}},
		"drop question 5":                                    {lack: []string{resident}},
		"drop questions 1 and 5":                             {lack: []string{born, resident}},
		"skip the second question":                           {lack: []string{license}},
		"don't ask about the mother in law, ask for the VIN": {lack: []string{resident}},
	} {
		t.Run(reason, func(t *testing.T) {
			c := begin(t, usual())
			c.customer("Hi, I need a quote for my 2019 Honda Civic. I live with my mother in law. " +
				"I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
			mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, born, license, resident)
			c.decide(agent.Reject, reason)
			p := c.underReview(agent.StageInfoRequest)
			mustLack(t, p.Draft.Text, want.lack...)
			said := strings.Join(p.Warnings, "\n")
			for _, left := range want.left {
				mustHave(t, said, `Not applied from your reason: "`+left+`"`)
			}
			if len(want.left) == 0 {
				mustLack(t, said, "Not applied")
			}
			c.accept()
			c.customer("1. March 4, 1985\n2. 23 years, no accidents or tickets\n3. pleasure\n4. 8,000")
			mustLack(t, strings.Join(c.handed, "\n"), "mother in law")
		})
	}
	for _, reason := range []string{"drop question 1", "don't ask about the roommate"} {
		c := begin(t, usual())
		c.customer(complete + "\n" + borrows)
		c.underReview(agent.StageInfoRequest)
		c.decide(agent.Reject, reason)
		mustHave(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), borrows)
	}
	c := begin(t, usual())
	c.customer(complete + "\n" + borrows)
	c.decide(agent.Reject, "drop the roommate")
	mustHave(t, c.handedOver(), "doesn't know how")
	c = begin(t, usual())
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201." +
		"\n\nMaria Lopez")
	c.decide(agent.Reject, "don't ask years") // a word of one question
	mustHave(t, c.handedOver(), "doesn't know how")
}

// Requests apply to the car that staff name, or else to each car.
func TestRejectedQuestionsAboutOneOfTwoCars(t *testing.T) {
	const civic, camry = "What is the VIN of the 2019 Honda Civic?", "What is the VIN of the 2021 Toyota Camry?"
	for reason, want := range map[string]struct{ have, lack []string }{
		"also ask for the VIN":                               {have: []string{civic, camry}},
		"ask for the VIN of the Camry":                       {have: []string{camry}, lack: []string{civic}},
		"ask for the VIN of the first car":                   {have: []string{civic}, lack: []string{camry}},
		"drop the questions about annual mileage":            {lack: []string{"miles a year is"}},
		"don't ask for the annual mileage of the second car": {have: []string{"miles a year is the 2019 Honda Civic"}, lack: []string{"miles a year is the 2021 Toyota Camry"}},
	} {
		t.Run(reason, func(t *testing.T) {
			c := begin(t, usual())
			c.customer("Hi, I need a quote for my 2019 Honda Civic and my 2021 Toyota Camry. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
			c.underReview(agent.StageInfoRequest)
			c.decide(agent.Reject, reason)
			p := c.underReview(agent.StageInfoRequest)
			mustHave(t, p.Draft.Text, want.have...)
			mustLack(t, p.Draft.Text, want.lack...)
		})
	}
}

// A reason that names a car or a driver removes it in any review.
func TestRejectedForWhatShouldNotBeThere(t *testing.T) {
	const reason = "leave out the Camry and Tom"
	begun := func(t *testing.T, with settings) *conversation {
		c := begin(t, with)
		c.customer("Hi, I need a quote for my 2019 Honda Civic and a 2021 Toyota Camry. My brother Tom lives with me and drives too. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
		return c
	}
	shows := func(t *testing.T, text string) {
		t.Helper()
		mustHave(t, text, "2019 Honda Civic")
		mustLack(t, text, "Camry", "Tom")
	}
	t.Run("questions", func(t *testing.T) {
		c := begun(t, usual())
		mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "Camry", "Tom")
		c.decide(agent.Reject, reason)
		shows(t, c.underReview(agent.StageInfoRequest).Draft.Text)
	})
	t.Run("analysis", func(t *testing.T) {
		with := usual()
		with.gates[agent.StageInfoAnalysis] = agent.GateAlways
		c := begun(t, with)
		c.underReview(agent.StageInfoAnalysis)
		c.decide(agent.Reject, reason)
		c.underReview(agent.StageInfoAnalysis)
		c.accept()
		shows(t, c.underReview(agent.StageInfoRequest).Draft.Text)
	})
}

func TestRejectionsAddUp(t *testing.T) {
	c, _ := questioned(t, usual())
	c.decide(agent.Reject, "also ask for the VIN")
	c.decide(agent.Reject, "shorter")
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "What is the VIN of the 2019 Honda Civic?")
	mustLack(t, p.Draft.Text, "What we have so far")
}

// A question that staff add stays after a correction, until the mail goes out or staff drop it.
func TestAddedQuestionsStay(t *testing.T) {
	const vin, roof = "What is the VIN of the 2019 Honda Civic?", "roof rack"
	miles := []quote.Fact{{Path: "vehicles[0].annual_miles", Value: []byte("9000"),
		Standing: quote.Confirmed}}
	c, _ := questioned(t, usual())
	c.decide(agent.Reject, "ask for the VIN too, and ask whether the roof rack stays on")
	c.correct("miles: 9000", miles)
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, vin, roof)
	mustLack(t, p.Draft.Text, "How many miles")
	c.decide(agent.Reject, "don't ask for the VIN")
	c.correct("used for: pleasure", []quote.Fact{{Path: "vehicles[0].use",
		Value: []byte(`"pleasure"`), Standing: quote.Confirmed}})
	p = c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, roof)
	mustLack(t, p.Draft.Text, vin)
	c.accept()
	c.customer("1. March 4, 1985")
	mustLack(t, c.underReview(agent.StageInfoRequest).Draft.Text, vin, roof)

	c, _ = quoted(t, usual())
	c.decide(agent.Reject, "ask whether the roof rack stays on and ask for the VIN")
	c.correct("miles: 9000", miles)
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, vin, roof)
	c.accept()
	c.customer("It stays on. The use is pleasure.")
	c.underReview(agent.StageQuote)
}

func TestReasonBeyondTheRulesGoesToAPerson(t *testing.T) {
	for reason, why := range map[string]string{
		"wrong tone": `doesn't know how to do this: "wrong tone"`, "don't ask for the phone": "doesn't know how", "remove question 9": "doesn't know how",
		"Two things:\n\n- be \"nicer\"\n- rhyme": `how to do this: "Two things: - be "nicer" - rhyme"`,
		"":                                       "the rejection has no reason",
	} {
		c, _ := questioned(t, usual())
		c.decide(agent.Reject, reason)
		mustHave(t, c.handedOver(), why)
	}
	c, _ := quoted(t, usual())
	c.decide(agent.Reject, "shorter")
	mustHave(t, c.handedOver(), `"shorter": a quote can't be made any shorter`)
	c, _ = questioned(t, usual())
	c.decide(agent.Reject, "shorter please")
	c.underReview(agent.StageInfoRequest)
	c.decide(agent.Reject, "shorter please")
	mustHave(t, c.handedOver(), "the mail can't be made any shorter")
}

// The review of a repeated reading names the parts of the reason that nothing applies.
func TestRepeatedReadingNamesTheRest(t *testing.T) {
	with := usual()
	with.gates[agent.StageInfoAnalysis] = agent.GateAlways
	c := begin(t, with)
	c.customer(complete)
	c.underReview(agent.StageInfoAnalysis)
	c.decide(agent.Reject, "she wants two prices, the Civic is a 2020")
	p := c.underReview(agent.StageInfoAnalysis)
	mustHave(t, strings.Join(p.Warnings, "\n"), `Not applied from your reason: "she wants two prices"`)
}

// An order about two values, or about several without an article, is clear.
func TestQuestionsAboutTwoValuesAreDropped(t *testing.T) {
	for reason, husband := range map[string]string{
		"don't ask for the birth date and the mileage": "",
		"don't ask the customer about birth dates":     " and my husband Tom",
		"don't ask her for birth dates":                " and my husband Tom",
	} {
		c := begin(t, usual())
		c.customer("Hi, I need a quote for my 2019 Honda Civic" + husband +
			". I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
		mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "date of birth")
		c.decide(agent.Reject, reason)
		mustLack(t, c.underReview(agent.StageInfoRequest).Draft.Text, "date of birth")
	}
}

// An order to drop one of two questions is asked back.
func TestOneQuestionIsNotTwo(t *testing.T) {
	for reason, dropped := range map[string]bool{
		"do not ask for the birth date, I have it": false,
		"don't ask for the birth dates":            true,
		"don't ask for the birth date of both":     true,
		"don't ask for Tom's birth date":           true,
	} {
		c := begin(t, usual())
		c.customer("Hi, I need a quote for my 2019 Honda Civic and my husband Tom. " +
			"I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
		c.underReview(agent.StageInfoRequest)
		c.decide(agent.Reject, reason)
		if !dropped {
			mustHave(t, c.handedOver(), "the draft has 2 such questions")
			continue
		}
		mustLack(t, c.underReview(agent.StageInfoRequest).Draft.Text, "Tom's date of birth")
	}
}

func TestRejectedQuoteInSpanish(t *testing.T) {
	c, first := quoted(t, usual())
	c.decide(agent.Reject, "in Spanish please")
	p := c.underReview(agent.StageQuote)
	mustHave(t, p.Draft.Text, "Este es el estimado que nos pidió")
	if p.Draft.QuoteID != first.Draft.QuoteID || len(p.Warnings) > 0 {
		t.Errorf("quote %s, warnings %q", p.Draft.QuoteID, p.Warnings)
	}
	c.decide(agent.Reject, "The Civic is driven 12,000 miles a year.")
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "Este es el estimado que nos pidió")
	c.accept()
	c.customer("Sorry, the Civic is a 2020, not a 2019.")
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "Su precio ahora es")
}

func TestRejectedQuoteAsksFirst(t *testing.T) {
	c, _ := quoted(t, usual())
	c.decide(agent.Reject, "also ask for the VIN")
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "We have one more question", "What is the VIN of the 2019 Honda Civic?")
	if p.Reason == nil {
		t.Error("the reason is not shown")
	}
	c.accept()
	c.customer("1. 2HGFC2F55KH500123")
	if again := c.underReview(agent.StageQuote); again.Reason != nil || again.ReplacedText != "" {
		t.Errorf("the reason was answered by the question, and is shown again: %+v", again.Reason)
	}
}

func TestDroppedQuestionThatIsNeededGoesToAPerson(t *testing.T) {
	c, _ := questioned(t, usual())
	c.decide(agent.Reject, "don't ask for the date of birth")
	c.accept()
	c.customer("1. 23 years\n2. getting to work\n3. 8,000")
	mustHave(t, c.handedOver(), "Date of birth of Maria")
}

func TestRejectedReadingIsReadAgainWithTheCorrection(t *testing.T) {
	with := usual()
	with.gates[agent.StageInfoAnalysis] = agent.GateAlways
	c := begin(t, with)
	c.customer(complete)
	c.underReview(agent.StageInfoAnalysis)
	c.decide(agent.Reject, "The Civic is a 2020")
	p := c.underReview(agent.StageInfoAnalysis)
	mustHave(t, string(p.Data), `"value":2020`, `"value":8000`)
	mustLack(t, string(p.Data), `"value":2019`)
	c.accept()
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "2020 Honda Civic")
}

func TestRetriesEndWithAPerson(t *testing.T) {
	for _, tt := range []struct{ retries, rejections int }{{1, 2}, {3, 4}} {
		with := usual()
		with.retries = tt.retries
		c, _ := quoted(t, with)
		miles := []string{"9,000", "10,000", "11,000", "12,000"}
		for i := range tt.rejections {
			c.decide(agent.Reject, "The Civic is driven "+miles[i]+" miles a year.")
		}
		mustHave(t, c.handedOver(), "was rejected", "driven "+miles[tt.rejections-1])
	}
	with := usual()
	with.retries = 0
	c, _ := quoted(t, with)
	for i := range 10 {
		c.decide(agent.Reject, "vehicles[0].annual_miles: "+[]string{"9000", "12000"}[i%2])
	}
	c.underReview(agent.StageQuote)
}

func TestHandBackAfterTooManyRetriesHeedsTheLastReason(t *testing.T) {
	with := usual()
	with.retries = 1
	c, _ := quoted(t, with)
	c.decide(agent.Reject, "vehicles[0].annual_miles: 9000")
	c.decide(agent.Reject, "vehicles[0].annual_miles: 12000")
	c.handedOver()
	c.later(24 * time.Hour)
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	p := c.underReview(agent.StageQuote)
	if *c.state.CustomerInfo.Case.Application.Vehicles[0].AnnualMiles != 12000 || p.Reason == nil {
		t.Errorf("reason %+v", p.Reason)
	}
	c.decide(agent.Reject, "vehicles[0].annual_miles: 10000")
	c.underReview(agent.StageQuote) // the count of retries restarts
}

func TestHandBackAfterANewMailReadsItFirst(t *testing.T) {
	with := usual()
	with.retries = 1
	c, _ := quoted(t, with)
	c.decide(agent.Reject, "vehicles[0].annual_miles: 9000")
	c.decide(agent.Reject, "vehicles[0].annual_miles: 10000")
	c.customer("Sorry, I drive 12,000 miles a year.")
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	c.underReview(agent.StageQuote)
	if n := *c.state.CustomerInfo.Case.Application.Vehicles[0].AnnualMiles; n != 12000 {
		t.Errorf("%d miles: a reason from before the customer's mail was heeded after it", n)
	}
}

func TestRejectionAboutTheCustomerIsNotHerHusbands(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\n\nMy husband Peter drives too, he was born 2/2/1978 and has been licensed for 20 years. No tickets or accidents for either of us.")
	c.underReview(agent.StageQuote)
	c.decide(agent.Reject, "her birth date is June 9, 1979")
	c.underReview(agent.StageQuote)
	if a := c.state.CustomerInfo.Case.Application; a.Drivers[0].DateOfBirth != "1979-06-09" || a.Drivers[1].DateOfBirth != "1978-02-02" {
		t.Errorf("drivers %+v", a.Drivers)
	}
	c.decide(agent.Reject, "her name is Adela, not Maria")
	c.underReview(agent.StageQuote)
	if a := c.state.CustomerInfo.Case.Application; a.Drivers[0].GivenName != "Adela" || a.Drivers[1].GivenName != "Peter" {
		t.Errorf("drivers %+v", a.Drivers)
	}
	c.decide(agent.Reject, "his birth date is 2/3/1978")
	c.handedOver() // the owner is ambiguous
}

func TestRejectedQuoteIsPricedAsStaffWant(t *testing.T) {
	for reason, want := range map[string]string{
		"price the collision deductible at 1000 instead": "$1,000", "she wants no comp and collision": "", "add rental": "Rental car",
	} {
		c, first := quoted(t, usual())
		if reason == "add rental" {
			c.decide(agent.Reject, "no rental")
			first = c.underReview(agent.StageQuote)
			mustLack(t, first.Draft.Text, want)
		}
		c.decide(agent.Reject, reason)
		p := c.underReview(agent.StageQuote)
		mustHave(t, p.Draft.Text, want)
		if want == "" {
			mustHave(t, strings.Join(strings.Fields(p.Draft.Text), " "), "Collision not included")
		}
		if p.Draft.QuoteID == first.Draft.QuoteID {
			t.Errorf("%q: it was not priced", reason)
		}
	}
}

func TestRejectedQuestionsHeedAFactAndItsQuestion(t *testing.T) {
	c, _ := questioned(t, usual())
	c.decide(agent.Reject, "She has been licensed for 27 years, drop that question.")
	mustLack(t, c.underReview(agent.StageInfoRequest).Draft.Text, "licensed to drive?")
	c.decide(agent.Reject, "don't ask for the annual mileage, use 12,000")
	mustLack(t, c.underReview(agent.StageInfoRequest).Draft.Text, "How many miles")
	if a := c.state.CustomerInfo.Case.Application; *a.Vehicles[0].AnnualMiles != 12000 || *a.Drivers[0].YearsLicensed != 27 {
		t.Errorf("application %+v", a)
	}
}

// The known parts of a reason are applied, and the next review names the other parts.
func TestARejectionIsReadByClause(t *testing.T) {
	const household = complete + "\n\nMy husband Peter drives too, he was born 2/2/1978 and has been licensed for 20 years. " +
		"Our son Max, born 5/6/2007, licensed for 1 year, drives too. No tickets or accidents for any of us."
	tests := []struct {
		mail, reason string
		facts        map[string]string
		left         []string
	}{
		{household, "Max had an accident in February", map[string]string{"drivers[2].accidents": "1"}, nil},
		{household, "Max is not a driver, that is the dog. The Civic is driven 5000 miles a year.",
			map[string]string{"vehicles[0].annual_miles": "5000", "drivers[2].given_name": ""}, []string{"that is the dog"}},
		{household, "he told us so, it's 10,000 miles a year", map[string]string{"vehicles[0].annual_miles": "10000"}, []string{"he told us so"}},
		{household, "she does not want towing, and AAA is not her insurer", map[string]string{"coverages.towing": "false"}, []string{"AAA is not her insurer"}},
		{complete, "her last name is Paredes Quintana", map[string]string{"named_insured.surname": `"Paredes Quintana"`}, nil},
		{complete, "don't ask for the VIN, she was born 3/5/1985", map[string]string{"drivers[0].date_of_birth": `"1985-03-05"`}, []string{"don't ask for the VIN"}},
		{complete, "Drop that question. Maria has been licensed for 27 years", map[string]string{"drivers[0].years_licensed": "27"}, nil},
		{complete, "Be nicer. The Civic is a 2020", map[string]string{"vehicles[0].year": "2020"}, []string{"Be nicer"}},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			c := begin(t, usual())
			c.customer(tt.mail)
			c.underReview(agent.StageQuote)
			c.decide(agent.Reject, tt.reason)
			p := c.underReview(agent.StageQuote)
			for path, want := range tt.facts {
				if v, _ := c.state.CustomerInfo.Case.Application.Get(path); string(v) != want {
					t.Errorf("%s is %s, want %s", path, v, want)
				}
			}
			said := strings.Join(p.Warnings, "\n")
			for _, left := range tt.left {
				mustHave(t, said, `Not applied from your reason: "`+left+`"`)
			}
			if len(tt.left) == 0 {
				mustLack(t, said, "Not applied")
			}
		})
	}
}

func TestAClauseThatLimitsOthersGoesToAPerson(t *testing.T) {
	for _, reason := range []string{"The Civic is a 2020, unless the VIN says else", "Do not send this. The Civic is a 2020"} {
		c, _ := quoted(t, usual())
		c.decide(agent.Reject, reason)
		mustHave(t, c.handedOver(), "doesn't know how")
	}
}

func TestARejectionOfQuestionsIsReadByClause(t *testing.T) {
	c := begin(t, usual())
	c.customer("Hi, I need a quote for my 2019 Honda Civic.\n\nMaria Lopez")
	c.underReview(agent.StageInfoRequest)
	c.decide(agent.Reject, "She lives in Salem, OR 97301. Just ask for the street.")
	p := c.underReview(agent.StageInfoRequest)
	if a := c.state.CustomerInfo.Case.Application; a.GaragingAddress.ZIP != "97301" {
		t.Errorf("address %+v", a.GaragingAddress)
	}
	mustLack(t, strings.Join(p.Warnings, "\n"), "Not applied")
	c.decide(agent.Reject, "also ask for the VIN. Be nicer.")
	p = c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "What is the VIN")
	mustHave(t, strings.Join(p.Warnings, "\n"), `Not applied from your reason: "Be nicer"`)
	c.decide(agent.Reject, "shorter")
	mustLack(t, strings.Join(c.underReview(agent.StageInfoRequest).Warnings, "\n"), "Not applied")
}

// A range of questions is no list of its ends.
func TestARangeOfQuestionsGoesToAPerson(t *testing.T) {
	for _, reason := range []string{"drop questions 1-3", "drop questions 1 to 3"} {
		c := begin(t, usual())
		c.customer("Hi, I need a quote for my 2019 Honda Civic. " +
			"I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
		c.decide(agent.Reject, reason)
		mustHave(t, c.handedOver(), reason)
	}
}

// The customer is asked about a wrong value if staff add nothing but "please ask Maria".
func TestWrongValueWithoutACorrectionIsAsked(t *testing.T) {
	for _, thanks := range []string{". Please ask Maria", ", thanks Lee"} {
		c := begin(t, usual())
		c.customer(complete)
		c.underReview(agent.StageQuote)
		c.decide(agent.Reject, "wrong mileage"+thanks)
		mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "Miles a year, the 2019")
	}
}

// A question that staff ask after a coverage was declined outlasts another correction.
func TestQuestionAboutADeclinedCoverageStaysOpen(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete)
	for _, reason := range []string{"no collision", "ask for the collision deductible",
		"date of birth is March 5, 1985"} {
		c.decide(agent.Reject, reason)
	}
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "Which collision deductible")
}

// A person who hands a thread back gets the draft again, with or without a change.
func TestHandBackBringsTheSameDraft(t *testing.T) {
	for mail, reason := range map[string]string{
		complete: "in English",
		"Hi, I need a quote for my 2019 Honda Civic. Maria Lopez": "ask for the mileage",
	} {
		with := usual()
		with.askBack = true
		c := begin(t, with)
		c.customer(mail)
		stage := c.state.StepRequiringReview
		c.feed(agent.TakenOver{By: "dana@agency.test", At: c.at})
		c.feed(agent.HandedBack{Reason: reason, By: "dana@agency.test", At: c.at})
		c.underReview(stage)
	}
}

// A clause corrects nothing if its person or its value is in doubt.
func TestRejectionInClausesLeavesWhatIsInDoubt(t *testing.T) {
	const couple = `My name is Maria Lopez, born March 4, 1985, licensed for 20 years. I live at 123 Main St, Portland, OR 97201.
My husband Tom was born on July 9, 1983 and has been licensed for 20 years. Tom had one ticket in 2025, and no accidents. I have a clean record.
I drive my 2019 Honda Civic to work, 8 miles each way, 9,000 miles a year.`
	for reason, want := range map[string]string{
		"tone is stiff. Clean record.":                              "",
		"licensed 22 years both":                                    "",
		"both licensed 22 years":                                    "Years licensed, Maria 20 → 22; Years licensed, Tom 20 → 22",
		"the street is missing, tone is stiff":                      "",
		"Maria's last name is misspelled":                           "",
		"Maria's last name is Lopes":                                "Last name Lopez → Lopes",
		"city is Gresham, tone is stiff":                            "City Portland → Gresham",
		"wrong carrier, we want Safeco":                             "",
		"comp and collision deductible should be 1000 on both cars": "Comprehensive deductible $500 → $1,000; Collision deductible $500 → $1,000",
		"drop towing on all vehicles":                               "Towing yes → no",
		"12,000 miles on both cars":                                 "",
		"the city is gresham, tone is stiff":                        "City Portland → gresham",
		"the make is toyota, tone is stiff":                         "Make of the 2019 Toyota Civic Honda → Toyota",
		"the city is blank, tone is stiff":                          "",
		"the last name is her maiden name":                          "",
		"Called her - no tickets for Tom and no tickets for Maria":  "Tickets in 3 years, Tom 1 → 0",
		"Tom had two tickets both in 2025":                          "Tickets in 3 years, Tom 1 → 2",
		"wrong mileage, she told me 12,000 I think":                 "",
	} {
		t.Run(reason, func(t *testing.T) {
			c := begin(t, usual())
			c.customer(couple)
			c.underReview(agent.StageQuote)
			c.decide(agent.Reject, reason)
			if want == "" {
				mustHave(t, c.handedOver(), "the agent doesn't know how to do this")
				return
			}
			c.underReview(agent.StageQuote)
			var changes []string
			for _, change := range c.state.AgentScratchpad.StaffChanges {
				changes = append(changes, change.Label+" "+change.Values)
			}
			if got := strings.Join(changes, "; "); got != want {
				t.Errorf("changed: %s, want %s", got, want)
			}
		})
	}
}
