package reading

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// TestUnclearLimits checks that we ask about unclear limits, and not if the mail is clear or
// has another topic.
func TestUnclearLimits(t *testing.T) {
	for text, want := range map[string]string{
		"Full coverage with 500k liability please.":                   `"500k"`,
		"Liability limits of $300,000.":                               `"$300,000"`,
		"300k CSL":                                                    `"300k"`,
		"I'd like the same limits as my State Farm policy.":           `"the same limits as now"`,
		"Please match our current limits.":                            `"the same limits as now"`,
		"100/300/100 liability, the same coverage as we have now.":    "",
		"250k/500k liability.":                                        "",
		"Liability only.":                                             "",
		"I put 60,000 miles on it, liability only.":                   "",
		"Bodily injury 100/300, property damage 100k.":                "",
		"$500 deductibles and full coverage.":                         "",
		"It cost 60k new. Full coverage, please.":                     "",
		"I have a $1M umbrella policy elsewhere, 100/300/100 please.": "",
	} {
		in := claims.Input{Subject: "quote", Text: "2015 Kia Soul. " + text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		var got []string
		for _, c := range Read(in).Conflicts {
			if c.Path == "coverages.bodily_injury" {
				got = append(got, c.Values...)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: unclear %q, want %q", text, got, want)
		}
	}
}

// TestImpossibleBirths: a birth date of a day that there is none of is asked about, with the
// words that were written, and no fact; one that exists is.
func TestImpossibleBirths(t *testing.T) {
	for text, want := range map[string]string{
		"I'm Ann Lee, born 2/30/1985.":                       `"2/30/1985"`,
		"DOB: February 31, 1985":                             `"February 31, 1985"`,
		"date of birth 1985-06-31":                           `"1985-06-31"`,
		"born 13/45/1985":                                    `"13/45/1985"`,
		"born 2/28/1985":                                     "",
		"born 28/2/1985":                                     "",
		"I've lived here since 2/30/1985. DOB 2/28/1985":     "",
		"My wife was born on 4/31/1986 and I was on 4/30/86": "",
	} {
		in := claims.Input{Subject: "quote", Text: "2015 Kia Soul. " + text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		read, got := Read(in), ""
		for _, c := range read.Conflicts {
			if c.Path == "drivers[0].date_of_birth" {
				got = strings.Join(c.Values, " ")
			}
		}
		stated := slices.ContainsFunc(read.Facts, func(f quote.Fact) bool { return f.Path == "drivers[0].date_of_birth" })
		if got != want || stated == (want != "") {
			t.Errorf("%q: unclear %q, want %q; stated: %v", text, got, want, stated)
		}
	}
}

// TestImpossibleBirthPutRight: a day that no calendar has, and behind it the one that was meant.
func TestImpossibleBirthPutRight(t *testing.T) {
	for text, want := range map[string]string{
		"I was born 2/30/1985. My wife Sue was born 3/2/1985.":  `!drivers[0].date_of_birth drivers[1].date_of_birth="1985-03-02"`,
		"Born 2/30/1985, sorry. Sue, my wife, was born 3/2/85.": `!drivers[0].date_of_birth drivers[1].date_of_birth="1985-03-02"`,
		"I was born 2/30/1985, sorry, as of 3/2/1985 I moved.":  `!drivers[0].date_of_birth`,
	} {
		checkText(t, text, want)
	}
}
