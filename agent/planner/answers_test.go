package planner_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/questions"
	"ppamaild/agent/quoting"
)

const pilotAndOutback = `Hello,

I'd like a quote for my 2020 Honda Pilot and our 2019 Subaru Outback.
I live at 123 Main St, Portland, OR 97201.
I was born on March 4, 1985 and I've been licensed since 2003.
I drive the Pilot to work, 10 miles each way, 16,000 miles a year.
My wife Janet Lopez was born on July 9, 1986 and has been licensed for 20 years.
Janet drives the Outback for pleasure, 6,000 miles a year.
No accidents and no tickets.

Maria Lopez
`

// twiceQuoted brings a conversation to its second quote, which the customer got.
func twiceQuoted(t *testing.T, with settings) *conversation {
	t.Helper()
	c := begin(t, with)
	c.quoteTwice()
	return c
}

// followUp is a mail after a quote with the sorted labels of its questions.
type followUp struct {
	want []string
	text string
}

func followUps(t *testing.T, file string) (all []followUp) {
	t.Helper()
	raw, err := os.ReadFile("../questions/testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		label, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
		want := strings.Split(label, "+")
		slices.Sort(want)
		all = append(all, followUp{want, text})
	}
	return all
}

// outcome has the kinds of the answers to a follow-up, and "staff" for questions to a person.
func outcome(c *conversation, handed int) (got []string) {
	pad := c.state.AgentScratchpad
	for _, q := range pad.Questions {
		label := string(q.Kind)
		switch {
		case q.Kind == questions.Call:
		case q.Which:
			label = "whatif_unknown"
		case q.Kind == questions.OtherPolicy:
			label = "cancel_other"
		case !quoting.Answerable(&c.state, q):
			label = "staff"
		case q.Kind == questions.WhatIf:
			label = "whatif"
		case q.Coverage != "":
			label += ":" + q.Coverage
		}
		got = append(got, label)
	}
	p := c.state.DataForReview
	switch {
	case len(c.handed) > handed && strings.Contains(c.handed[handed], "cancel"):
		return []string{"cancel_other"}
	case len(c.handed) > handed && !slices.Contains(got, "call"):
		return []string{"staff"}
	case p == nil:
	case p.Action.Tool != agent.ToolAnswerQuestions:
		return []string{p.Action.Tool}
	case strings.Contains(strings.Join(p.Warnings, "\n"), "the customer also asks"):
		got = append(got, "staff")
	}
	slices.Sort(got)
	return slices.Compact(got)
}

// score plays every follow-up of a file.
func score(t *testing.T, file string) (right, wrong, person int) {
	t.Helper()
	for _, f := range followUps(t, file) {
		c := twiceQuoted(t, usual())
		handed := len(c.handed)
		c.customer(f.text)
		switch got := outcome(c, handed); {
		case slices.Equal(got, f.want):
			right++
		case slices.Equal(got, []string{"staff"}):
			person++
			t.Logf("to a person: %q, want %v", f.text, f.want)
		default:
			wrong++
			t.Logf("wrong: %q: %v, want %v", f.text, got, f.want)
		}
	}
	t.Logf("%s: %d right, %d to a person, %d wrong", file, right, person, wrong)
	return right, wrong, person
}

// Follow-ups in customers' words, all written before the cues. At most one answer of a half is
// wrong; the rest waits for a person.
func TestFindingD7FollowUpsAreAnswered(t *testing.T) {
	for file, least := range map[string]int{"open.tsv": 29, "blind.tsv": 27} {
		t.Run(file, func(t *testing.T) {
			if right, wrong, _ := score(t, file); right < least || wrong > 1 {
				t.Errorf("%d right and %d wrong", right, wrong)
			}
		})
	}
}

// answered delivers a mail after the second quote, and returns the answer under review.
func answered(t *testing.T, c *conversation, text string) agent.Proposal {
	t.Helper()
	c.customer(text)
	p := c.underReview(agent.StageFinalResponse)
	if p.Action.Tool != agent.ToolAnswerQuestions || p.Draft == nil {
		t.Fatalf("%s is under review; %s", p.Action.Tool, c.summary())
	}
	return p
}

