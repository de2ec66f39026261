package planner_test

import (
	"strings"
	"testing"

	"ppamaild/agent"
)

const pilotAndForester = `I'm Alice Moreno, born 03/04/1985, licensed 22 years, no accidents or tickets.
Quote please for my 2020 Honda Pilot, driven to work 8 miles one way, 9,000 miles a year,
and my 2018 Subaru Forester for pleasure, 7,000 miles a year.
I live at 1420 SE Taylor St, Portland, OR 97214.
Please include rental car coverage and towing. I have a $500 deductible for both.`

// What a customer asks to change in a quote is changed by rules, and the customer gets another
// price. No other car changes.
func TestFinding15CustomersChangeTheQuoteInTheirWords(t *testing.T) {
	t.Parallel()
	const comp, coll = "].coverages.comprehensive_deductible", "].coverages.collision_deductible"
	for mail, want := range map[string]string{
		"Actually take rental off again please.":                        "coverages.rental=false",
		"Can you take the rental off?":                                  "coverages.rental=false",
		"Drop rental reimbursement.":                                    "coverages.rental=false",
		"Hi, please take off the rental. Thanks, Alice":                 "coverages.rental=false",
		"On second thought, no rental and no towing please":             "coverages.rental=false coverages.towing=false",
		"Please make the collision deductible $1000 on the Pilot.":      "vehicles[0" + coll + "=1000 coverages.collision_deductible=500",
		"Could you put a $1,000 comp deductible on the Pilot only?":     "vehicles[0" + comp + "=1000 coverages.comprehensive_deductible=500",
		"Collision deductible of the Forester: 1000":                    "vehicles[1" + coll + "=1000 coverages.collision_deductible=500",
		"Please lower the deductible on the Forester to $250.":          "vehicles[1" + coll + "=250 vehicles[1" + comp + "=250",
		"A 250 collision deductible on the Forester, 1000 on the Pilot": "vehicles[0" + coll + "=1000 vehicles[1" + coll + "=250",
		"Please start it on December 9 instead.":                        `effective_date="2026-12-09"`,
		"Can the policy start on Dec 15?":                               `effective_date="2026-12-15"`,
		"Could we move the start date to December 20?":                  `effective_date="2026-12-20"`,
		"Push the start back two weeks":                                 `effective_date="2026-12-04"`,
		"Please start it two weeks later, and take rental off.":         `effective_date="2026-12-04" coverages.rental=false`,
		"Can we delay the start by a week?":                             `effective_date="2026-11-27"`,
		"Por favor atrase el inicio una semana.":                        `effective_date="2026-11-27"`,
		"Drop the second car please.":                                   `vehicles[0].model="Pilot" vehicles[1].model=`,
		"Could you take the second car off?":                            `vehicles[0].model="Pilot" vehicles[1].model=`,
		"I do not want the Pilot on it any more":                        `vehicles[0].model="Forester" vehicles[1].model=`,
		"Please add towing to the Forester":                             "vehicles[1].coverages.towing=true",
		"Por favor, quite el alquiler.":                                 "coverages.rental=false",
		"¿Puede quitar la renta de auto, por favor?":                    "coverages.rental=false",
		"Ya no quiero el carro de alquiler":                             "coverages.rental=false",
		"Mejor sin alquiler y sin grúa, gracias":                        "coverages.rental=false coverages.towing=false",
		"Quiero un deducible de colisión de $1,000 para la Pilot":       "vehicles[0" + coll + "=1000",
		"Por favor baje el deducible de la Forester a 250":              "vehicles[1" + coll + "=250 vehicles[1" + comp + "=250",
		"¿Puede quitar el segundo carro?":                               `vehicles[0].model="Pilot" vehicles[1].model=`,
		"Quiten la Forester, por favor":                                 `vehicles[0].model="Pilot" vehicles[1].model=`,
		"Que empiece el 9 de diciembre, por favor.":                     `effective_date="2026-12-09"`,
	} {
		c := begin(t, usual())
		c.customer(pilotAndForester)
		c.accept()
		c.customer(mail)
		if c.state.DataForReview == nil || c.state.AgentScratchpad.Quote.ID == c.state.AgentScratchpad.LastQuote.ID {
			t.Errorf("%s: no other quote; %s", mail, c.summary())
			continue
		}
		for one := range strings.FieldsSeq(want) {
			path, value, _ := strings.Cut(one, "=")
			if got, _ := c.state.Application().Get(path); string(got) != value {
				t.Errorf("%s: %s is %s, want %s", mail, path, got, value)
			}
		}
	}
}

