package reading

import "testing"

// checkTheirs checks what later mails state where Tom drives the Civic and Linda the Forester.
func checkTheirs(t *testing.T, asked []string, all map[string]string) {
	t.Helper()
	known := ofTwoCars()
	known.Vehicles[0].Driver, known.Vehicles[1].Driver = new(0), new(1)
	for text, want := range all {
		checkAnswered(t, text, answered(known, asked, text), want)
	}
}

// TestTakenOffWithACar: who is to come off beside a car, or "back off", comes off too.
func TestTakenOffWithACar(t *testing.T) {
	checkTheirs(t, nil, map[string]string{
		"Take Linda and the Forester off please.":     "drivers[1]= vehicles[1]=",
		"Please take the Forester and Linda off.":     "drivers[1]= vehicles[1]=",
		"Remove Linda and the Forester.":              "drivers[1]= vehicles[1]=",
		"OK take Linda back off, she can wait.":       "drivers[1]=",
		"Take Linda off the Forester.":                "",
		"What if we take Linda and the Forester off?": "vehicles[1]=",
	})
}

// TestTakenOffIsNoPolicyChange: whoever moved away and is to come off changes what is quoted, unless a policy is spoken of.
func TestTakenOffIsNoPolicyChange(t *testing.T) {
	for text, want := range map[string]string{
		"Linda moved to Boise. Please take her off.":       provideInfo,
		"Linda moved out last month, take her off please.": provideInfo,
		"Please take Linda off my policy.":                 policyChange,
	} {
		if got := answered(ofTwoCars(), nil, text); got.Intent != want {
			t.Errorf("%q is %s, want %s", text, got.Intent, want)
		}
	}
}

// TestWhoDrivesNamedAsAWord: who drives may be called as a month or a verb is.
func TestWhoDrivesNamedAsAWord(t *testing.T) {
	for text, want := range map[string]string{
		"1. Mark":              `drivers[2].given_name="Mark" vehicles[0].driver=2`,
		"1. Grant's":           `drivers[2].given_name="Grant" vehicles[0].driver=2`,
		"1. June.":             `drivers[2].given_name="June" vehicles[0].driver=2`,
		"1. Frank, my brother": `drivers[2].given_name="Frank" drivers[2].relationship="other" vehicles[0].driver=2`,
		"1. Will depend":       "",
		"1. Best not to say":   "",
	} {
		checkAnswered(t, text, answered(ofTwoCars(), []string{"vehicles[0].driver"}, text), want)
	}
	got := answered(ofTwoCars(), nil, "Please add our daughter Casey, born 11/2/2008. She'll drive the Civic.")
	checkAnswered(t, "She'll", got, `drivers[2].given_name="Casey" drivers[2].date_of_birth="2008-11-02" drivers[2].relationship="child" vehicles[0].driver=2`)
}

// TestCarIsAnother: the only car that is known is another model, or was given for another.
func TestCarIsAnother(t *testing.T) {
	for text, want := range map[string]string{
		"The car is an Accord, not a Civic.":                   `vehicles[0].model="Accord"`,
		"It's a Tacoma, not a Civic.":                          `vehicles[0].make="Toyota" vehicles[0].model="Tacoma"`,
		"Sorry, it's a 2018 Accord not a Civic":                `vehicles[0].model="Accord" vehicles[0].year=2018`,
		"We traded it in for a 2021 Kia Soul.":                 `vehicles[0]= vehicles[1].make="Kia" vehicles[1].model="Soul" vehicles[1].year=2021`,
		"We haven't sold it. Please add a 2021 Kia Soul.":      `vehicles[1].make="Kia" vehicles[1].model="Soul" vehicles[1].year=2021`,
		"Please add a 2021 Kia Soul, it's not a company car.":  `vehicles[1].make="Kia" vehicles[1].model="Soul" vehicles[1].year=2021`,
		"I have a correction: it's apartment 3B, and no more.": "",
	} {
		checkAnswered(t, text, answered(ofOneCar(), nil, text), want)
	}
}

// TestRestatedBeforeCorrected: what the author says that we have stands back behind what they put in its place.
func TestRestatedBeforeCorrected(t *testing.T) {
	checkTheirs(t, nil, map[string]string{
		"You have me with no accidents. I had one at-fault accident in August.": "drivers[0].accidents=1",
		"You show me as no tickets but I got one for speeding in June.":         "drivers[0].violations=1",
		"I got a ticket for speeding in June.":                                  "drivers[0].violations=1",
		"You have the deductible at 500, I want 1000.":                          "coverages.collision_deductible=1000 coverages.comprehensive_deductible=1000",
		"You have the Civic as a 2017, it should be a 2016.":                    "vehicles[0].year=2016",
	})
}

