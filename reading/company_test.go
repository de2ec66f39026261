package reading

import (
	"testing"
	"time"
)

// TestCompanyAsks: a company that asks for its vehicles is commercial; a lender, an employer
// and an insurer that a mail names are not.
func TestCompanyAsks(t *testing.T) {
	for text, want := range map[string]string{
		"Fairley Plumbing LLC needs cover for 6 Transit vans. Wes Fairley, 22 Oak Ave, Eugene, OR 97401": commercial,
		"We are Fairley Plumbing LLC and have six Ford Transit vans, need insurance.":                    commercial,
		"We're Orchard Dental, Inc. and need a quote for our car.":                                       commercial,
		"Bright Door Corp has three trucks, please quote.":                                               commercial,
		"Quote for my 2019 Civic please. Ally Financial Inc wants full coverage.":                        newQuote,
		"Quote for my 2019 Civic please. I work for Fairley Plumbing LLC, 8 miles away.":                 newQuote,
		"Quote for my 2019 Civic please. We are with Mesa Mutual Inc now.":                               newQuote,
	} {
		in := Input{Subject: "quote", Text: text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		if got := Read(in).Intent; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
