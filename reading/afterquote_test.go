package reading

import (
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
)

// afterQuote is a case that was quoted: Jo Hart, her son Cal, a Lexus and a Ranger.
func afterQuote() quote.Application {
	return quote.Application{
		NamedInsured:    quote.NamedInsured{GivenName: "Jo", Surname: "Hart", DateOfBirth: "1960-02-02"},
		GaragingAddress: quote.Address{Street: "9 Elm Ave", City: "Dallas", State: "OR", ZIP: "97338"},
		EffectiveDate:   "2026-12-15",
		Drivers: []quote.Driver{
			{GivenName: "Jo", Surname: "Hart", DateOfBirth: "1960-02-02", Relationship: quote.Insured, YearsLicensed: new(44), Accidents: new(0), Violations: new(0)},
			{GivenName: "Cal", Surname: "Hart", DateOfBirth: "2005-06-17", Relationship: quote.Child, YearsLicensed: new(4), Accidents: new(0), Violations: new(0)},
		},
		Vehicles: []quote.Vehicle{
			{Year: new(2016), Make: "Lexus", Model: "RX 350", Use: quote.Pleasure, AnnualMiles: new(6500)},
			{Year: new(2010), Make: "Ford", Model: "Ranger", Use: quote.Commute, CommuteMilesOneWay: new(8), AnnualMiles: new(2500)},
		},
	}
}

func readAfterQuote(from, text string) Reading {
	return Read(Input{
		Subject: "Re: Car insurance", Text: text, FromName: from, FromAddress: "jo@customer.test", Replies: true, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC),
		Known: afterQuote(), Began: "Jo Hart", Message: "m@customer.test",
	})
}

// TestAfterQuote: what customers write who have a quote changes what it says, and nothing else.
func TestAfterQuote(t *testing.T) {
	for text, want := range map[string]string{
		"I sold the Ranger and bought a 2021 Mazda CX-5.":                              `provide_info vehicles[2].year=2021 vehicles[2].make="Mazda" vehicles[2].model="CX-5" vehicles[1]=`,
		"Cal wrecked the Ranger so it's gone.":                                         `provide_info vehicles[1]=`,
		"Cal traded in the Ranger for a 2022 Ford Maverick. Same use and mileage.":     `provide_info vehicles[2].year=2022 vehicles[2].make="Ford" vehicles[2].model="Maverick" vehicles[2].use="commute" vehicles[2].annual_miles=2500 vehicles[2].commute_miles_one_way=8 vehicles[1]=`,
		"We traded the Ranger for a 2022 Ford Maverick. It will get the same mileage.": `provide_info vehicles[2].year=2022 vehicles[2].make="Ford" vehicles[2].model="Maverick" vehicles[2].annual_miles=2500 vehicles[1]=`,
		"Cal has moved out to Boise for college without a car, so please remove him.":  `provide_info drivers[1]=`,
		"We will live in Vancouver, WA 98660 instead.":                                 `provide_info garaging_address.city="Vancouver" garaging_address.state="WA" garaging_address.zip="98660" garaging_address.street=`,
		"The zip is 97331.": `provide_info garaging_address.state="OR" garaging_address.zip="97331"`,
		"Cal is getting his own insurance. Can you take him off again?":                           `provide_info drivers[1]=`,
		"What if I take the Ranger off?":                                                          `provide_info vehicles[1]=`,
		"What if I drive the Lexus only 5,000 miles a year?":                                      `provide_info vehicles[0].annual_miles=5000`,
		"What if I get a ticket in the Ranger?":                                                   `question`,
		"What if I bought a 2024 Camry?":                                                          `question`,
		"What would we pay if we raise the deductibles on the Lexus only to 1000?":                `provide_info vehicles[0].coverages.comprehensive_deductible=1000 vehicles[0].coverages.collision_deductible=1000`,
		"Take the collision off the Lexus.":                                                       `provide_info vehicles[0].coverages.collision_deductible=0`,
		"Please drop the comp and collision.":                                                     `provide_info coverages.comprehensive_deductible= coverages.collision_deductible=`,
		"Could you raise just the Ranger's deductibles to $1,000?":                                `provide_info vehicles[1].coverages.comprehensive_deductible=1000 vehicles[1].coverages.collision_deductible=1000`,
		"Can we push the start to January 4 and put towing on there?":                             `provide_info effective_date="2027-01-04" coverages.towing=true`,
		"My birth year is wrong on your end, it is 1961.":                                         `provide_info drivers[0].date_of_birth="1961-02-02"`,
		"My Geico quote has 100/300, could you quote the same?":                                   `provide_info coverages.bodily_injury="100/300"`,
		"Do you take monthly payments, and does it cover my trailer?":                             `question`,
		"Should I drop the collision?":                                                            `question`,
		"Please drop the collision deductible to 250.":                                            `provide_info coverages.collision_deductible=250`,
		"Lower the bodily injury to the state minimum.":                                           `provide_info coverages.bodily_injury="25/50"`,
		"I want the state minimum.":                                                               `provide_info coverages.bodily_injury="25/50" coverages.property_damage=20`,
		"Make it the 10th please.":                                                                `provide_info effective_date="2026-12-10"`,
		"He was born June 7, not the 17th.":                                                       `other`,
		"My husband Earl is on the title. He has not driven since his stroke in 2021.":            `provide_info`,
		"Geico gave me $512 with 100/300 liability. Can you beat it?":                             `provide_info coverages.bodily_injury="100/300"`,
		"What's the difference between 50/100 and 100/300?":                                       `question`,
		"Do you offer any discount if I bundle my home with you?":                                 `question`,
		"Is there something off if I pay the whole thing at once?":                                `question`,
		"We pay in full, is that a discount?":                                                     `provide_info discounts=["paid_in_full"]`,
		"Do you take monthly payments, and is there a cancellation fee?":                          `question`,
		"Why did the price go up? Do I need all that?":                                            `question`,
		"I have Geico now. Please put 100/300 on it.":                                             `provide_info coverages.bodily_injury="100/300" prior_insurance.carrier="Geico"`,
		"Please keep the Ranger on liability only and raise the deductible on the Lexus to 1000.": `provide_info coverages.comprehensive_deductible=1000 coverages.collision_deductible=1000 vehicles[1].coverages.comprehensive_deductible=0 vehicles[1].coverages.collision_deductible=0`,
	} {
		r := readAfterQuote("Jo Hart", text)
		got := r.Intent
		for _, f := range r.Facts {
			got += " " + f.Path + "=" + string(f.Value)
		}
		for _, c := range r.Conflicts {
			got += " " + c.Path + "=conflict"
		}
		if !sameWords(got, want) || r.Refer != "" {
			t.Errorf("%q:\n\t%s %s\nwant\t%s", text, got, r.Refer, want)
		}
	}
}

