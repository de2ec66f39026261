package planner_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/quote"
	"ppamaild/store"
)

const complete = `Hello,

I'd like a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201. I was born on March 4, 1985
and I've been licensed since 2003. I drive about 8,000 miles a year, mostly to work, 10 miles each way. Clean record.

Thanks,
Maria Lopez
`

// quoted brings a conversation to the review of its quote.
func quoted(t *testing.T, with settings) (*conversation, agent.Proposal) {
	t.Helper()
	c := begin(t, with)
	c.customer(complete)
	return c, c.underReview(agent.StageQuote)
}

func TestCompleteMailIsQuoted(t *testing.T) {
	c, p := quoted(t, usual())
	if len(p.Warnings) > 0 || len(c.sent) > 0 {
		t.Errorf("warnings %q, sent %d before it was approved", p.Warnings, len(c.sent))
	}
	mustHave(t, p.Draft.Text, "Hello Maria,", "2019 Honda Civic", "$100,000 / $300,000",
		"The coverage starts on November 20, 2026",
		"valid until December 10, 2026", "4 payments, a fee of $5.00 in each", "Estimate only, not a binder or offer")
	c.accept()
	if len(c.sent) != 1 || !c.sent[0].Approved || c.sent[0].Draft.Text != p.Draft.Text || c.state.Status != store.ThreadAwaitingCustomer {
		t.Errorf("sent %+v; %s", c.sent, c.summary())
	}
	want := strings.Fields("identify_intent extract_application check_discounts quote_initiate set_named_insured add_driver add_vehicle assign_drivers update_coverage rate_quote send_quote")
	if !slices.Equal(c.called, want) {
		t.Errorf("called %v, want %v", c.called, want)
	}
}

func TestMissingIsAskedForThenQuoted(t *testing.T) {
	c := begin(t, usual())
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "What is your date of birth?", "How many years have you been licensed to drive?",
		"What is the 2019 Honda Civic used for", "About how many miles a year is the 2019 Honda Civic driven?", "We have 4 more questions")
	mustLack(t, p.Draft.Text, "first name", "main driver")
	if len(p.Warnings) > 0 {
		t.Errorf("warnings: %q", p.Warnings)
	}
	c.accept()
	c.later(24 * time.Hour)
	c.customer("1. March 4, 1985\n2. 23 years\n3. getting to work\n4. 8,000")
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "The coverage starts on November 21, 2026")
	c.accept()
	mustHave(t, c.lastSent(), "Here is the estimate you asked for")
}

func TestHalfAnAnswerIsAskedForTheRest(t *testing.T) {
	c := begin(t, usual())
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
	c.accept()
	c.customer("I was born on March 4, 1985.")
	p := c.underReview(agent.StageInfoRequest)
	mustLack(t, p.Draft.Text, "date of birth?")
	mustHave(t, p.Draft.Text, "We have 3 more questions", "born March 4, 1985")
}

func TestWhoOnlyThanksForQuestionsIsWaitedFor(t *testing.T) {
	c := begin(t, usual())
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
	c.accept()
	c.customer("Thank you!")
	if c.state.Status != store.ThreadAwaitingCustomer || len(c.sent) != 1 || len(c.handed) != 0 {
		t.Fatalf("%d sent; %s", len(c.sent), c.summary())
	}
	c.customer("I was born on March 4, 1985.")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "We have 3 more questions", "born March 4, 1985")
}

func TestAnswerThatSaysNothingGoesToAPerson(t *testing.T) {
	c := begin(t, usual())
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
	c.accept()
	c.customer("It is a 2019 Honda Civic, and I live in Portland, OR 97201.")
	c.accept()
	c.customer("It is a 2019 Honda Civic, and I live in Portland, OR 97201.")
	mustHave(t, c.handedOver(), "the answer to the questions could not be read")
	c, _ = questioned(t, usual())
	c.accept()
	c.customer("I am travelling this week and will write again.")
	c.accept()
	c.customer("I am travelling this week and will write again.")
	mustHave(t, c.handedOver(), "it is unclear what the customer wants")
}

