package planner_test

import (
	"reflect"
	"strings"
	"testing"

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

// A child without a license was licensed for no years, so no mail asks again. Staff see it.
func TestDifficultNoLicenseYet(t *testing.T) {
	for _, answer := range []string{
		"He has no license yet.", "Ben doesn't have his license yet", "Ben todavía no tiene licencia.",
	} {
		c := begin(t, usual())
		c.customer(complete + "\nPlease add my son Ben, born Feb 10, 2011.")
		c.underReview(agent.StageInfoAnalysis)
		c.accept()
		asks := c.underReview(agent.StageInfoRequest).Draft.Text
		mustHave(t, asks, "For how many years has Ben been licensed")
		c.accept()
		c.customer(answer)
		p := c.underReview(agent.StageQuote)
		mustHave(t, strings.Join(p.Warnings, "\n"), "no valid license yet?",
			"allows only a learner's permit")
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
