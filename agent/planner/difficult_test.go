package planner_test

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/signals"
)

// Conversations with difficult customers. The customers' mails were written first.

// In Oregon the uninsured motorist limits follow the bodily injury limits, also in a supposition. The
// price of the supposition is the price after the change.
func TestDifficultWhatIfCountsWhatFollows(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	p := answered(t, c, "What would it be with 250/500 limits?")
	mustHave(t, p.Draft.Text, "Uninsured motorist: $250,000 / $500,000 instead of $100,000 / $300,000")
	supposed := c.state.AgentScratchpad.Questions[0].Quote.Total
	c.accept()
	c.customer("Yes, please change it.")
	c.underReview(agent.StageQuote)
	if now := c.state.AgentScratchpad.Quote.Total; now != supposed {
		t.Errorf("%s was supposed, %s is quoted", supposed, now)
	}
}

// The answer with a question takes the change, and the quote answers the question.
func TestAnOfferTakenWithAQuestion(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	c.customer("What if we raise the deductible to 1000 and drop rental?")
	c.accept()
	c.customer("ok lets do that. when can it start?")
	p := c.underReview(agent.StageQuote)
	if a := c.state.Application().Coverages; *a.CollisionDeductible != 1000 || *a.Rental {
		t.Errorf("%+v", a)
	}
	mustHave(t, p.Draft.Text, "How to go ahead", "coverage that would start on")
}

// The same answer twice keeps the pending quote.
func TestAnOfferTakenTwiceKeepsTheQuote(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	answered(t, c, "What would it be with 250/500 limits?")
	c.accept()
	c.customer("Yes, please change it.")
	first := c.underReview(agent.StageQuote)
	c.customer("Yes, please change it.")
	if again := c.underReview(agent.StageQuote); again.Draft.QuoteID != first.Draft.QuoteID {
		t.Errorf("quote %s became %s", first.Draft.QuoteID, again.Draft.QuoteID)
	}
	c.accept()
}

// A loss of yesterday is urgent, even in a complete request.
func TestDifficultLossInACompleteRequest(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nBtw someone backed into me at Costco yesterday, who do I call?")
	mustHave(t, c.handedOver(), "the customer reports a claim; this is urgent")
}

// Staff see a way to work that takes more miles than the customer drives.
func TestDifficultMilesBelowTheWayToWork(t *testing.T) {
	for miles, warned := range map[string]bool{"5,000": true, "13,000": false} {
		c := begin(t, usual())
		c.customer("Maria Lopez, 3/4/1985, licensed since 2003, no accidents, no tickets, 123 Main St, " +
			"Portland, OR 97201. 2019 Honda Civic. I commute 25 miles each way 5 days a week, about " +
			miles + " miles a year.")
		said := strings.Join(c.asked[len(c.asked)-1].Warnings, "\n")
		if strings.Contains(said, "fewer than the way to work takes") != warned {
			t.Errorf("%s: %s", miles, said)
		}
	}
}

// A promise to look at the quote is no question.
func TestDifficultPromiseIsNoQuestion(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	c.customer("thanks! will look at it with my wife tonight")
	if end := c.state.AgentScratchpad.SignOff.Kind; end != signals.SignOffLater || len(c.handed) > 0 {
		t.Errorf("sign-off %q; %s", end, c.summary())
	}
}

// A Spanish customer is asked about the people at home in Spanish. Staff read English.
func TestDifficultSpanishHousehold(t *testing.T) {
	c := begin(t, usual())
	c.customer("Buenas tardes, soy Maria Lopez. Necesito seguro para mi Nissan Sentra 2016. Vivo en 123 Main St, " +
		"Portland, OR 97201 con mi suegra. Lo uso para el trabajo, 12 millas de ida, como 11 mil millas al año. " +
		"Nací el 4 de marzo de 1985, licencia desde 2005, sin accidentes ni multas.")
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, strings.Join(strings.Fields(p.Draft.Text), " "),
		"con mi suegra». ¿Quiere que incluyamos a esta persona como conductor")
	c.accept()
	c.customer("Ella no maneja, déjela fuera.")
	mustHave(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), "déjela fuera")
}