func TestFindingD7AnswersComeFromTheQuote(t *testing.T) {
	for asked, parts := range map[string][]string{
		"When does this quote expire?":        {"valid until December 10, 2026"},
		"Can I pay in installments?":          {"4 payments, a fee of $5.00 in each: ", " each."},
		"What is the price for a whole year?": {"is for six months", "A whole year at this price"},
		"What exactly is covered?": {"Collision ($250): pays for damage",
			"Towing: pays toward towing"},
		"What is PIP?":                       {"Personal injury protection (", "pays medical bills"},
		"How much does towing add?":          {"Towing is $", "2020 Honda Pilot", "2019 Subaru Outback"},
		"What changed since the last quote?": {"It was $", "$250 instead of $500"},
		"Why is it so expensive?": {"These facts raise the price",
			"2020 Honda Pilot: 16,000 miles a year"},
		"Which insurance company is this?":  {"This estimate uses sample rates."},
		"Which discounts are in the price?": {"More than one vehicle"},
		"How do I start the policy?": {"Please reply that you would like to go ahead.",
			"would start on November 20, 2026"},
		"Until when is it valid? Please cancel my Geico policy.": {"We can't cancel a policy"},
	} {
		t.Run(asked, func(t *testing.T) {
			byEither(t, usual(), func(t *testing.T, c *conversation) {
				c.quoteTwice()
				before := agent.Encoded(c.state.CustomerInfo.Case)
				p := answered(t, c, asked)
				mustHave(t, p.Draft.Text, parts...)
				if len(p.Warnings) > 0 && !strings.Contains(asked, "Geico") {
					t.Errorf("warnings: %q", p.Warnings)
				}
				if agent.Encoded(c.state.CustomerInfo.Case) != before {
					t.Error("a question changed the application")
				}
				c.accept()
				if c.lastSent() != p.Draft.Text || c.state.Status != "awaiting_customer" ||
					c.state.AgentScratchpad.Questions != nil {
					t.Errorf("after the answer: %s", c.summary())
				}
			})
		})
	}
}

// quoteTwice brings the conversation to its second quote, which the customer got.
func (c *conversation) quoteTwice() {
	c.t.Helper()
	c.customer(pilotAndOutback)
	c.underReview(agent.StageQuote)
	c.accept()
	c.customer("Please make the collision deductible $250.")
	c.underReview(agent.StageQuote)
	c.accept()
}

// A question without an answer goes to staff, word by word, with the answers to the others.
func TestFindingD7AnUnansweredQuestionGoesToStaff(t *testing.T) {
	c := twiceQuoted(t, usual())
	p := answered(t, c, "How long is this price good for, and do you have an office in Salem?")
	mustHave(t, p.Warnings[0], `the customer also asks: "do you have an office in Salem?"`)
	mustLack(t, p.Draft.Text, "Salem")

	c = twiceQuoted(t, usual())
	c.customer("Does this cover my daughter when she drives in Mexico?")
	mustHave(t, c.handedOver(), `"Does this cover my daughter when she drives in Mexico?"`)

	single := usual()
	single.payments = 1
	c = twiceQuoted(t, single)
	c.customer("Can I pay monthly?")
	mustHave(t, c.handedOver(), `the customer also asks: "Can I pay monthly?"`)
}

