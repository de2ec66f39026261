package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/agent"
)

// Staff see each question before a quote that the draft does not answer, also with questions to
// the customer.
func TestDifficultQuestionsBeforeTheQuote(t *testing.T) {
	const incomplete = "I'd like a quote for my 2019 Honda Civic. "
	for _, asks := range []string{
		"Cuanto seria solo con lo minimo?", "What would it be without rental?",
		"¿Y cuánto sería con otro deducible?", "Can I pay with my Visa card?",
		"Do you report to DMV if he drives anyway?", "Can you also quote my neighbor?",
	} {
		c := begin(t, usual())
		c.customer(complete + "\n" + asks)
		mustHave(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), asks)
		c = begin(t, usual())
		c.customer(incomplete + asks)
		mustHave(t, strings.Join(c.underReview(agent.StageInfoRequest).Warnings, "\n"), asks)
	}
	for _, said := range []string{"How much would it cost? Please let me know. Thank you!",
		"Just quote it"} {
		c := begin(t, usual())
		c.customer(complete + "\n" + said)
		warnings := strings.Join(c.underReview(agent.StageQuote).Warnings, "\n")
		mustLack(t, warnings, "may ask", "also asks")
	}
}

// "Just the truck" leaves out the other car.
func TestJustOneCarIsSeen(t *testing.T) {
	const truck = "We also have a 2016 Ford F-150, owned, pleasure, 6,000 miles a year.\n"
	for _, asks := range []string{"Just quote the truck.", "Just quote this car please."} {
		c := begin(t, usual())
		c.customer(complete + "\n\n" + truck + asks)
		mustHave(t, strings.Join(c.state.DataForReview.Warnings, "\n"), asks)
	}
}

// A wish for a call is one warning, although the wish is a question.
func TestAWishForACallIsSeenOnce(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nCan someone call me?")
	warnings := strings.Join(c.underReview(agent.StageQuote).Warnings, "\n")
	if n := strings.Count(warnings, "Can someone call me?"); n != 1 {
		t.Errorf("%d times: %s", n, warnings)
	}
}

// The review of a doubtful reading shows a wish for a call, too.
func TestAReadingShowsTheWishForACall(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nThe Civic is a 2020. Can someone call me?")
	p := c.underReview(agent.StageInfoAnalysis)
	if n := strings.Count(strings.Join(p.Warnings, "\n"), "Can someone call me?"); n != 1 {
		t.Errorf("%d times: %q", n, p.Warnings)
	}
}

// Staff see that a first mail declines a coverage for one of several cars.
func TestACoverageOfOneCarIsSeen(t *testing.T) {
	for _, said := range []string{"No collision on the truck.", "I don't want comp on the F-150.",
		"Sin colisión para la troca."} {
		c := begin(t, usual())
		c.customer(complete + "\n\nWe also have a 2016 Ford F-150, owned, pleasure, 6,000 miles a " +
			"year.\n\n" + said)
		warnings := strings.Join(c.underReview(agent.StageQuote).Warnings, "\n")
		mustHave(t, warnings, "not done: \""+said)
		mustLack(t, warnings, "left out")
	}
	c := begin(t, usual())
	c.customer(complete + "\n\nNo collisions in five years. No collision coverage needed.")
	mustLack(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), "not done")
}

// A death goes to staff in Spanish, too, and needs no form.
func TestADeathInSpanishIsSeen(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nPlease also put my husband Tom Lopez on it, born 7/9/1983, " +
		"licensed since 2001, no accidents, no tickets.")
	c.accept()
	c.customer("Mi esposo Tom falleció en marzo. Por favor quítenlo.")
	mustHave(t, c.handedOver(), "a death?", "quítenlo")
	mustLack(t, c.handedOver(), "a signed exclusion form")
}

// A driver of the mail whom the mail leaves out is no driver, and no mail asks about the driver.
// Staff learn what leaving out takes.
func TestDifficultDriverLeftOut(t *testing.T) {
	for _, sentence := range []string{
		"My son Ben Lopez, born 5/5/2008, got his license in June. For now don't put him on.",
		"Our son Ben, born May 5, 2008, lives with us. Please leave Ben off.",
		"My husband Tom, born 7/9/1983, licensed since 2001, has no tickets. " +
			"Please don't add him, he has his own policy.",
		"Mi hijo Ben nació el 5 de mayo de 2008. No lo ponga por ahora.",
	} {
		c := begin(t, usual())
		c.customer(complete + "\n" + sentence)
		p := c.underReview(agent.StageQuote)
		mustHave(t, strings.Join(p.Warnings, "\n"), "a signed exclusion form")
		if n := len(c.state.Application().Drivers); n != 1 {
			t.Errorf("%s: %d drivers; %s", sentence, n, c.summary())
		}
	}
}

