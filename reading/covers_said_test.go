package reading

import (
	"strings"
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// TestStartInOtherWords: the day that cover is to start, said in other words, and days of something else.
func TestStartInOtherWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul. I want it to start when my current policy ends on 12/15.", `effective_date="2026-12-15" prior_insurance.expires="2026-12-15"`},
		{"2015 Kia Soul. My Geico policy ends on 12/15. Start the day it runs out.", `effective_date="2026-12-15" prior_insurance.expires="2026-12-15" prior_insurance.carrier="Geico"`},
		{"2015 Kia Soul. I'm with Geico until 12/15 and want the new one to begin right when the old insurance lapses.", `effective_date="2026-12-15" prior_insurance.expires="2026-12-15" prior_insurance.carrier="Geico"`},
		{"2015 Kia Soul. I'm with Geico until 12/15. I want the same start.", `effective_date="2026-12-15" prior_insurance.expires="2026-12-15" prior_insurance.carrier="Geico"`},
		{"2015 Kia Soul. a partir del 1 de diciembre", `effective_date="2026-12-01"`},
		{"2015 Kia Soul. I would want to move over December 5.", `effective_date="2026-12-05"`},
		{"2015 Kia Soul. Can you send me a quote by Friday?", `!effective`},
		{"2015 Kia Soul. I need a price by Monday.", `!effective`},
		{"2015 Kia Soul. Please get back to me by Friday.", `!effective`},
		{"2015 Kia Soul. I need an answer by Wednesday.", `!effective`},
		{"2015 Kia Soul. Please reply before Tuesday.", `!effective`},
		{"2015 Kia Soul. My loan starts December 5.", `!effective`},
		{"2015 Kia Soul. I start a new job on Monday.", `!effective`},
		{"2015 Kia Soul. Start December 1. Sorry, I meant December 3.", `effective_date="2026-12-03"`},
		{"2015 Kia Soul. whenever you can, no rush", `!effective`},
		{"2015 Kia Soul. No hurry, January is fine.", `!effective`},
		{"2015 Kia Soul. Want figures by Thursday COB.", `!effective`},
		{"2015 Kia Soul. I need coverage by Monday.", `effective_date="2026-11-23"`},
		{"2015 Kia Soul. School starts December 5.", `!effective`},
		{"2015 Kia Soul. Start it December 12. Oh wait, actually December 10.", `effective_date="2026-12-10"`},
		{"2015 Kia Soul. Born 5/9/1983. Sorry, 5/9/1984.", `!effective`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestInsurerInOtherWords: who insures the customer now, said in other words.
func TestInsurerInOtherWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul. State Farm wants $1,800 now.", `prior_insurance.carrier="State Farm"`},
		{"2015 Kia Soul. Geico is charging me 150 a month.", `prior_insurance.carrier="Geico"`},
		{"2015 Kia Soul. Tengo Progressive.", `prior_insurance.carrier="Progressive"`},
		{"2015 Kia Soul. Geico has me at $1,200.", `prior_insurance.carrier="Geico"`},
		{"2015 Kia Soul. State Farm (current)", `prior_insurance.carrier="State Farm"`},
		{"2015 Kia Soul. now: Amica", `prior_insurance.carrier="Amica"`},
		{"2015 Kia Soul. I've got Allstate.", `prior_insurance.carrier="Allstate"`},
		{"2015 Kia Soul. At present I am with Grange Mutual.", `prior_insurance.carrier="Grange Mutual"`},
		{"2015 Kia Soul. My Liberty Mutual went up again.", `prior_insurance.carrier="Liberty Mutual"`},
		{"2015 Kia Soul. Shopping around because Liberty Mutual wants $1,340.", `prior_insurance.carrier="Liberty Mutual"`},
		{"2015 Kia Soul. Tired of Geico.", `prior_insurance.carrier="Geico"`},
		{"2015 Kia Soul. They non-renewed me 11/15. Safeco, that is.", `prior_insurance.expires="2026-11-15"`},
		{"2015 Kia Soul. Geico quoted me $90.", `!prior_insurance.carrier`},
		{"2015 Kia Soul. I have a cheaper quote from Progressive.", `!prior_insurance.carrier`},
		{"2015 Kia Soul. My brother has Farmers.", `!prior_insurance.carrier`},
		{"2015 Kia Soul. My house is with Allstate.", `!prior_insurance.carrier`},
		{"2015 Kia Soul. No towing, I have AAA.", `!prior_insurance.carrier`},
		{"2015 Kia Soul. I've been with Foremost on the motorcycle.", `!prior_insurance.carrier`},
		{"2015 Kia Soul. Loan is through USAA.", `!prior_insurance.carrier`},
		{"2015 Kia Soul. I'm a AAA member.", `!prior_insurance.carrier`},
		{"2015 Kia Soul. My Liberty Mutual bill doubled.", `prior_insurance.carrier="Liberty Mutual" !vehicles[1]`},
		{"2015 Kia Soul. The page below is out of date.\n\nPat\n\nBLUE RIDGE MUTUAL      POLICY DECLARATIONS", `!prior_insurance.carrier`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestCarsNamed: which words name a car, its trim, who has it and how, said in other words.
func TestCarsNamed(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Explorer vin 1FM5K8D83KGA12345. It gets 8,000 miles a year.", `vehicles[0].make="Ford" vehicles[0].model="Explorer" vehicles[0].annual_miles=8000`},
		{"The Mustang is a 2018. I have a 2015 Kia Soul too.", `vehicles[0].model="Mustang" vehicles[0].year=2018 vehicles[1].model="Soul"`},
		{"We have a 2012 Toyota Prius. Three drivers.", `!vehicles[0].trim`},
		{"there's the old truck a 2004 Ford Ranger it's paid off and a 2015 Kia Soul", `vehicles[0].model="Ranger" vehicles[1].model="Soul"`},
		{"My old car was a 2004 Ford Ranger. Now it's a 2015 Kia Soul.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"a 2016 corolla im in bend or", `vehicles[0].model="Corolla"`},
		{"2015 Kia Soul and 2012 Honda Fit. The Soul is mine, the Fit is Ann's.", `!vehicles[0].ownership !vehicles[1].ownership`},
		{"2015 Kia Soul and 2012 Honda Fit. The Soul has a loan. The Fit is on a lease, it's mine till 2028.", `vehicles[0].ownership="financed"`},
		{"2015 Kia Soul. It's mine.", `vehicles[0].ownership="owned"`},
		{"Car	Use	Lien	Miles a year\n2015 Kia Soul	Pleasure	Yes	4,000\n2012 Honda Fit	Pleasure	None	3,000", `vehicles[0].ownership="financed" vehicles[1].ownership="owned"`},
		{"2015 Kia Soul. I drive it to the store and to the bakery.", `vehicles[0].use="pleasure"`},
		{"2015 Kia Soul. I drive it to the bakery where I work, 6 miles.", `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=6`},
		{"2015 Kia Soul. In one week 80 miles.", `vehicles[0].annual_miles=4160`},
		{"My car's a 2015 Kia Soul and her car's a 2012 Honda Fit. Mine's maybe 5k a year, hers is about 300 miles a month.", `vehicles[0].annual_miles=5000 vehicles[1].annual_miles=3600`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestNamesThatAreCars: the writer's own name is no car, unless a car is named so too.
func TestNamesThatAreCars(t *testing.T) {
	for _, tt := range []struct{ from, text, model string }{
		{"Bo Corrado", "A 2015 Kia Soul. Bo Corrado, 3/30/1984.", "Soul"},
		{"Sienna Moss", "A 2015 Kia Soul. Thanks, Sienna", "Soul"},
		{"Sienna Moss", "I drive a Sienna from 2015. Thanks, Sienna", "Sienna"},
	} {
		got := Read(claims.Input{Subject: "quote", Text: tt.text, FromName: tt.from, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
		for _, f := range got.Facts {
			if f.Path == "vehicles[0].model" && string(f.Value) != `"`+tt.model+`"` || strings.HasPrefix(f.Path, "vehicles[1]") {
				t.Errorf("%q: %s is %s", tt.text, f.Path, f.Value)
			}
		}
	}
}

// TestLiabilityOfOneCar: liability only "on the truck" or "on it" is about one of two cars.
func TestLiabilityOfOneCar(t *testing.T) {
	const want = `vehicles[1].coverages.collision_deductible=0 !vehicles[0].coverages.collision_deductible !coverages.collision_deductible`
	for _, said := range []string{"Just liability on the truck.", "Just liability on it, no collision.", "Liability only for the F-150."} {
		checkText(t, "I need a quote for my 2019 Honda CR-V and a 2010 Ford F-150. "+said, want)
	}
	checkText(t, "Quote my 2019 Honda CR-V and my 2010 Ford F-150. Just liability on both.",
		`!vehicles[1].coverages.collision_deductible`)
}
