package reading

import (
	"strings"
	"testing"
	"time"

	"ppamaild/reading/claims"
)

func factOf(r Reading, path string) string {
	for _, f := range r.Facts {
		if f.Path == path {
			return strings.Trim(string(f.Value), `"`)
		}
	}
	return ""
}

// TestSignature: what is cut off below a mail says how its author is reached, and nothing else.
func TestSignature(t *testing.T) {
	const car = "A quote for my 2018 Kia Soul please."
	for _, tt := range []struct{ text, signature, phone, email string }{
		{car, "--\nAnn Lee\nLee Bakery\n(541) 555-0133 | ann@leebakery.test", "+15415550133", ""},
		{car, "--\nAnn Lee\nFax: 541-555-0134", "", ""},
		{car + " Call me at 541-555-0100.", "--\nO: 541-555-0133", "+15415550100", ""},
		{car, "--\nAnn Lee, born 3/4/1985, 2016 Honda Fit", "", ""},
	} {
		r := Read(claims.Input{Text: tt.text, Signature: tt.signature, FromName: "Ann Lee", FromAddress: "ann@customer.test", Date: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)})
		if phone, email := factOf(r, "named_insured.phone"), factOf(r, "named_insured.email"); phone != tt.phone || email != tt.email {
			t.Errorf("%q: phone %q, email %q", tt.signature, phone, email)
		}
		if factOf(r, "drivers[0].date_of_birth") != "" || factOf(r, "vehicles[0].model") != "Soul" {
			t.Errorf("%q: %v", tt.signature, r.Facts)
		}
	}
}

// TestOwnWordsStandAgainstThePage checks that quoted facts count if the author confirms them.
// The author's own words win. An author in doubt confirms nothing.
func TestOwnWordsStandAgainstThePage(t *testing.T) {
	const page = "We have noted:\nBorn: 3/4/1985\nLicensed: 20 years, no accidents, no violations\nAddress: 14 Plum Street, Salem, OR 97301\nVehicle: 2019 Toyota RAV4, pleasure use\n"
	for _, tt := range []struct{ text, want string }{
		{"Everything you have is right, only the RAV4 is a 2018, and I drive it 9,000 miles a year.", `vehicles[0].year=2018 vehicles[0].model="RAV4" vehicles[0].annual_miles=9000 vehicles[0].use="pleasure" drivers[0].years_licensed=20 drivers[0].accidents=0 garaging_address.street="14 Plum Street"`},
		{"All of that is right, but we moved to 9 Elm St, Bend, OR 97701.", `garaging_address.street="9 Elm St" garaging_address.zip="97701" vehicles[0].year=2019`},
		{"I'm not sure that all of that is right.", `!vehicles !garaging_address`},
		{"If everything is right, what would it cost?", `!vehicles !garaging_address`},
		{"Es mi póliza actual, quiero lo mismo.", `vehicles[0].year=2019 drivers[0].date_of_birth="1985-03-04"`},
	} {
		in := letter("Re: your quote", tt.text)
		in.Forwarded = page
		facts := map[string]string{}
		for _, f := range Read(in).Facts {
			facts[f.Path] = string(f.Value)
		}
		for _, w := range wants(tt.want) {
			checkFact(t, tt.text, w, facts)
		}
	}
}

// TestForwardedIsStatedOnceVouchedFor checks that a forwarded declarations page alone states no
// facts.
func TestForwardedIsStatedOnceVouchedFor(t *testing.T) {
	const page = "DECLARATIONS\nPolicy period: Jan 12, 2026 - Jan 12, 2027\nNamed insured\nAnn Lee\n14 Plum Street\nSalem, OR 97301\n\n2019 TOYOTA RAV4 XLE\n\nBodily Injury Liability   $100,000 each person/$300,000 each accident\nCollision   $500 deductible\n"
	read := func(text string) Reading {
		return Read(claims.Input{Text: text, Forwarded: page, FromName: "Ann Lee", FromAddress: "ann@customer.test", Date: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)})
	}
	if r := read("Could you beat this? I was born 3/4/1985."); factOf(r, "vehicles[0].model") != "" || factOf(r, "drivers[0].date_of_birth") != "1985-03-04" {
		t.Errorf("only passed on: %v", r.Facts)
	}
	r := read("Could you beat this? All of the page below is right. I was born 3/4/1985.")
	r2 := read("Everything on the page below still applies. I was born 3/4/1985.")
	for _, r := range []Reading{r, r2} {
		for path, want := range map[string]string{"vehicles[0].model": "RAV4", "garaging_address.street": "14 Plum Street", "coverages.bodily_injury": "100/300",
			"coverages.collision_deductible": "500", "prior_insurance.expires": "2027-01-12", "drivers[0].date_of_birth": "1985-03-04"} {
			if got := factOf(r, path); got != want {
				t.Errorf("%s: %q, want %q", path, got, want)
			}
		}
	}
}