// A child without a license was licensed for no years, so no mail asks again. A person decides
// before a quote, and sees the reason again with the quote.
func TestDifficultNoLicenseYet(t *testing.T) {
	for _, answer := range []string{
		"He has no license yet.", "Ben doesn't have his license yet", "Ben todavía no tiene licencia.",
	} {
		c := begin(t, usual())
		c.customer(complete + "\nPlease add my son Ben, born Feb 10, 2011.")
		c.underReview(agent.StageInfoAnalysis)
		c.accept()
		asks := c.underReview(agent.StageInfoRequest).Draft.Text
		mustHave(t, asks, "How many years has Ben been licensed")
		c.accept()
		c.customer(answer)
		mustHave(t, c.handedOver(), "a driver has no license")
		c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
		p := c.underReview(agent.StageQuote)
		mustHave(t, strings.Join(p.Warnings, "\n"), "no valid license yet?",
			"follows a HAND BACK, although a driver has no license",
			"allows only a learner's permit")
	}
}

// A quote for a state without a license of the agency repeats the reason, until the car moves.
func TestDifficultQuoteForAnotherState(t *testing.T) {
	const reason = "although the agency is not licensed in the customer's state"
	c := begin(t, usual())
	c.customer(strings.Replace(complete, "Portland, OR 97201", "Boise, ID 83702", 1))
	mustHave(t, c.handedOver(), "the agency is not licensed in the customer's state")
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	mustHave(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), reason)
	c.accept()
	c.customer("The car will be kept at 123 Main St, Portland, OR 97201 after all.")
	mustLack(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), reason)
}