// sameWords reports whether two texts have the same words, in any order.
func sameWords(a, b string) bool {
	left := strings.Fields(b)
	for _, w := range strings.Fields(a) {
		k := -1
		for n := range left {
			if left[n] == w {
				k = n
			}
		}
		if k < 0 {
			return false
		}
		left = append(left[:k], left[k+1:]...)
	}
	return len(left) == 0
}

// TestStrangerIsNotTheInsured: who writes into a thread under another name gives the insured no other one.
func TestStrangerIsNotTheInsured(t *testing.T) {
	for _, text := range []string{"This is Roy. Leave me on please.\n\nRoy Hart", "Please add rental coverage.\n\nThanks,\nRoy Hart"} {
		for _, f := range readAfterQuote("Roy Hart", text).Facts {
			if strings.Contains(f.Path, "name") || strings.HasPrefix(f.Path, "drivers") {
				t.Errorf("%q: %s = %s", text, f.Path, f.Value)
			}
		}
	}
}

// TestQuestionsAfterQuote: of what a customer asks who has a quote, staff see what no quote answers.
func TestQuestionsAfterQuote(t *testing.T) {
	for text, want := range map[string]string{
		"Is that price still good? I drive the Lexus 7,000 miles now.":              "Is that price still good?",
		"Geico has 100/300. Can you match that or beat it?":                         "Can you match that or beat it?",
		"Please take Cal off. Do you give a discount if I bundle my home with you?": "Do you give a discount if I bundle my home with you?",
		"My roommate Pete drives it at times, does that matter?":                    "My roommate Pete drives it at times, does that matter?",
		"My girlfriend Tess is moving in, does she have to be on it?":               "My girlfriend Tess is moving in, does she have to be on it?",
		"We found another place: 205 Helman St. Could you update that?":             "",
		"State Farm says 498 with 25/50/25. What's yours for that?":                 "",
		"Cal wrecked the Ranger so it's gone. What is it now?":                      "",
		"Cal is getting his own insurance. Can you take him off again?":             "",
		"What would it be with a $1,000 deductible? And with liability only?":       "And with liability only?",
		"I have a $500 deductible now. Please drop collision.":                      "Please drop collision.",
		"What would it be with liability only?":                                     "",
	} {
		if got := strings.Join(readAfterQuote("Jo Hart", text).Questions, "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestCoverOfCarTakenOff: what is asked of a car that was taken off is not priced of the one that is left.
func TestCoverOfCarTakenOff(t *testing.T) {
	known := afterQuote()
	known.Vehicles = known.Vehicles[:1]
	for _, text := range []string{"And what if we only carry liability on the Tacoma?", "What about only liability on the Ranger?"} {
		for _, f := range answered(known, nil, text).Facts {
			if strings.HasPrefix(f.Path, "coverages") || strings.HasPrefix(f.Path, "vehicles[0]") {
				t.Errorf("%q: %s = %s", text, f.Path, f.Value)
			}
		}
	}
}