// A question is no request, and a reason for staff is true.
func TestFinding15NoChangeIsReadFromQuestions(t *testing.T) {
	t.Parallel()
	for mail, want := range map[string]string{
		"Is the rental that you included for my wife?": `also asks: "Is the rental`,
	} {
		c := begin(t, usual())
		c.customer(pilotAndForester)
		c.accept()
		c.customer(mail)
		if why := c.handedOver(); !strings.Contains(why, want) {
			t.Errorf("%s: %s", mail, why)
		}
	}
}

// A request to keep a coverage, or words that are not understood, take nothing off.
func TestFinding15NothingIsTakenOffByMistake(t *testing.T) {
	t.Parallel()
	for _, mail := range []string{
		"Please don't take rental off.", "Please don’t take the rental off!", "Please do not drop rental.",
		"Don't remove the rental, please", "No, I want to keep the rental.", "Never take the rental off.",
		"Please leave the rental on.", "I'm not sure about rental, don't take it off yet.",
		"Take nothing off, rental stays.", "Why would I take rental off?", "Should I take the rental off?",
		"My wife says we should not drop rental", "Isn't rental off?",
		"Por favor no quite el alquiler.", "No quiero quitar la renta", "No, deje el alquiler.",
		"¿Debo quitar el alquiler?", "Nunca quite el alquiler", "No me quiten el segundo carro",
		"Don't push the start back a week.", "Push the start up two weeks", "Start it a week earlier.",
		"Should we push the start back a week?", "Don't drop the second car.", "Don't take the Forester off", "Keep the second car",
	} {
		c := begin(t, usual())
		c.customer(pilotAndForester)
		c.accept()
		c.customer(mail)
		a := c.state.Application()
		if a.Coverages.Rental == nil || !*a.Coverages.Rental || len(a.Vehicles) != 2 {
			t.Errorf("%s: rental %v, %d cars", mail, a.Coverages.Rental, len(a.Vehicles))
		} else if a.EffectiveDate != "2026-11-20" {
			t.Errorf("%s: starts on %s", mail, a.EffectiveDate)
		}
	}
}

// A request that the rules read only in part is shown to staff, with a price without the change.
func TestFinding15AnUnreadRequestIsShown(t *testing.T) {
	t.Parallel()
	c := begin(t, usual())
	c.customer(pilotAndForester)
	c.accept()
	c.customer("Take towing and rental off and raise both deductibles. " +
		"My commute in the Pilot is 12 miles.")
	p := c.underReview(agent.StageQuote)
	mustHave(t, strings.Join(p.Warnings, "\n"),
		`may ask for something that is not done: "raise both deductibles`)
	if now := c.state.Application().Coverages; *now.Rental || *now.Towing {
		t.Errorf("rental %v, towing %v", *now.Rental, *now.Towing)
	}
}

// "How much with 250/500?" in a mail with answers after a quote changes no limit.
func TestSuppositionBesideAnswersChangesNothing(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete)
	c.underReview(agent.StageQuote)
	c.accept()
	c.customer("My girlfriend Lena Moss moved in, she drives the Civic too.")
	c.underReview(agent.StageInfoRequest)
	c.accept()
	c.customer("1. 4/2/1991\n2. 12\n\nand how much with 250/500?")
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "With this change it would be",
		"Bodily injury liability: $250,000 / $500,000 instead of $100,000 / $300,000")
}
