package reading

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
		"Colt has his own truck and his own insurance (Geico).":                   "!prior_insurance",
		"Priya drives my car. Colt has his own insurance (Geico).":                "!prior_insurance",
		"My wife Linda has her own insurance (Geico).":                            `prior_insurance.carrier="Geico"`,
		"My ex has Allstate now, my mother Farmers.":                              "!prior_insurance",
		"Our neighbors use Allstate and pay less.":                                "!prior_insurance",
		"My brother has Farmers, I'm with Geico.":                                 `prior_insurance.carrier="Geico"`,
		"Drivers are myself and my son Leo, current insurance Geico.":             `prior_insurance.carrier="Geico"`,
		"My son Leo and I are insured with Geico.":                                `prior_insurance.carrier="Geico"`,
		"My wife Linda drives too. She is with Geico.":                            `prior_insurance.carrier="Geico"`,
		"My coworker sent me here, I have Geico.":                                 `prior_insurance.carrier="Geico"`,
		"I need a quote for my mother Ann Doe. She is with State Farm right now.": `prior_insurance.carrier="State Farm"`,
	} {
		shows(t, letter("quote", "2019 Camry. "+text), want)
	}
}

// TestLendersAndOthersCover takes for no choice of cover what a lender asks for, what is only a bound, and what somebody
// else has.
func TestLendersAndOthersCover(t *testing.T) {
	const none, chosen = "!coverages", "coverages.comprehensive_deductible=500 coverages.collision_deductible=500"
	for text, want := range map[string]string{
		"The credit union says my deductible can't exceed $1,000.":               none,
		"Lienholder needs comp and collision with deductibles at or below 1000.": none,
		"Deductibles up to 1,000 are allowed by the lease.":                      none,
		"My loan company demands a $500 deductible.":                             none,
		"A 1,000 deductible or less.":                                            none,
		"My sister has a $500 deductible and pays less.":                         none,
		"My parents carry 100/300/50.":                                           none,
		"A friend pays less with 50/100/25.":                                     none,
		"$500 deductibles, the bank requires it.":                                chosen,
		"The lender requires full coverage, $500 deductible.":                    chosen,
		"My loan says no more than $500 deductible, so exactly that.":            chosen,
		"The bank wants at most a $500 deductible. That's fine.":                 none,
		"The lienholder allows up to $1,000 but I'd like 500 deductibles.":       chosen,
		"My loan is with US Bank and I want $500 deductibles.":                   chosen,
		"My sister says take a $500 deductible.":                                 chosen,
		"My son Leo drives too and has a $500 deductible.":                       chosen,
		"I want max liability and a $500 deductible.":                            chosen,
	} {
		shows(t, letter("quote", "2019 Camry. "+text), want)
	}
	got := Read(letter("quote", "2019 Camry. The bank requires a maximum deductible of $1,000."))
	if len(got.Conflicts) != 2 || got.Conflicts[0].Values[0] != `"The bank requires a maximum deductible of $1,000"` {
		t.Errorf("conflicts %v, want what the bank requires", got.Conflicts)
	}
}

// TestOthersRecords gives who writes no record, years or birth date of parents, former owners and the like.
func TestOthersRecords(t *testing.T) {
	const none = "!drivers[0].accidents !drivers[0].violations !drivers[0].years_licensed !drivers[0].date_of_birth"
	const clean = "drivers[0].accidents=0 drivers[0].violations=0"
	for text, want := range map[string]string{
		"A friend of mine with a clean driving record got $400 from you.": none,
		"A colleague with no accidents pays $60.":                         none,
		"Someone I know with a spotless record pays $50.":                 none,
		"The former owner had two accidents with it.":                     none,
		"My in-laws have clean records.":                                  none,
		"My ex has been licensed since 2001.":                             none,
		"My landlord was born 3/3/1970.":                                  none,
		"My ex had two tickets, I have none.":                             "!drivers[0].accidents",
		"My parents never had an accident. I had one accident.":           "drivers[0].accidents=1",
		"A neighbor sent me, I have a clean record.":                      clean,
		"My coworker recommended you. Clean record.":                      clean,
		"Someone hit me in 2023, but my record is clean.":                 clean,
	} {
		shows(t, letter("quote", "2019 Camry. "+text), want)
	}
}