// A supposition compares two prices and changes nothing before the customer says yes.
func TestFindingD7WhatIfComparesAndChangesNothing(t *testing.T) {
	for asked, change := range map[string]string{
		"What if I only drive 6,000 miles a year with the Pilot?": "Pilot: 6,000 instead of 16,000",
		"What would it cost with a $1,000 collision deductible?":  "$1,000 instead of $250",
		"And without rental?": "Rental car: no instead of yes",
	} {
		t.Run(asked, func(t *testing.T) {
			byEither(t, usual(), func(t *testing.T, c *conversation) {
				c.quoteTwice()
				pad := &c.state.AgentScratchpad
				before, total := agent.Encoded(c.state.CustomerInfo.Case), pad.Quote.Total
				p := answered(t, c, asked)
				mustHave(t, p.Draft.Text, "Your estimate is "+total.String(), "less:", change,
					"We have changed nothing.")
				if len(p.Warnings) > 0 {
					t.Errorf("warnings: %q", p.Warnings)
				}
				supposed := pad.Questions[0].Quote.Total
				c.accept()
				if agent.Encoded(c.state.CustomerInfo.Case) != before || pad.Quote.Total != total {
					t.Error("a question changed the application or the quote")
				}
				c.customer("Yes, please change it.")
				q := c.underReview(agent.StageQuote)
				mustHave(t, q.Draft.Text, change,
					"Your price is now "+supposed.String()+" instead of "+total.String())
				if supposed >= total || pad.Quote.Total != supposed {
					t.Errorf("supposed %s, now %s, before %s", supposed, pad.Quote.Total, total)
				}
			})
		})
	}
}

func TestFindingD7WhatIfAboutAnUnknownCarIsAskedBack(t *testing.T) {
	c := twiceQuoted(t, usual())
	p := answered(t, c, "What if I insured the Tesla instead?")
	mustHave(t, p.Draft.Text, "Your estimate has the 2020 Honda Pilot,", "Which car do you mean?")
	if n := len(c.state.CustomerInfo.Case.Application.Vehicles); n != 2 {
		t.Errorf("%d vehicles", n)
	}
}

// withTom asks for a quote with a spouse, a parent and a second car.
const withTom = complete + `
Please also put my husband Tom Lopez on it, born 7/9/1983, licensed since 2001, no accidents, no
tickets. He has a 2015 Chevy Tahoe, drives it to work 12 miles each way, 14,000 miles a year. And
my dad Minh Lopez, born 3/3/1952, licensed since 1980, no accidents, no tickets.`

// A supposition without a driver or a car is compared, with the other changes of its sentence.
// Staff answer a supposition about a person who is not there.
func TestFindingD7WhatIfWithoutADriver(t *testing.T) {
	for asked, removed := range map[string]string{
		"How much would it be if my dad isn't on it?": "Driver removed: Minh Lopez",
		"What if my husband weren't on the policy?":   "Driver removed: Tom Lopez",
		"What would it be without my husband?":        "Driver removed: Tom Lopez",
		"¿Y si mi papá no está en la póliza?":         "Driver removed: Minh Lopez",
		"And if the Tahoe is not included?":           "Car removed: 2015 Chevrolet Tahoe",
		"What if my dad isn't on it and we raise the collision deductible to $1,000?": "Driver removed: " +
			"Minh Lopez - Collision deductible: $1,000 instead of $500",
		"How much would it be if my dad was not included and Tom takes the bus?": "",
		"How much would it be if my son isn't on it?":                            "",
		"What would it cost if Pete isn't on the policy?":                        "",
		"What if my husband drives to Mexico?":                                   "",
	} {
		t.Run(asked, func(t *testing.T) {
			c := begin(t, usual())
			c.customer(withTom)
			c.underReview(agent.StageQuote)
			c.accept()
			before := agent.Encoded(c.state.CustomerInfo.Case)
			if removed == "" {
				c.customer(asked)
				mustHave(t, c.handedOver(), asked)
			} else {
				text := strings.Join(strings.Fields(answered(t, c, asked).Draft.Text), " ")
				mustHave(t, text, removed, "We have changed nothing.")
			}
			if agent.Encoded(c.state.CustomerInfo.Case) != before {
				t.Error("a question changed the application")
			}
		})
	}
}

