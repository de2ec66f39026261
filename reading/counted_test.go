package reading

import "testing"

// An incident counts only if the mail says that the driver had the incident, and how many.
func TestCountedIncidents(t *testing.T) {
	for said, want := range map[string]string{
		"Tickets 0, accidents 1 - Nov 2025, my fault.":                 "drivers[0].accidents=1 drivers[0].violations=0",
		"I had one accident but it wasnt my fault, he ran a red.":      "!drivers[0].accidents",
		"An accident in May, deemed 100% the other driver.":            "!drivers[0].accidents",
		"One at-fault accident in May, I hit the other driver.":        "drivers[0].accidents=1",
		"An accident in May, the other guy got blamed.":                "!drivers[0].accidents",
		"An accident in May, the other driver took the blame.":         "!drivers[0].accidents",
		"1 accident in 2025, not mine.":                                "!drivers[0].accidents",
		"Tuve un choque pero la culpa fue del otro.":                   "!drivers[0].accidents",
		"Un accidente en enero pero fue culpa del otro.":               "!drivers[0].accidents",
		"Accidents 0, tickets 2.":                                      "drivers[0].accidents=0 drivers[0].violations=2",
		"0 accidents 2 tickets":                                        "drivers[0].accidents=0 drivers[0].violations=2",
		"Accidents: 1 (2025), 1 (2023). Tickets: none":                 "!drivers[0].accidents drivers[0].violations=0",
		"\nAccidents: 1 (2025), 1 (2024)\nTickets: none":               "!drivers[0].accidents drivers[0].violations=0",
		"\nAccidents: 0\nTickets: 1 (2019)":                            "drivers[0].accidents=0 !drivers[0].violations",
		"Two tickets: one speeding in Dec 2025, one in Feb 2026.":      "!drivers[0].violations",
		"A couple of tickets: one speeding in May, one rolling stop.":  "!drivers[0].violations",
		"I had a ticket dismissed last year.":                          "!drivers[0].violations",
		"I got a speeding ticket in May but it was thrown out.":        "!drivers[0].violations",
		"List any driver who had an accident, a ticket or a claim: no": "!drivers[0].accidents !drivers[0].violations",
		"No accidents, speeding ticket this spring.":                   "drivers[0].accidents=0 !drivers[0].violations",
		"No accidents, speeding tickets, or claims.":                   "drivers[0].accidents=0 drivers[0].violations=0",
		"No accidents, speeding ticket or DUI.":                        "drivers[0].accidents=0 drivers[0].violations=0",
		"Never an accident, ticket or claim.":                          "drivers[0].accidents=0 drivers[0].violations=0",
		"My brother had two tickets last year.":                        "!drivers[1].violations",
		"My brother lives with us. He has two tickets.":                "drivers[1].violations=2",
		"My girlfriend Lena has two tickets.":                          `drivers[1].given_name="Lena" drivers[1].violations=2`,
		"My brother Al lives with us and has two tickets.":             "drivers[1].violations=2",
	} {
		checkText(t, "I'm Pat Doe, I drive a 2019 Toyota Camry. "+said, want)
	}
}

// Words about lending, offers of others and questions are no values of the customer.
func TestNotTheCustomersValues(t *testing.T) {
	for said, want := range map[string]string{
		"Do you take monthly payments?":                      "!vehicles[0].ownership",
		"Do you insure leased cars?":                         "!vehicles[0].ownership",
		"Do I need full coverage since I still owe on it?":   `vehicles[0].ownership="financed"`,
		"Does it matter that the car is leased?":             `vehicles[0].ownership="leased"`,
		"Lien: Chase.":                                       `vehicles[0].ownership="financed"`,
		"The Camry is paid for, no lien.":                    `vehicles[0].ownership="owned"`,
		"I'd like the policy paid in full.":                  `discounts=["paid_in_full"]`,
		"Discount: paid in full":                             `discounts=["paid_in_full"]`,
		"Discounts: paperless, paid in full":                 `discounts=["paid_in_full","paperless"]`,
		"Geico came back at $900. Can you beat it?":          "!prior_insurance",
		"My home is insured with you too.":                   `discounts=["multi_policy"]`,
		"We have our homeowners through you.":                `discounts=["multi_policy"]`,
		"Tengo mi seguro de casa con ustedes.":               `discounts=["multi_policy"]`,
		"It's a Camry SE, paid in full.":                     "!discounts",
		"A couple of questions: do you offer towing?":        "!coverages.towing",
		"Geico quoted me $900 for 50/100/50 and $1000 ded.":  "!coverages",
		"Geico quoted me 50/100/50. I'd like 100/300/100.":   `coverages.bodily_injury="100/300"`,
		"Geico offered me $1000 ded, I'd stay at 50/100/50.": `coverages.bodily_injury="50/100"`,
		"I'd like 100/300/100, Geico quoted me $900 for it.": `coverages.bodily_injury="100/300"`,
	} {
		checkText(t, "I'm Pat Doe, I drive a 2019 Toyota Camry. "+said, want)
	}
}

