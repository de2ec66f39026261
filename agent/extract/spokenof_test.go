package extract

import "testing"

// TestOthersPhonesAndInsurers gives who writes no number, and no insurer, that a sentence gives somebody else.
func TestOthersPhonesAndInsurers(t *testing.T) {
	for text, want := range map[string]string{
		"My son is helping me write this. His number is 503-555-0123.":            "!named_insured.phone",
		"My nephew types for me, ring him on 503-555-0123.":                       "!named_insured.phone",
		"Jim, my loan officer, is at 503-555-0123.":                               "!named_insured.phone",
		"The dealership (503-555-0123) has the VIN.":                              "!named_insured.phone",
		"503-555-0123 is my daughter's phone.":                                    "!named_insured.phone",
		"Phone: 503-555-0123 (my sister's)\nDOB: 3/3/1980":                        "!named_insured.phone",
		"My wife Linda drives too, call me at 503-555-0123.":                      `named_insured.phone="+15035550123"`,
		"My mom's phone is 503-555-0123, my cell 503-555-0199.":                   `named_insured.phone="+15035550199"`,
		"My daughter Ana drives too. Ana has Geico now.":                          "!prior_insurance",
		"My parents are with State Farm.":                                         "!prior_insurance",
		"The previous owner insured it with Progressive.":                         "!prior_insurance",
		"My ex has Allstate now, my mother Farmers.":                              "!prior_insurance",
		"Our neighbors use Allstate and pay less.":                                "!prior_insurance",
		"My brother has Farmers, I'm with Geico.":                                 `prior_insurance.carrier="Geico"`,
		"Drivers are myself and my son Leo, current insurance Geico.":             `prior_insurance.carrier="Geico"`,
		"My son Leo and I are insured with Geico.":                                `prior_insurance.carrier="Geico"`,
		"My wife Linda drives too. She is with Geico.":                                `prior_insurance.carrier="Geico"`,
		"My coworker sent me here, I have Geico.":                                 `prior_insurance.carrier="Geico"`,
		"I need a quote for my mother Ann Doe. She is with State Farm right now.": `prior_insurance.carrier="State Farm"`,
	} {
		shows(t, letter("quote", "2019 Camry. "+text), want)
	}
}