// "Him" in the answer to a question about a resident is this resident, and no driver.
func TestResidentLeftOutIsNoDriver(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nPlease also put my husband Tom Lopez on it, born 7/9/1983, " +
		"licensed since 2001, no accidents, no tickets. Our grandson stays with us, he is 17.")
	c.accept()
	c.customer("No, he doesn't drive our cars. Leave him off.")
	if n := len(c.state.Application().Drivers); n != 2 {
		t.Errorf("%d drivers; %s", n, c.summary())
	}
	c.accept()
	c.customer("Our niece stays with us, she is 17.")
	c.accept()
	c.customer("No, she doesn't drive our cars. Leave her off.")
	if n := len(c.state.Application().Drivers); n != 2 {
		t.Errorf("after a quote: %d drivers; %s", n, c.summary())
	}
}

// Each driver who is taken off or excluded has a note about the signed form.
func TestDifficultExclusionNeedsAForm(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nMy wife Karen lives with me but had a DUI in 2023, " +
		"so I want her excluded.")
	mustHave(t, strings.Join(c.asked[len(c.asked)-1].Warnings, "\n")+strings.Join(c.handed, "\n"),
		"a signed exclusion form")
	for _, mail := range []string{"Please take Tom off.", "Drop my husband from the policy.",
		"Quite a Tom por favor.", "Please leave Tom off, he has a car of his own.",
		"My old car died. Please take Tom off.",
		"My husband Tom passed away in May. Please take him off."} {
		c := begin(t, usual())
		c.customer(complete + "\nPlease also put my husband Tom Lopez on it, born 7/9/1983, " +
			"licensed since 2001, no accidents, no tickets.")
		c.accept()
		c.customer(mail)
		p := c.underReview(agent.StageQuote)
		warnings := strings.Join(p.Warnings, "\n")
		if strings.Contains(mail, "passed away") {
			mustHave(t, warnings, "a death?")
			mustLack(t, warnings, "a signed exclusion form")
		} else {
			mustHave(t, warnings, "a signed exclusion form")
		}
		if n := len(c.state.Application().Drivers); n != 1 {
			t.Errorf("%s: %d drivers", mail, n)
		}
	}
}

// What is read about another person changes no value of the customer.
func TestDifficultWordsAboutOthers(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	c.customer("oops my wife reminds me that the ticket I forgot was reckless driving in 2024. " +
		"shes Jo Lopez btw, drives it on sundays")
	a := c.state.Application()
	if years, use := *a.Drivers[0].YearsLicensed, a.Vehicles[0].Use; years != 23 || use != "commute" {
		t.Errorf("%d years, %s", years, use)
	}
	c.accept() // the reading is in doubt
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, strings.Join(p.Warnings, "\n"), "more than a ticket")
	mustHave(t, p.Draft.Text, "How many traffic tickets")

	c, _ = quoted(t, usual())
	c.accept()
	c.customer("My roommate's boyfriend wants a quote as well.")
	if n := len(c.state.Application().Drivers); n != 1 {
		t.Errorf("%d drivers", n)
	}

	c = begin(t, usual())
	c.customer(complete + "\nPlease also put my husband Tom Lopez on it, born 7/9/1983, " +
		"licensed since 2001, no accidents, no tickets.")
	c.accept()
	c.customer("Tom has decided to stop driving altogether, so please leave him off. " +
		"Would that lower it? And kindly mail us a paper copy.")
	mustHave(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), "a signed exclusion form",
		"Would that lower it?", "mail us a paper copy")
}

// A request next to the choice of an offer is shown to staff. A loss goes to a person.
func TestDifficultMoreThanAnOffer(t *testing.T) {
	for also, wants := range map[string]string{
		"Also send my mom a copy of it.":                  "send my mom a copy of it",
		"Also, please put the policy in my maiden name.":  "maiden name",
		"Also a guy rear-ended me yesterday.":             "reports a claim",
		"Also, does it cover my trailer in Mexico?":       "my trailer in Mexico",
		"And take my aunt off, she never drove it anyway": "take my aunt off",
	} {
		c, _ := quoted(t, usual())
		c.accept()
		answered(t, c, "What would it be with 250/500 limits? And without rental?")
		c.accept()
		c.customer("Do A. " + also)
		said := strings.Join(c.handed, "\n")
		if p := c.state.DataForReview; p != nil {
			said += strings.Join(p.Warnings, "\n")
		}
		mustHave(t, said, wants)
		if c.state.Application().Coverages.BodilyInjury != "250/500" {
			mustHave(t, said, `not done: "Do A."`)
		}
	}
}