// A surname with another meaning says nothing about a car.
func TestSurnameLien(t *testing.T) {
	in := letter("quote", "Please quote my 2019 Toyota Camry.\n\nWei Lien")
	in.FromName = "Wei Lien"
	trap(t, in, "!vehicles[0].ownership")
}

// A comma between "drives" and a car gives the driver another car.
func TestDrivesTheCarBefore(t *testing.T) {
	in := letter("quote", "Equinox 9k pleasure Linda drives, Camry 12k commute")
	in.Known = beckers()
	in.Known.Vehicles = nil
	trap(t, in, "!vehicles[0].driver !vehicles[1].driver")
}

// A colon between "drives" and a car is no comma.
func TestDrivesTheCarBehindAColon(t *testing.T) {
	checkText(t, "I'm Pat Doe. I have a 2019 Toyota Camry and a 2021 Honda CR-V.\n"+
		"I drive: Camry. My husband Tom drives: CR-V.", "vehicles[0].driver=0 vehicles[1].driver=1")
}

// Limits behind the current insurer are the limits of today, if the mail asks for other limits.
func TestLimitsOfTodayBehindTheInsurer(t *testing.T) {
	for said, want := range map[string]string{
		"Insured with Geico without a break for 4 years, 50/100. I'd like 100/300.": "" +
			`prior_insurance.bodily_injury="50/100" coverages.bodily_injury="100/300"`,
		"I've had Allstate for 6 years at 50/100. Please quote 100/300.": "" +
			`prior_insurance.bodily_injury="50/100" coverages.bodily_injury="100/300"`,
		"I'm with Geico for 4 years, and want 50/100. Maybe 100/300.": "!prior_insurance.bodily_injury",
		"Insured with Geico for 4 years, 50/100.":                     `coverages.bodily_injury="50/100"`,
	} {
		checkText(t, "I'm Pat Doe, I drive a 2019 Toyota Camry. "+said, want)
	}
}

// Another writer in the thread does not rename the insured.
func TestOtherWriterRenamesNobody(t *testing.T) {
	in := letter("Re: quote", "Hi, this is Dee. The mileage on the Civic is 9,000.")
	in.Known, in.FromName = beckers(), "Dee Becker"
	trap(t, in, "!named_insured.given_name !drivers[0].given_name vehicles[0].annual_miles=9000")
}

// "no" between two years takes the first year back.
func TestYearTakenBack(t *testing.T) {
	checkText(t, "I drive a 2016 no 2017 Hyundai Tucson.", "vehicles[0].year=2017")
	checkText(t, "I'm Pat, born July 8 1962 wait no 1963.", "!drivers[0].date_of_birth")
	checkText(t, "I drive a 2017 Civic LX, sorry for the short mail.", `vehicles[0].trim="LX"`)
}

// The options in the brackets of a label are no answer, and a full stop ends a number.
func TestOptionsOfALabel(t *testing.T) {
	for said, want := range map[string]string{
		"Ownership (own / finance / lease): finance": `vehicles[0].ownership="financed"`,
		"Commute (miles one way): 8":                 `vehicles[0].use="commute"`,
		"Ownership (own or lease): own":              `vehicles[0].ownership="owned"`,
		"Want 100/300/50, 500/500. 1640 SE Elm Ave":  "!named_insured.phone",
		"Call 541.555.0177":                          `named_insured.phone="+15415550177"`,
	} {
		checkText(t, "I drive a 2019 Toyota Camry.\n"+said, want)
	}
}