// A supposition about a new driver is compared with the description in its own or in the next
// sentences. "Yes" adds the driver. Requests in other sentences still count.
func TestFindingD7WhatIfWithANewDriver(t *testing.T) {
	for asked, want := range map[string]struct{ says, added string }{
		"What would it cost with my brother? His name is Luis Lopez, born 4/5/1990, " +
			"licensed since 2008, no accidents, no tickets. Thanks, Maria": {
			"- Driver added: Luis Lopez We", "Luis",
		},
		"What if I add my son Luis Lopez, born 4/5/2007, licensed since 2024, no tickets?": {
			"Luis Lopez - We assumed: Luis has had no at-fault accidents in the last 3 years We", "Luis",
		},
		"How much would it be if I added my brother? He is Luis Lopez, born 4/5/1990.\n\n" +
			"He got his license in 2008. No accidents or tickets.": {
			"- Driver added: Luis Lopez We", "Luis",
		},
		"¿Cuánto costaría con mi hermano? Se llama Luis López, nació el 4/5/1990, " +
			"licencia desde 2008, sin accidentes ni multas.": {
			"- Driver added: Luis López We", "Luis",
		},
		"What would it cost with my son and my daughter? Ann Lopez, born 4/5/2007, licensed " +
			"since 2024, no accidents, no tickets. Tom Lopez, born 5/5/2008, licensed since " +
			"2024, no accidents, no tickets.": {
			"Driver added: Ann Lopez - Driver added: Tom Lopez We", "Ann, Tom",
		},
	} {
		t.Run(asked, func(t *testing.T) {
			byEither(t, usual(), func(t *testing.T, c *conversation) {
				c.quoteTwice()
				before := agent.Encoded(c.state.CustomerInfo.Case)
				p := answered(t, c, asked)
				text := strings.Join(strings.Fields(p.Draft.Text), " ")
				mustHave(t, text, want.says+" have changed nothing.")
				mustHave(t, strings.Join(p.Warnings, "\n"), "no car is priced with "+want.added)
				c.accept()
				if agent.Encoded(c.state.CustomerInfo.Case) != before {
					t.Error("a question changed the application")
				}
				c.customer("Yes, please change it.")
				mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "Driver added: ")
			})
		})
	}
	c := twiceQuoted(t, usual())
	c.customer("What would it cost with my brother? His name is Luis Lopez, born 4/5/1990, " +
		"licensed since 2008, no accidents, no tickets. Please also drop rental.")
	mustHave(t, strings.Join(strings.Fields(c.underReview(agent.StageQuote).Draft.Text), " "),
		"- Rental car: no instead of yes", "- Driver added: Luis Lopez We have changed nothing.")
}

// An incomplete description stays with its question: "his name is Luis" renames no driver.
func TestFindingD7WhatIfWithAnUnknownDriver(t *testing.T) {
	for _, asked := range []string{
		"What would it cost with my brother? His name is Luis.",
		"What if I add my brother? He was born 4/5/1990, and never had a license.",
		"Does this cover my son? He is 16 and has a permit.",
	} {
		c := twiceQuoted(t, usual())
		before := agent.Encoded(c.state.CustomerInfo.Case)
		c.customer(asked)
		if agent.Encoded(c.state.CustomerInfo.Case) != before {
			t.Errorf("%s changed the application", asked)
		}
		if got := c.handedOver(); strings.Count(got, asked) != 1 {
			t.Errorf("%s: handed over with %q", asked, got)
		}
	}
}

func TestFindingD7AChangedQuoteSaysWhatChanged(t *testing.T) {
	for said, change := range map[string]string{
		"Please make the collision deductible $250.":     "Collision deductible: $250 instead of $500",
		"I drive the Pilot only 9,000 miles a year now.": "9,000 instead of 16,000",
		"Please take rental off.":                        "Rental car: no instead of yes",
		"Please take the Outback off.":                   "Car removed: 2019 Subaru Outback",
	} {
		c := begin(t, usual())
		c.customer(pilotAndOutback)
		c.underReview(agent.StageQuote)
		c.accept()
		was := c.state.AgentScratchpad.Quote.Total
		c.customer(said)
		text := strings.Join(strings.Fields(c.underReview(agent.StageQuote).Draft.Text), " ")
		mustHave(t, text, change, "Your price is now "+c.state.AgentScratchpad.Quote.Total.String()+
			" instead of "+was.String())
	}
}