// TestSeveralLimitsAsked: who wants the price of several limits has chosen none.
func TestSeveralLimitsAsked(t *testing.T) {
	checkTheirs(t, nil, map[string]string{
		"Can you show me both 100/300 and 250/500?":        "",
		"What would it be at 100/300 and what at 250/500?": "",
		"Show me both 100/300 and 250/500.":                "",
		"I'd like 250/500 please.":                         `coverages.bodily_injury="250/500"`,
	})
}

// TestCoverOfMine: what is wished for "mine" is of that car alone.
func TestCoverOfMine(t *testing.T) {
	liable := "vehicles[0].coverages.collision_deductible=0 vehicles[0].coverages.comprehensive_deductible=0"
	checkTheirs(t, nil, map[string]string{
		"Please leave mine at liability only.": liable,
		"Put mine on liability only.":          liable,
		"I don't want the PIP.":                "coverages.personal_injury_protection=",
		"I did not ask for medical payments.":  "coverages.medical_payments=",
	})
}

// TestMilesAlone: a number that has a clause of its own is the miles that we asked for.
func TestMilesAlone(t *testing.T) {
	one := []string{"vehicles[0].use", "vehicles[0].annual_miles"}
	for text, want := range map[string]string{
		"It's for groceries. 8,000 or so.":     `vehicles[0].annual_miles=8000 vehicles[0].use="pleasure"`,
		"errands, 7,500, nothing else":         `vehicles[0].annual_miles=7500 vehicles[0].use="pleasure"`,
		"It's for groceries. It cost $8,000.":  `vehicles[0].use="pleasure"`,
		"It's for groceries. 2016 or so.":      `vehicles[0].use="pleasure"`,
		"It's for groceries. My rent is 8,000": `vehicles[0].use="pleasure"`,
	} {
		checkAnswered(t, text, answered(ofOneCar(), one, text), want)
	}
	both := []string{"vehicles[0].annual_miles", "vehicles[1].annual_miles"}
	checkTheirs(t, both, map[string]string{
		"Civic is for work. 12,000. The Forester: errands, 8,000.": `vehicles[0].annual_miles=12000 vehicles[0].use="commute" vehicles[1].annual_miles=8000 vehicles[1].use="pleasure"`,
	})
}

// TestWorkAnswered: tools that are carried, and a job with the way to it, answer what a car is used for.
func TestWorkAnswered(t *testing.T) {
	for text, want := range map[string]string{
		"1. trabajo, cargo mi equipo":               `vehicles[0].use="business"`,
		"1. work, I bring all my tools":             `vehicles[0].use="business"`,
		"1. for fun, I carry my camping equipment":  `vehicles[0].use="pleasure"`,
		"1. Work, construction sites":               `vehicles[0].use="business"`,
		"1. para el trabajo y llevo herramientas":   `vehicles[0].use="business"`,
		"1. I'm a nurse, drive to St. Ann, 4 miles": `vehicles[0].use="commute"`,
	} {
		checkAnswered(t, text, answered(ofOneCar(), []string{"vehicles[0].use"}, text), want)
	}
	checkTheirs(t, nil, map[string]string{"¿Hay descuento si pago todo de una vez?": ""})
	checkTheirs(t, nil, map[string]string{"Thanks! I'll let you know by Friday.": ""})
}

// TestListedWrongly takes off a car that should not have been listed, but not for what else should not be there.
func TestListedWrongly(t *testing.T) {
	off := "vehicles[1]="
	checkTheirs(t, nil, map[string]string{
		"The Forester is my sister's, I shouldn't have listed it.":                 off,
		"Sorry, I should not have included the Forester. It belongs to my sister.": off,
		"I made a mistake: the Forester isn't mine, please ignore it.":             off,
		"The Forester is not ours, it's my sister's car and on her policy.":        off,
		"About the Forester: I shouldn't have put it on there.":                    off,
		"Listing the Forester was a mistake.":                                      off,
		"I listed the Forester by mistake.":                                        off,
		"I accidentally added the Forester, sorry.":                                off,
		"The Forester shouldn't be on there.":                                      off,
		"The Forester doesn't need to be on this quote.":                           off,
		"I'm so sorry about the Forester. It should not have been included.":       off,
		"I shouldn't have listed 12,000 miles for the Forester.":                   "",
		"I shouldn't have listed it as financed. The Forester is mine.":            "vehicles[1].driver=0",
		"The Forester shouldn't be at my sister's address.":                        "",
		"The Forester doesn't need to be insured for rental.":                      "coverages.rental=false",
		"If I shouldn't have listed the Forester let me know.":                     "",
		"Shouldn't I have listed the Forester?":                                    "",
		"My ticket shouldn't be on there. I drive the Civic, Linda the Forester.":  "vehicles[0].driver=0",
		"Linda drives the Forester. Her old ticket shouldn't be on there.":         "vehicles[1].driver=1",
		"Rental on the Forester was listed by mistake.":                            "",
		"The price for the Forester shouldn't be on there.":                        "",
	})
}
