package reading

import (
	"strings"
	"testing"
)

// TestStarsOfEmphasis: stars around words say nothing; others stay.
func TestStarsOfEmphasis(t *testing.T) {
	for text, want := range map[string]string{
		"*Name:* Ann":      "name : ann",
		"**Driver 1**":     "driver 1",
		"a *b c* d":        "a b c d",
		"* item *one*":     "* item one",
		"5*6*7":            "5 * 6 * 7",
		"*open":            "* open",
		"*not\nover* this": "* not over * this",
		"****":             "* * * *",
	} {
		var norms []string
		for _, tok := range lex(text) {
			norms = append(norms, tok.norm)
		}
		if got := strings.Join(norms, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	checkPhrases(t, "quote", []struct{ text, want string }{
		{"*Driver 1*\n*Name:* Pat Doe\n*DOB:* 1/2/1980\n*Licensed:* 28 years\n*Tickets:* 0\n\n*Driver 2*\n*Name:* Ann Doe (wife)\n*DOB:* 3/4/1982\n*Licensed:* 25 years\n*Tickets:* 1\n\n*Vehicle 1:* 2016 Kia Soul\n*Use:* commute 8 miles\n",
			twoDrivers + ` vehicles[0].commute_miles_one_way=8`},
	})
}

// TestListsOfDrivers reads drivers that are listed in few words, one a line.
func TestListsOfDrivers(t *testing.T) {
	checkPhrases(t, "quote", []struct{ text, want string }{
		{"Pat Doe, male, DOB 1/2/1980, lic. since 1998, 0 tickets\nAnn Doe, female, DOB 3/4/1982, licensed since 2001, 1 ticket\n2016 Kia Soul", strings.Replace(twoDrivers, `drivers[1].relationship="spouse" `, "", 1)},
		{"D1 Pat Doe 1/2/80 lic 98 clean\nD2 Ann Doe 3/4/82 lic 01 1 tkt\nV1 16 Kia Soul", `drivers[0].years_licensed=28 drivers[0].violations=0 drivers[1].years_licensed=25 drivers[1].violations=1 !drivers[2]`},
		{"me (Pat Doe, 1/2/1980, licensed 28 yrs) and my wife (Ann Doe, 3/4/1982, licensed 25 yrs). 2016 Kia Soul.", `drivers[0].date_of_birth="1980-01-02" drivers[1].given_name="Ann" drivers[1].date_of_birth="1982-03-04" drivers[1].years_licensed=25`},
		{"First Name: Pat\nLast Name: Doe\nSpouse First Name: Gil\nSpouse Birthday: 03/04/1982\nSpouse Years Licensed: 25\nYears Licensed: 28\nYears at address: 4\nYear: 2016\nMake: Kia\nModel: Soul",
			`drivers[0].years_licensed=28 drivers[1].given_name="Gil" drivers[1].years_licensed=25 vehicles[0].year=2016 !vehicles[1]`},
		{"Spouse name: Gil Doe\nSpouse DOB: 3/4/1982\nYears licensed: 28", `drivers[0].years_licensed=28 !drivers[1].years_licensed`},
	})
}