// A promise to look something up keeps the questions open.
func TestPromisedAnswerIsWaitedFor(t *testing.T) {
	c := begin(t, usual())
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
	c.accept()
	c.customer("I'll have to look that up tonight and let you know.")
	if c.state.Status != store.ThreadAwaitingCustomer {
		t.Fatalf("the thread is %s: %s", c.state.Status, c.summary())
	}
	c.customer("I was born on March 4, 1985.")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "We have 3 more questions", "born March 4, 1985")
}

func TestEmptyRequestIsAskedOnlyTwice(t *testing.T) {
	c := begin(t, usual())
	c.customer("Please send me a car insurance quote.")
	c.underReview(agent.StageInfoRequest)
	c.accept()
	c.customer("Hello? I want a car insurance quote!")
	c.accept()
	c.customer("Hello? I want a car insurance quote!")
	c.handedOver()
}

// An upper limit by a lender is no choice, so the customer is asked in their own words.
func TestBoundIsAskedAboutInItsWords(t *testing.T) {
	c := begin(t, usual())
	c.customer(strings.Replace(complete, "Clean record.", "Clean record. My bank requires a maximum collision deductible of $1,000.", 1))
	c.underReview(agent.StageInfoAnalysis)
	c.accept()
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, `You wrote "My bank requires a maximum collision deductible of $1,000". Which collision deductible would you like?`)
}

// Impossible or contradictory birth dates are asked about, and each form of answer is understood.
func TestBirthDatesInDoubtAreAskedAbout(t *testing.T) {
	for wrote, told := range map[string]string{
		"February 30, 1985":                       "You wrote February 30, 1985. What is your date of birth?",
		"March 4, 1985 (date of birth: 4/3/1985)": "You wrote March 4, 1985 and also April 3, 1985. What is your date of",
	} {
		for _, answer := range []string{"3/4/1985", "1: March 4, 1985", "Oops, it is March 4, 1985.", "It should be 3/4/1985.", "Sorry, I meant March 4, 1985"} {
			t.Run(wrote+", "+answer, func(t *testing.T) {
				c := begin(t, usual())
				c.customer(strings.Replace(complete, "March 4, 1985", wrote, 1))
				c.underReview(agent.StageInfoAnalysis)
				c.accept()
				mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, told, "We have one more question")
				c.accept()
				c.customer(answer)
				c.underReview(agent.StageQuote)
				if got := c.state.CustomerInfo.Case.Application.NamedInsured.DateOfBirth; got != "1985-03-04" {
					t.Errorf("the birth date is %q", got)
				}
			})
		}
	}
}

func TestContradictionIsAskedNotGuessed(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nP.S. With the new job it is going to be 15,000 miles a year.\n")
	read := c.underReview(agent.StageInfoAnalysis)
	mustHave(t, strings.Join(read.Warnings, " "), "Miles a year, the 2019 Honda Civic: the customer wrote 8,000 and also 15,000")
	c.accept()
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "You wrote 8,000 and also 15,000. About how many miles a year is the 2019 Honda Civic driven?", "We have one more question")
	if len(p.Warnings) > 0 {
		t.Errorf("warnings: %q", p.Warnings)
	}
	c.accept()
	c.customer("1. 15,000")
	c.underReview(agent.StageQuote)
	if n := *c.state.CustomerInfo.Case.Application.Vehicles[0].AnnualMiles; n != 15000 || len(c.state.AgentScratchpad.Conflicts) > 0 {
		t.Errorf("%d miles, conflicts %v", n, c.state.AgentScratchpad.Conflicts)
	}
}

func TestStaffSettleAContradiction(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nP.S. With the new job it is going to be 15,000 miles a year.\n")
	c.decide(agent.Edit, "Miles a year, the 2019 Honda Civic: 12,000")
	c.underReview(agent.StageQuote)
	k := c.state.CustomerInfo.Case
	if n := *k.Application.Vehicles[0].AnnualMiles; n != 12000 || k.Facts["vehicles[0].annual_miles"].Standing != quote.Confirmed {
		t.Errorf("%d miles, %+v", n, k.Facts["vehicles[0].annual_miles"])
	}
}