// A choice with an exception is a new quote of the change without the exception.
func TestDifficultChoiceWithAnException(t *testing.T) {
	for said, want := range map[string]string{
		"Take option 1 but keep towing.":            "250/500 rental true towing true 500",
		"Option 1 but keep towing":                  "250/500 rental true towing true 500",
		"Let's go with option B, except the rental": "100/300 rental true towing false 500",
		"Quiero la opción 1 pero dejen la grúa.":    "250/500 rental true towing true 500",
		"A please. But leave towing on.":            "250/500 rental true towing true 500",
		"Both, except for towing":                   "250/500 rental false towing true 500",
		"Option B but keep the rental, please":      "100/300 rental true towing false 500",
		"OK take option A but with collision 250":   "250/500 rental true towing true 250",
	} {
		c := choosing(t)
		c.customer(said)
		if len(c.handed) > 0 {
			t.Errorf("%s: handed over: %q", said, c.handed)
			continue
		}
		mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "What changed since our last estimate")
		got := c.state.Application().Coverages
		if is := fmt.Sprintf("%s rental %t towing %t %d", got.BodilyInjury, *got.Rental, *got.Towing,
			*got.CollisionDeductible); is != want {
			t.Errorf("%s: %s, want %s", said, is, want)
		}
	}
}

// A choice with an exception that is not clear changes nothing. Staff see the words.
func TestDifficultChoiceWithAnUnclearException(t *testing.T) {
	for _, said := range []string{
		"Yes, but keep towing.", "Go with the cheaper one, but keep roadside flares.",
		"Option B but keep rental and towing.", "Option A but keep my aunt on it.",
		"Option A but call me first.", "Option A but keep collision at 250.",
		"Option A but keep towing. And tell Bob about the boat.",
	} {
		c := choosing(t)
		c.customer(said)
		seen := strings.Join(c.handed, "\n")
		if p := c.state.DataForReview; p != nil {
			seen += strings.Join(p.Warnings, "\n")
		}
		mustHave(t, seen, strings.TrimSuffix(strings.Split(said, ". ")[0], "."))
		if now := c.state.Application().Coverages; now.BodilyInjury != "100/300" || !*now.Towing {
			t.Errorf("%s: %s, towing %t", said, now.BodilyInjury, *now.Towing)
		}
	}
	c, _ := quoted(t, usual())
	c.accept()
	answered(t, c, "What would it be without rental?")
	c.accept()
	c.customer("Yes please, but I have one thing to add: the Civic has 9,000 miles a year.")
	mustHave(t, strings.Join(c.asked[len(c.asked)-1].Warnings, "\n"), "Yes please, but I have")
}

// choosing returns a conversation with the changes A (limits) and B (no rental, no towing).
func choosing(t *testing.T) *conversation {
	c, _ := quoted(t, usual())
	c.accept()
	answered(t, c, "What would it be with 250/500 limits? And without rental and towing?")
	c.accept()
	return c
}

// A value that changes from now on is used, or staff see the words.
func TestDifficultGoingForward(t *testing.T) {
	for said, open := range map[string]string{
		"Make it 7k going forward.":                                        "7k going forward",
		"Actually I work from home in January, so 7k going forward.":       "so 7k going forward",
		"Voy a trabajar desde casa, serán 7 mil de ahora en adelante.":     "7 mil de ahora en adelante",
		"It is more like 7k miles a year going forward, I work from home.": "",
	} {
		c, _ := quoted(t, usual())
		c.accept()
		c.customer(said)
		seen := strings.Join(c.handed, "\n")
		if p := c.state.DataForReview; p != nil {
			seen += strings.Join(p.Warnings, "\n")
		}
		mustLack(t, seen, "wants to go ahead")
		mustHave(t, seen, open)
		if now := *c.state.Application().Vehicles[0].AnnualMiles; (now == 7000) != (open == "") {
			t.Errorf("%s: %d miles", said, now)
		}
	}
}

// No draft assumes a clean record if a mail speaks of an accident or a ticket that no value counts.
func TestDifficultUncountedIncidents(t *testing.T) {
	for said, asks := range map[string]string{
		"My son Max Lopez, born 2/2/2006, licensed 3 years, drives it too. " +
			"Max crashed it in February, his fault.": "How many at-fault accidents has Max",
		"Two speeding tickets, in 2020 and in August 2025.": "How many traffic tickets",
		"Choqué en febrero, fue mi culpa.":                  "How many at-fault accidents",
	} {
		c := begin(t, usual())
		c.customer(strings.ReplaceAll(complete, " Clean record.", "") + "\n" + said)
		c.accept() // the reading is in doubt
		p := c.underReview(agent.StageInfoRequest)
		mustHave(t, strings.Join(p.Warnings, "\n"), "No value counts these words")
		mustHave(t, p.Draft.Text, asks)
	}
	c := begin(t, usual())
	c.customer(complete + "\nI did have an accident: someone rear-ended me in March 2025.")
	p := c.underReview(agent.StageQuote)
	mustHave(t, strings.Join(p.Warnings, "\n"), "No value counts these words")
}