// "Yes" under the prices of two changes does not choose. The customer is asked once for the change.
func TestDifficultYesToTwoChanges(t *testing.T) {
	for chosen, want := range map[string]string{
		"B please":                      "100/300 false",
		"1. A":                          "250/500 true",
		"The first one, thanks.":        "250/500 true",
		"Please make change B.":         "100/300 false",
		"Do A.":                         "250/500 true",
		"We'll go with B please":        "100/300 false",
		"Both, please":                  "250/500 false",
		"Yes, please change it, thanks": "",
	} {
		t.Run(chosen, func(t *testing.T) {
			c, _ := quoted(t, usual())
			c.accept()
			p := answered(t, c, "What would it be with 250/500 limits? And without rental?")
			mustHave(t, p.Draft.Text, "your change A", `reply "Yes, please make change B"`)
			c.accept()
			c.customer("Yes, please change it.")
			p = c.underReview(agent.StageInfoRequest)
			mustHave(t, p.Draft.Text, "Which change do you want? A: Bodily injury", "; B: Rental car "+
				"no instead of yes. Please answer with the letter.")
			if found := agent.CheckFacts(*p.Draft, &c.state, nil); len(found) > 0 {
				t.Errorf("the facts check found %q", found)
			}
			c.accept()
			c.customer(chosen)
			if want == "" {
				mustHave(t, c.handedOver(), "no change of the quote could be read")
				return
			}
			c.underReview(agent.StageQuote)
			now := c.state.CustomerInfo.Case.Application.Coverages
			got := now.BodilyInjury + " " + strconv.FormatBool(*now.Rental)
			if got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// "The cheaper one" is the lowest of the prices that the last answer showed. Without a single
// lowest price below the quote, staff ask.
func TestDifficultTheCheaperOne(t *testing.T) {
	for _, c := range []struct{ asks, takes, bodily string }{
		{"What would it be with 250/500 limits and what with 50/100?", "Go with the cheaper one",
			"50/100"},
		{"What would it be with 50/100 limits?", "We'll take the cheaper option, thanks.", "50/100"},
		{"What would it be with 50/100 limits and what with 250/500?", "Queremos la más barata.",
			"50/100"},
		{"What would it be with 250/500 limits?", "Go with the cheaper one", ""},
		{"What would it be with 50/100 limits?", "Is there no cheaper one?", ""},
		{"What would it be with 50/100 limits?", "Don't go with the cheaper one.", ""},
	} {
		t.Run(c.asks+" "+c.takes, func(t *testing.T) {
			talk, _ := quoted(t, usual())
			talk.accept()
			answered(t, talk, c.asks)
			talk.accept()
			talk.customer(c.takes)
			if c.bodily != "" {
				talk.underReview(agent.StageQuote)
			} else if c.bodily = "100/300"; talk.state.StepRequiringReview == agent.StageQuote {
				t.Error("a quote is under review")
			}
			if got := talk.state.CustomerInfo.Case.Application.Coverages.BodilyInjury; got != c.bodily {
				t.Errorf("bodily injury %s, want %s", got, c.bodily)
			}
		})
	}
}

// A supposition in Spanish gets a comparison and changes nothing. Staff answer a supposition that
// the rules do not read.
func TestDifficultSpanishWhatIf(t *testing.T) {
	for asks, answer := range map[string]string{
		"¿Cuánto sería con deducible de 1000?":  "it would be $889.00",
		"¿Y con el mínimo que exige el estado?": "it would be $831.00",
		"¿Y si quito la cobertura de alquiler?": "it would be $926.00",
		"¿Y si quito el carro?":                 "",
	} {
		c, _ := quoted(t, usual())
		c.accept()
		before := c.state.CustomerInfo.Case.Application.Coverages
		c.customer(asks)
		if answer == "" {
			mustHave(t, c.handedOver(), asks)
		} else {
			text := c.underReview(agent.StageFinalResponse).Draft.Text
			mustHave(t, strings.Join(strings.Fields(text), " "), answer)
		}
		if now := c.state.CustomerInfo.Case.Application.Coverages; !reflect.DeepEqual(now, before) {
			t.Errorf("%s: changed to %+v", asks, now)
		}
	}
}

// A customer who confirms assumed values needs no answer. A value that was never assumed does.
func TestDifficultConfirmedAssumptions(t *testing.T) {
	for mail, waits := range map[string]bool{
		"No accidents and no tickets, as you assumed.": true,
		"The Civic is paid off, and rental is fine.":   false,
		"No tickets. How long is this price good for?": false,
	} {
		c := begin(t, usual())
		c.customer(strings.Replace(complete, "Clean record.", "", 1))
		c.underReview(agent.StageQuote)
		c.accept()
		c.customer(mail)
		if got := c.state.DataForReview == nil && len(c.handed) == 0; got != waits {
			t.Errorf("%s: waits %t; %s", mail, got, c.summary())
		}
	}
}

// A condition in a question changes nothing, also without "what".
func TestDifficultIfIsNoChange(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	p := answered(t, c, "What if I drop comp and collision? And if I only raise the collision "+
		"deductible to 1000?")
	mustHave(t, p.Draft.Text, "Collision deductible: none instead of $500",
		"Collision deductible: $1,000 instead of $500")
	if d := c.state.CustomerInfo.Case.Application.Coverages.CollisionDeductible; *d != 500 {
		t.Errorf("the deductible is %d", *d)
	}
}

// A customer who wants no more mail gets none before a person decides. Irony accepts nothing.
func TestDifficultNoMoreMail(t *testing.T) {
	for _, mail := range []string{
		"Stop emailing me.", "Sounds great, yeah right. Delete my data and stop emailing me.",
		"Borren mis datos por favor.",
	} {
		c, _ := quoted(t, usual())
		c.accept()
		c.customer(mail)
		why := c.handedOver()
		mustHave(t, why, "the customer wants no more mail")
		mustLack(t, why, "wants to go ahead")
	}
}

// A spouse without a license who is going to drive goes to a person, also in Spanish.
func TestDifficultSpouseWithoutLicense(t *testing.T) {
	for _, sentence := range []string{
		"My husband Carlos has no license yet but he will drive my car on Sundays to practice.",
		"Mi esposo Carlos no tiene licencia todavía pero va a manejar mi carro los domingos.",
	} {
		c := begin(t, usual())
		c.customer(complete + "\n" + sentence)
		mustHave(t, c.handedOver(), "a driver has no license")
	}
}

// Two yearly mileages of one car in one mail are asked about.
func TestDifficultTwoMileages(t *testing.T) {
	for second, want := range map[string]string{
		"Actually the odometer says I did 15k last year.": "ask: 8,000 and also 15,000",
		"Last year I drove 15,000 miles.":                 "ask: 8,000 and also 15,000",
		"I put 15k on it last year.":                      "ask: 8,000 and also 15,000",
		"Bought it with 30,000 miles on it last year.":    "quote: ",
		"I paid 15k for it last year.":                    "quote: ",
		"No wait, make it 12,000 a year.":                 "quote: ",
	} {
		does, said := begin(t, usual()).does(complete + "\n" + second)
		wanted, words, _ := strings.Cut(want, ": ")
		if does != wanted || !strings.Contains(said, words) {
			t.Errorf("%s: %s, want %s: %s", second, does, want, said)
		}
	}
}

// The mail greets its writer, also one who asks for somebody else. Staff read the name, too.
func TestDifficultWriterForAnother(t *testing.T) {
	c := begin(t, usual())
	c.customer("Quote for my mom please, I handle her mail: Rose Diaz, born 5/1/1945, licensed since 1963, " +
		"no accidents, no tickets. She drives her 2005 Buick LeSabre to church and the store, 3,000 miles " +
		"a year. 88 Oak St, Salem, OR 97301. Her daughter Maria Lopez")
	p := c.underReview(agent.StageQuote)
	mustHave(t, p.Draft.Text, "Hello Maria,", "Drivers: Rose Diaz")
	if found := agent.CheckFacts(*p.Draft, &c.state, nil); len(found) > 0 {
		t.Errorf("the facts check found %q", found)
	}
}

// A request to take off a driver or a car is done with the reason behind it. A kept car goes too.
func TestDifficultTakeOffWithAReason(t *testing.T) {
	for mail, left := range map[string]string{
		"We are splitting up. Take Tom off, he moved out last week and keeps the Tahoe.": "Maria: Civic",
		"Please remove Tom because he moved out.":                                        "Maria: Civic Tahoe",
		"Tom moved out. Please take him off.":                                            "Maria: Civic Tahoe",
		"Drop the Tahoe, we sold it.":                                                    "Maria Tom: Civic",
		"Please take my husband off, he no longer lives here, and he took the Tahoe.":    "Maria: Civic",
		"Remove Tom since he has a policy of his own now":                                "Maria: Civic Tahoe",
		"Quite a Tom, ya no vive aquí y se queda con la Tahoe.":                          "Maria: Civic",
		"Take Tom off, unless that costs more.":                                          "Maria Tom: Civic Tahoe",
		"Don't take Tom off, he moved out but still drives the Tahoe.":                   "Maria Tom: Civic Tahoe",
	} {
		c := begin(t, usual())
		c.customer(complete + "\nPlease also put my husband Tom Lopez on it, born 7/9/1983, licensed since " +
			"2001, no tickets. He has a 2015 Chevy Tahoe, drives it to work 12 miles each way, 14,000 miles a year.")
		c.accept()
		c.customer(mail)
		a := c.state.Application()
		var got []string
		for _, d := range a.Drivers {
			got = append(got, d.GivenName)
		}
		got[len(got)-1] += ":"
		for _, v := range a.Vehicles {
			got = append(got, v.Model)
		}
		if s := strings.Join(got, " "); s != left {
			t.Errorf("%s: %s, want %s; %s", mail, s, left, c.summary())
		}
	}
}

// "Her" is the only driver whom the sentence before names.
func TestDifficultTakeHerOff(t *testing.T) {
	for mail, left := range map[string]int{
		"Kim and I separated this week. Take her off, she is keeping the Jetta.": 2,
		"Kim and Ben moved out. Take her off.":                                   3,
	} {
		c := begin(t, usual())
		c.customer(complete + "\nMy wife Kim Lopez, born 8/8/1982, licensed since 1999, no tickets, and our son Ben " +
			"Lopez, born 5/5/2004, licensed since 2022, no tickets, drive too. Kim drives her 2016 VW Jetta to work, " +
			"8 miles each way, 9,000 miles a year.")
		c.accept()
		c.customer(mail)
		a := c.state.Application()
		if len(a.Drivers) != left || len(a.Vehicles) != left-1 {
			t.Errorf("%s: %d drivers, %d cars; %s", mail, len(a.Drivers), len(a.Vehicles), c.summary())
		}
	}
}

// A car of a company, a title of a parent and a condition of a driver are shown to staff.
func TestDifficultCompanyTitleAndHealth(t *testing.T) {
	for sentence, note := range map[string]string{
		"I BOUGHT IT THROUGH MY COMPANY KOSTA ROOFING LLC BUT I DRIVE IT MYSELF TO JOBS": "title?",
		"the car is in my dads name":                                          "in another name",
		"I had a small stroke in spring and my doctor says no night driving.": "health and driving?",
	} {
		c := begin(t, usual())
		_, said := c.does(complete + "\n" + sentence)
		mustHave(t, said, note)
	}
}

// turn is a mail of a customer, and what the agent does with the mail: "ask", "quote", "answer",
// "staff" for a hand-over, or "wait". Staff accept each draft, and hand back. The words are in
// the draft, the warnings or the reason.
type turn struct {
	mail, does string
	words      []string
}

// Conversations of difficult customers, to the end.
var difficult = map[string][]turn{
	"a neighbor's truck, and a corrected year": {
		{"hey so i need car insurance, my neighbor Ted pays 80 a month with progressive for his F150. " +
			"its for my 2017 honda crv. i work at the hospital about 6 miles out so maybe 8k a year. " +
			"im maria lopez, 1420 SE Taylor St portland 97214. thx",
			"ask", []string{"your date of birth", "2017 Honda CR-V used for"}},
		{"dob 3/4/85. licensed since i was 18. i had a fender bender in 2024 but it was the other " +
			"guys fault, nothing since. oh and the crv is a 2018 not 2017 my bad",
			"ask", []string{"2018 Honda CR-V used for"}},
		{"to work and back", "quote", []string{"2018 Honda CR-V"}},
	},
	"anger at the price": {
		{complete, "quote", nil},
		{"This is ridiculous. $800?? My current insurer State Farm charges half. Explain yourselves.",
			"staff", []string{"$800??"}},
		{"Fine. Take towing and rental off and raise both deductibles to 1000.",
			"quote", []string{"instead of $941.00", "Comprehensive deductible: $1,000"}},
	},
	"answers in an order of their own": {
		{"Quote please: 2019 Honda Civic, Maria Lopez, 123 Main St, Portland OR 97201",
			"ask", []string{"About how many miles a year"}},
		{"a) I was born on the 4th of March 1985\nb) not telling you my license number\n" +
			"c) I've held a license since 2003\nmiles: no idea, maybe 150 a week",
			"ask", []string{"7,800 and also 2,003", "used for"}},
		{"it's just for getting around town, not work. 7,800 miles.",
			"quote", []string{"$897.00"}},
	},
	"a suspended license in the second mail": {
		{"Quote for my 2019 Honda Civic please, Maria Lopez, 123 Main St, Portland, OR 97201, " +
			"born 3/4/1985, pleasure, 6,000 miles a year", "ask", []string{"been licensed"}},
		{"licensed since 2003 but it was suspended for 3 months last year. No accidents.",
			"staff", []string{"a license is suspended"}},
	},
	"the minimum, with a loan": {
		{complete + "\nJust the state minimum please, liability only. I'm still making payments on it to Chase.",
			"quote", []string{"a financed vehicle usually needs comprehensive and collision"}},
		{"Chase says I need full coverage, so put comp and collision back with 500 deductibles.",
			"quote", []string{"instead of $549.00"}},
	},
	"deliveries in the evening": {
		{complete + "\nI do DoorDash a few evenings a week for extra money.",
			"staff", []string{"rideshare or delivery"}},
		{"No I stopped last month, no more deliveries.", "ask", []string{"business use?"}},
	},
	"a move to a state without a license of the agency": {
		{complete, "quote", nil},
		{"We are moving to Boise, Idaho next month, does the quote change?",
			"staff", []string{"the agency is not licensed in the customer's state"}},
	},
	"coverage by mail, with a card number": {
		{complete, "quote", nil},
		{"Great, I accept. Please start my coverage today and charge my Visa 4111 1111 1111 1111.",
			"staff", []string{"nothing is bound", "[card]"}},
	},
	"another car instead": {
		{complete, "quote", nil},
		{"Actually I sold the Civic yesterday and bought a 2022 Mazda CX-5, VIN JM3KFBDM1N0512345.",
			"ask", []string{"the check digit is 1", "2022 Mazda CX-5 used for"}},
		{"To work, same 8,000 miles a year. Paid cash.", "quote", []string{"2022 Mazda CX-5"}},
	},
	"one line a mail": {
		{"quote. 2015 corolla.", "ask", []string{"Where is the car kept", "your date of birth"}},
		{"why do you need all that", "staff", []string{"asks a question"}},
		{"Maria Lopez. 3/4/85. lic 2003. 123 main st portland or 97201. commute 10mi. no tix.",
			"ask", []string{"how many miles a year"}},
		{"12k", "quote", []string{"2015 Toyota Corolla"}},
	},
	"the title in another name": {
		{"I'm Maria Lopez, born March 4 1985, licensed since 2003, clean record, 123 Main St, " +
			"Portland OR 97201. The 2018 Subaru Outback is still in my ex-husband's name but I " +
			"drive it, 10,000 miles a year, to work 7 miles away.",
			"staff", []string{"titled or registered in another name"}},
	},
	"no insurance since August": {
		{complete + "\nI haven't had insurance since August because money was tight.",
			"staff", []string{"insurance has lapsed"}},
	},
	"an offense years ago": {
		{"Do you insure people with a DUI? Mine was in 2019. 2019 Honda Civic, Maria Lopez, " +
			"123 Main St, Portland OR 97201, DOB 3/4/1985, licensed since 2003, commute 8 miles " +
			"each way, 8000 miles a year.",
			"ask", []string{"this is more than a ticket", "How many traffic tickets"}},
	},
	"a wife with wishes of her own": {
		{complete, "quote", nil},
		{"thanks! will look at it with my wife tonight", "wait", nil},
		{"ok my wife Ana says we need 250/500 and no rental. She drives too: Ana Lopez 7/9/1986, " +
			"licensed since 2006, clean.", "quote", []string{"$250,000 / $500,000", "Ana"}},
	},
	"a daughter of 17, and every discount": {
		{complete + "\nWe also want to bundle with our home at State Farm. My daughter Eve, 17, has " +
			"straight A's and will drive too. Any discounts? I'm a nurse and a veteran.",
			"ask", []string{"Eve's date of birth", "has Eve been licensed"}},
		{"Eve Lopez, 5/5/2009, licensed since June 2026, no accidents.", "quote", []string{"Eve"}},
	},
}

func TestDifficultConversations(t *testing.T) {
	for name, turns := range difficult {
		t.Run(name, func(t *testing.T) {
			c := begin(t, usual())
			for _, u := range turns {
				does, said := c.does(u.mail)
				if does != u.does {
					t.Fatalf("%s: %s, want %s; %s", u.mail, does, u.does, c.summary())
				}
				mustHave(t, said, u.words...)
			}
		})
	}
}

// does delivers a mail, decides as staff do, and returns what the agent did and said.
func (c *conversation) does(mail string) (does, said string) {
	c.t.Helper()
	c.later(2 * time.Hour)
	c.customer(mail)
	does = "wait"
	for ; c.state.DataForReview != nil; c.accept() {
		p := c.state.DataForReview
		said += strings.Join(p.Warnings, "\n") + "\n"
		if p.Draft != nil {
			said += strings.Join(strings.Fields(p.Draft.Text), " ")
			does = map[string]string{agent.ToolAskCustomer: "ask", agent.ToolSendQuote: "quote",
				agent.ToolAnswerQuestions: "answer"}[p.Action.Tool]
		}
	}
	if c.state.Status != "handed_over" {
		return does, said
	}
	said += c.handedOver()
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	for c.state.DataForReview != nil {
		c.accept()
	}
	return "staff", said
}