func TestWhatCannotBeRightIsAsked(t *testing.T) {
	c := begin(t, usual())
	c.customer(strings.Replace(complete, "OR 97201", "OR 90210", 1))
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, `We understood "90210", and it does not lie in that state. What is the ZIP code there?`)
	c.accept()
	c.customer("1. 97201")
	c.underReview(agent.StageQuote)
}

func TestCorrectionInALaterMailRatesAnew(t *testing.T) {
	c, first := quoted(t, usual())
	c.accept()
	c.later(48 * time.Hour)
	c.customer("Sorry, the Civic is a 2020, not a 2019.")
	second := c.underReview(agent.StageQuote)
	if second.Draft.QuoteID == first.Draft.QuoteID {
		t.Error("the old quote is sent again")
	}
	mustHave(t, second.Draft.Text, "2020 Honda Civic", "Prices as of November 22, 2026")
	mustLack(t, second.Draft.Text, "2019 Honda Civic $")
	if len(second.Warnings) > 0 {
		t.Errorf("warnings: %q", second.Warnings)
	}
}

func TestCorrectionWhileUnderReviewSupersedes(t *testing.T) {
	c, first := quoted(t, usual())
	c.customer("Sorry, the Civic is a 2020, not a 2019.")
	second := c.underReview(agent.StageQuote)
	if !slices.ContainsFunc(c.others, func(i agent.Intent) bool { _, is := i.(agent.Supersede); return is }) {
		t.Error("the first review stays open")
	}
	if second.ReplacedText != first.Draft.Text {
		t.Errorf("what changed is not shown: %q", second.ReplacedText)
	}
	if err := c.step(agent.Decision{Verdict: agent.Accept, Digest: first.Digest, By: "dana@agency.test", At: c.at}); err == nil || len(c.sent) > 0 {
		t.Errorf("the old draft was decided on: %v, %d sent", err, len(c.sent))
	}
}

func TestThanksLeavesTheReviewOpen(t *testing.T) {
	c, p := quoted(t, usual())
	c.later(3 * 24 * time.Hour)
	c.customer("Thanks!")
	if len(c.asked) != 1 || c.state.DataForReview == nil || c.state.DataForReview.Digest != p.Digest {
		t.Fatalf("%d reviews; %s", len(c.asked), c.summary())
	}
	for _, i := range c.others {
		t.Errorf("%T", i)
	}
}

// A quote with an assumed start long past is not sent after the approval or EDIT. It is priced
// again.
func TestAssumedStartThatIsPastIsPricedAnew(t *testing.T) {
	for name, approve := range map[string]func(*conversation, string){
		"accepted": func(c *conversation, _ string) { c.accept() },
		"edited":   func(c *conversation, text string) { c.decide(agent.Edit, text+"\n\nCall me about it.") },
		"put into other words": func(c *conversation, text string) {
			c.decide(agent.Edit, strings.Replace(text, "Hello", "Good morning", 1))
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, first := quoted(t, usual())
			mustHave(t, first.Draft.Text, "would start on November 20, 2026")
			c.later(10 * 24 * time.Hour)
			approve(c, first.Draft.Text)
			if len(c.sent) != 0 {
				t.Fatalf("%d sent", len(c.sent))
			}
			second := c.underReview(agent.StageQuote)
			mustHave(t, second.Draft.Text, "would start on November 30, 2026", "Prices as of November 30, 2026")
			mustLack(t, second.Draft.Text, "November 20", "Call me")
			c.accept()
			if len(c.sent) != 1 {
				t.Errorf("%d sent", len(c.sent))
			}
		})
	}
}

func TestStatedStartThatIsPastIsForAPerson(t *testing.T) {
	c, _ := quoted(t, usual())
	c.customer("I want it to start on November 21.")
	c.underReview(agent.StageQuote)
	c.later(3 * 24 * time.Hour)
	c.accept()
	mustHave(t, c.handedOver(), "2026-11-21", "has passed")
	if len(c.sent) != 0 {
		t.Errorf("%d sent", len(c.sent))
	}
}