// An EDIT of the driver of a car reaches the carrier and the price.
func TestFindingD8AnEditedDriverIsRated(t *testing.T) {
	const young = `
My son Ben Lopez was born on July 9, 2007 and has been licensed since 2024. Ben drives the Outback.`
	c := begin(t, usual())
	c.customer(strings.Replace(pilotAndOutback, "Janet drives the Outback for", "We drive the Outback for", 1) + young)
	c.underReview(agent.StageQuote)
	was := c.state.AgentScratchpad.Quote.Total
	const edit = "driver of the Outback: Janet"
	facts, err := quoting.Corrections(c.agent, &c.state, edit, c.at)
	if err != nil || len(facts) != 1 {
		t.Fatalf("%v, %v", facts, err)
	}
	c.correct(edit, facts)
	text := strings.Join(strings.Fields(c.underReview(agent.StageQuote).Draft.Text), " ")
	mustHave(t, text, "Subaru Outback ------------------- Priced with Janet Lopez as the driver")
	if now := c.state.AgentScratchpad.Quote.Total; now >= was {
		t.Errorf("the total is %s with Janet, and %s with a driver of 19 years", now, was)
	}
}

// Suppositions that the carrier does not price go to staff.
func TestFindingD7WhatIfWithoutAPriceGoesToStaff(t *testing.T) {
	c := twiceQuoted(t, usual())
	c.customer("What if I had 9 accidents?")
	if c.state.StepRequiringReview == agent.StageQuote {
		t.Fatal("a question changed the quote")
	}
}

func TestFindingD7TheSameQuoteIsNotDraftedAgain(t *testing.T) {
	for asked, want := range map[string]string{
		"Please call me tomorrow, 503-555-0188.":          "asks for a call, phone 503-555-0188:",
		"I have Geico now.":                               "",
		"Why is it so expensive? I pay $700 with Geico":   "",
		"Please cancel my Geico policy":                   "",
		"That seems like a lot. I pay $700 with Geico.":   "",
		"My current insurer is Geico, thanks for asking.": "",
	} {
		t.Run(asked, func(t *testing.T) {
			c := twiceQuoted(t, usual())
			c.customer(asked)
			if c.state.StepRequiringReview == agent.StageQuote {
				t.Fatalf("the quote is drafted again; %s", c.summary())
			}
			if want != "" {
				mustHave(t, c.handedOver(), want)
			}
		})
	}
}

// A question with a change is answered with the changed quote.
func TestFinding16AQuestionBesideAChangeIsAnswered(t *testing.T) {
	c := twiceQuoted(t, usual())
	c.customer("Please make the comprehensive deductible $1,000. Also what does towing cost?")
	p := c.underReview(agent.StageQuote)
	mustHave(t, p.Draft.Text, "Comprehensive deductible: $1,000 instead of $500", "Towing is $",
		"Your price is now $")
	if len(p.Warnings) > 0 {
		t.Errorf("warnings: %q", p.Warnings)
	}
}

// An invented figure in an answer fails the facts check.
func TestFindingD7TheFactsCheckKnowsTheFiguresOfAnAnswer(t *testing.T) {
	c := twiceQuoted(t, usual())
	p := answered(t, c, "What if I only drive 6,000 miles a year with the Pilot? "+
		"And what is the price for a whole year?")
	for _, line := range []string{"With this change it would be", "A whole year at this price is"} {
		if !strings.Contains(strings.Join(strings.Fields(p.Draft.Text), " "), line) {
			t.Fatalf("%q is missing in:\n%s", line, p.Draft.Text)
		}
	}
	bad := *p.Draft
	bad.Text += "\nThat saves you $123.45.\n"
	if found := agent.CheckFacts(bad, &c.state, nil); len(found) != 1 {
		t.Errorf("the check found %q", found)
	}
}
