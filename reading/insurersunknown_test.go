package reading

import "testing"

// TestInsurersUnknown reads names of insurers that are in no list, by what is said of them.
func TestInsurersUnknown(t *testing.T) {
	for text, want := range map[string]string{
		"2012 Kia Rio. I've been with Harbor Pines since 2011 and that policy is up on the 30th.": `prior_insurance.carrier="Harbor Pines"`,
		"2012 Kia Rio. We have been with Silver Mesa for 9 years and our rates went up again.":    `prior_insurance.carrier="Silver Mesa"`,
		"2012 Kia Rio. We're insured through Silver Mesa now.":                                    `prior_insurance.carrier="Silver Mesa"`,
		"2012 Kia Rio. I've been with Ann Moss for 9 years and want a cheaper policy.":            `!prior_insurance.carrier`,
		"2012 Kia Rio. I've been with Harbor Pines Hospital for 9 years as a nurse.":              `!prior_insurance.carrier`,
		"2012 Kia Rio. Geico got dear. i was with geico till may, it was 900 for half a year.":    `prior_insurance.carrier="GEICO"`,
	} {
		checkText(t, text, want)
	}
}

// TestStartByWhatHappensThen reads when cover is to start by what happens on that day, and by whom a
// price is asked for from then on.
func TestStartByWhatHappensThen(t *testing.T) {
	for text, want := range map[string]string{
		"2012 Kia Rio. We move in on December 4. That's when we would like the cover to begin.": `effective_date="2026-12-04"`,
		"2012 Kia Rio. My lease is over December 4, which is the day I need coverage to start.": `effective_date="2026-12-04"`,
		"2012 Kia Rio. A price for my car from the fourth of December, please.":                 `effective_date="2026-12-04"`,
		"2012 Kia Rio. Jo was hired on December 4. That's when my old insurance began.":         `!effective_date`,
		"2012 Kia Rio. I have your quote for the car from November 2.":                          `!effective_date`,
	} {
		checkText(t, text, want)
	}
}

// TestSeveralCheaper tells a discount for several cars from another one that both are to get.
func TestSeveralCheaper(t *testing.T) {
	for text, want := range map[string]string{
		"2012 Kia Rio and 2015 Kia Soul. Is there a break for insuring both cars here?": `discounts=["multi_car"]`,
		"2012 Kia Rio and 2015 Kia Soul. Any discount if we put two vehicles on it?":    `discounts=["multi_car"]`,
		"2012 Kia Rio and 2015 Kia Soul. I'd like a discount for more than one car.":    `discounts=["multi_car"]`,
		"2012 Kia Rio and 2015 Kia Soul. Do I get the military discount for both cars?": `discounts=["military"]`,
		"2012 Kia Rio and 2015 Kia Soul. What discounts are there for both cars?":       `!discounts`,
		"2012 Kia Rio and 2015 Kia Soul. I want cheaper insurance for two cars.":        `!discounts`,
		"2012 Kia Rio. The new price was 21 500 dollars.":                               `vehicles[0].cost_new=21500`,
		"2012 Kia Rio. It has 21 500 on it, 300 dollars went into new brakes for it.":   `!vehicles[0].cost_new`,
	} {
		checkText(t, text, want)
	}
}