// An acceptance with a change gets a new price, and staff see the acceptance. A change of contact
// data keeps the price.
func TestGoingAheadIsNotLostBesideAChange(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	c.customer("Let's do it. Please start it on November 30.")
	p := c.underReview(agent.StageQuote)
	mustHave(t, strings.Join(p.Warnings, "\n"), "wants to go ahead")
	c.accept()
	c.customer("Yes, go ahead. My phone is 503-555-0144.")
	mustHave(t, c.handedOver(), "wants to go ahead")
}

// An acceptance after the change in the last answer is in one note to staff.
func TestGoingAheadIsNotLostBesideAnOffer(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	answered(t, c, "What would it cost with a $1000 collision deductible?")
	c.accept()
	c.customer("Yes, please change it. Then I would like to go ahead with it.")
	p := c.underReview(agent.StageQuote)
	said := strings.Join(p.Warnings, "\n")
	mustHave(t, said, "wants to go ahead")
	mustLack(t, said, "is not done")
}

// Staff see the customer's own question with the agency's questions. The question causes no extra
// review.
func TestOwnQuestionIsShownBesideOurs(t *testing.T) {
	c := begin(t, usual())
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201. Do you have an office in Salem?\n\nMaria Lopez")
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, strings.Join(p.Warnings, "\n"), "Do you have an office in Salem?")
}

// Weeks later, the customer is not asked about an assumed start.
func TestAssumedStartIsNotAskedAbout(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	c.later(17 * 24 * time.Hour)
	c.customer("I sold the Civic and bought a 2021 Mazda CX-5.")
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "2021 Mazda CX-5")
	mustLack(t, p.Draft.Text, "November 20", "When should the coverage start")
}

func TestYesToAQuoteGoesToAPerson(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	c.later(5 * 24 * time.Hour)
	c.customer("Looks good, please go ahead.")
	c.handedOver()
	if len(c.sent) != 1 {
		t.Errorf("%d sent", len(c.sent))
	}
}

func TestQuestionDuringAReviewGoesToAPerson(t *testing.T) {
	c, _ := quoted(t, usual())
	c.customer("Do you also have office hours on Saturday?")
	mustHave(t, c.handedOver(), "question")
}

func TestMailThatNeverLeftIsProposedAgain(t *testing.T) {
	c, first := quoted(t, usual())
	c.accept()
	c.write(agent.CustomerMessage{Mail: agent.Mail{Text: "Thanks!"}, Withdrawn: true})
	if again := c.underReview(agent.StageQuote); again.Digest != first.Digest || len(c.asked) != 2 {
		t.Errorf("%d reviews, %s", len(c.asked), c.summary())
	}
}

func TestQuestionsThatNeverLeftAreNotAnswered(t *testing.T) {
	c := begin(t, usual())
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
	c.accept()
	c.write(agent.CustomerMessage{Mail: agent.Mail{Text: "1. 23\n"}, Withdrawn: true})
	if y := c.state.CustomerInfo.Case.Application.Drivers[0].YearsLicensed; y != nil || len(c.state.AgentScratchpad.Asked) > 0 {
		t.Errorf("%v years were read off questions that the customer never saw", *y)
	}
}

func TestSpanish(t *testing.T) {
	c := begin(t, usual())
	c.customer("Buenos días:\n\nQuiero una cotización de seguro para mi Honda Civic 2019. Vivo en 123 Main St, Portland, OR 97201.\n\nGracias,\nMaria Lopez")
	ask := c.underReview(agent.StageInfoRequest)
	mustHave(t, ask.Draft.Text, "Hola, Maria:", "¿Cuál es su fecha de nacimiento?", "¿Cuántos años hace que tiene licencia de manejo?", "¿Para qué se usa el Honda Civic 2019")
	mustHave(t, ask.Draft.Translation, "Hello Maria,", "What is your date of birth?")
	c.accept()
	c.customer("Nací el 4 de marzo de 1985. Tengo licencia desde hace 23 años. Lo uso para ir al trabajo y manejo 8,000 millas al año.")
	p := c.underReview(agent.StageQuote)
	mustHave(t, p.Draft.Text,
		"El Honda Civic 2019 está pagado, sin préstamo ni arrendamiento",
		"El Honda Civic 2019 costó alrededor de $28,000", "válidos hasta el 10 de diciembre de 2026",
		"con un cargo de $5.00 en cada uno", "Solo es un estimado")
	mustLack(t, p.Draft.Text, ": owned", "cost new", ": yes", " each", "Policy fee")
	if len(ask.Warnings)+len(p.Warnings) > 0 {
		t.Errorf("warnings: %q, %q", ask.Warnings, p.Warnings)
	}
}

