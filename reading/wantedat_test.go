package reading

import "testing"

// TestQuoteWantedAtOnce tells the day on which a quote is wanted from that on which cover starts.
func TestQuoteWantedAtOnce(t *testing.T) {
	for text, want := range map[string]string{
		"I need insurance quotes asap for a 2019 Civic":                                           `!effective_date`,
		"URGENT need insurance quote today. 2019 Civic":                                           `!effective_date`,
		"I need a car insurance quote by Monday. 2019 Civic":                                      `!effective_date`,
		"I need insurance asap. 2019 Civic":                                                       `effective_date="2026-11-20"`,
		"I need a quote, coverage to start today. 2019 Civic":                                     `effective_date="2026-11-20"`,
		"Send a quote, I need insurance by Monday. 2019 Civic":                                    `effective_date="2026-11-23"`,
		"My Geico policy expires December 31. We'd like the new one to take effect the same day.": `effective_date="2026-12-31"`,
		"My Geico policy expires January 7 and I would want yours to go into effect the same day": `effective_date="2027-01-07"`,
	} {
		checkText(t, text, want)
	}
}

// TestThereNow takes nobody to work where they are as they write.
func TestThereNow(t *testing.T) {
	for text, want := range map[string]string{
		"I'm at the dealership and need an insurance quote. 2019 Honda Civic":     `!vehicles[0].use`,
		"I'm at the plant 5 days a week and drive 12 miles to it. 2019 Civic":     `vehicles[0].use="commute"`,
		"I work at the dealership and drive there daily. 2019 Honda Civic":        `vehicles[0].use="commute"`,
		"We're at the hospital now, please quote our 2019 Civic for pleasure use": `vehicles[0].use="pleasure"`,
	} {
		checkText(t, text, want)
	}
}