// A mail during a review that asks for nothing leaves the review open. Staff see other words of
// the customer in a new review.
func TestFinding12UnclearMailDuringAReview(t *testing.T) {
	for _, said := range []string{"ok", "ACCEPT", "Yes please!"} {
		c, first := quoted(t, usual())
		c.customer(said)
		if p := c.underReview(agent.StageQuote); p.Digest != first.Digest || len(c.asked) != 1 {
			t.Errorf("%q: %d reviews", said, len(c.asked))
		}
	}
	c, _ := quoted(t, usual())
	c.customer("My neighbor says your company sells boats.")
	p := c.underReview(agent.StageQuote)
	mustHave(t, strings.Join(p.Warnings, " "), "My neighbor says your company sells boats.")
}

// A mail that is not understood gets the open questions once more. A person takes the second
// such mail.
func TestFinding12UnclearAnswerToQuestions(t *testing.T) {
	for _, said := range []string{"ACCEPT", "ok", ""} {
		c, first := questioned(t, usual())
		c.accept()
		answer := agent.CustomerMessage{Mail: agent.Mail{Text: said, Attachments: []string{"IMG_1.jpg"}}}
		c.write(answer)
		again := c.underReview(agent.StageInfoRequest)
		mustHave(t, again.Draft.Text, "we ask once more", "1. What is your date of birth?")
		if len(again.Questions()) != len(first.Questions()) {
			t.Errorf("%q: other questions: %s", said, again.Draft.Text)
		}
		c.accept()
		c.write(answer)
		c.handedOver()
		if len(c.sent) != 2 {
			t.Errorf("%q: %d mails went to the customer", said, len(c.sent))
		}
	}
}

// After a quote, a mail that is not understood gets a short question. An answer continues the
// thread.
func TestFinding12UnclearAnswerToAQuote(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	c.customer("My neighbor says your company sells boats.")
	ask := c.underReview(agent.StageInfoRequest)
	mustHave(t, ask.Draft.Text, "What should we do next?")
	mustHave(t, strings.Join(ask.Warnings, " "), "My neighbor says your company sells boats.")
	c.accept()
	c.customer("Sorry, the Civic is a 2020, not a 2019.")
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "2020 Honda Civic")
}

func TestOpenGatesSendWithoutReview(t *testing.T) {
	with := usual()
	with.gates[agent.StageInfoRequest], with.gates[agent.StageQuote] = agent.GateNever, agent.GateAuto
	c := begin(t, with)
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
	c.customer("1. March 4, 1985\n2. 23 years\n3. getting to work\n4. 8,000")
	if len(c.sent) != 2 || len(c.asked) != 0 || c.sent[0].Approved || c.sent[1].Draft.HTML == "" {
		t.Errorf("%d sent, %d reviews; %s", len(c.sent), len(c.asked), c.summary())
	}
}

func TestClosedGatesReviewEachStep(t *testing.T) {
	with := usual()
	for stage := range with.gates {
		with.gates[stage] = agent.GateAlways
	}
	c := begin(t, with)
	c.customer(complete)
	var stages []string
	for c.state.DataForReview != nil {
		stages = append(stages, string(c.state.StepRequiringReview))
		c.accept()
	}
	want := "info_analysis discount_check carrier_call carrier_call carrier_call carrier_call carrier_call carrier_call carrier_call quote"
	if got := strings.Join(stages, " "); got != want || len(c.sent) != 1 {
		t.Errorf("reviews %s, %d sent", got, len(c.sent))
	}
}

func TestDoubtfulReadingIsReviewedWhereTheGateIsAuto(t *testing.T) {
	c := begin(t, usual())
	c.customer(strings.Replace(complete, "Clean record.", "Clean record. The VIN is 1HGCM82633A004352.", 1))
	p := c.underReview(agent.StageInfoAnalysis)
	mustHave(t, strings.Join(p.Warnings, " "), "2003", "2019")
	c.accept()
	c.underReview(agent.StageQuote)
}

func TestEditedReadingIsWhatIsPriced(t *testing.T) {
	with := usual()
	with.gates[agent.StageInfoAnalysis] = agent.GateAlways
	c := begin(t, with)
	c.customer(complete)
	c.decide(agent.Edit, "vehicles[0].year: 2020\nvehicles[0].annual_miles: 12000")
	p := c.underReview(agent.StageQuote)
	mustHave(t, p.Draft.Text, "2020 Honda Civic")
	if f := c.state.CustomerInfo.Case.Facts["vehicles[0].annual_miles"]; string(f.Value) != "12000" || f.Standing != "confirmed" || len(p.Warnings) > 0 {
		t.Errorf("fact %+v, warnings %q", f, p.Warnings)
	}
}

// The insured's birth date is stored in two places. A value by staff for one place settles both.
func TestStaffSettleWhatStandsInTwoPlaces(t *testing.T) {
	for _, verdict := range []agent.Verdict{agent.Edit, agent.Reject} {
		for _, path := range []string{"drivers[0].date_of_birth", "named_insured.date_of_birth"} {
			c := begin(t, usual())
			c.customer(strings.Replace(complete, "March 4, 1985", "Feb 30, 1983", 1))
			c.underReview(agent.StageInfoAnalysis)
			c.decide(verdict, path+": 1983-02-28")
			if p := c.underReview(agent.StageQuote); len(c.state.AgentScratchpad.Conflicts) > 0 || c.state.CustomerInfo.Case.Application.NamedInsured.DateOfBirth != "1983-02-28" {
				t.Errorf("%s of %s: conflicts %v, %s", verdict, path, c.state.AgentScratchpad.Conflicts, p.Draft.Text)
			}
		}
	}
}

func TestEditedQuoteWithoutDisclaimerComesBack(t *testing.T) {
	c, p := quoted(t, usual())
	c.decide(agent.Edit, "Hello Maria, the price is $941.00. Call me.\n\nDana")
	again := c.underReview(agent.StageQuote)
	mustHave(t, strings.Join(again.Warnings, " "), "the disclaimer is missing")
	if len(c.sent) > 0 || again.Draft.QuoteID != p.Draft.QuoteID {
		t.Errorf("%d sent", len(c.sent))
	}
	c.accept()
	mustHave(t, c.lastSent(), "Call me.")
}

func TestLapsedQuoteIsPricedAnewWhenHandedBack(t *testing.T) {
	c, first := quoted(t, usual())
	c.later(21 * 24 * time.Hour)
	c.accept()
	mustHave(t, c.handedOver(), "2026-12-10", "HAND BACK")
	if len(c.sent) > 0 {
		t.Fatal("a price that no longer holds was sent")
	}
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	p := c.underReview(agent.StageQuote)
	mustHave(t, p.Draft.Text, "Prices as of December 11, 2026", "start on December 11, 2026")
	if p.Draft.QuoteID == first.Draft.QuoteID {
		t.Error("the old quote is proposed again")
	}
}

func TestTwoMailsOfOneNameAreBothRead(t *testing.T) {
	c := begin(t, usual())
	c.customer(referring["sr22"])
	for _, text := range []string{"Sorry, the Civic is a 2020, not a 2019.", "And I drive 12,000 miles a year."} {
		c.feed(agent.CustomerMessage{Mail: agent.Mail{ID: "same@customer.test", FromName: "Maria Lopez", Date: c.at, Text: text}, At: c.at})
	}
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	c.underReview(agent.StageQuote)
	if v := c.state.CustomerInfo.Case.Application.Vehicles[0]; *v.Year != 2020 || *v.AnnualMiles != 12000 {
		t.Errorf("%d, %d miles", *v.Year, *v.AnnualMiles)
	}
}
