package reading

import (
	"strings"
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// factsOf returns the facts of a short mail of 20 November 2026 by path.
func factsOf(t *testing.T, text string) map[string]string {
	t.Helper()
	got := map[string]string{}
	in := claims.Input{FromName: "Pat Quill", FromAddress: "pquill@customer.test", Text: text,
		Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
	for _, f := range Read(in).Facts {
		got[f.Path] = strings.Trim(string(f.Value), `"`)
	}
	return got
}

// expectFacts checks the value of each path; "" is no fact.
func expectFacts(t *testing.T, text string, want map[string]string) {
	t.Helper()
	got := factsOf(t, text)
	for path, value := range want {
		if got[path] != value {
			t.Errorf("%q: %s is %q, want %q", text, path, got[path], value)
		}
	}
}

// TestFindingD4YearsLicensed: years that no age allows, few years at 50, and years of an accident or
// of a license that ended are no facts.
func TestFindingD4YearsLicensed(t *testing.T) {
	for text, years := range map[string]string{
		"I was born 3/4/1970. I've been licensed since 2025. 2019 Civic.":                        "",
		"I was born 3/4/2006. I've been licensed for 25 years. 2019 Civic.":                      "",
		"I was born 3/4/2012. I've been licensed for -1 years. 2019 Civic.":                      "",
		"Born 3/4/1970. We have our licenses, except that I hit a deer in 2024. 2019 Civic.":     "",
		"Born 3/4/1970. Licensed since we were 16, except that I hit a deer in 2024.":            "40",
		"Born 3/4/1990. I have a license, but had an accident in 2024. 2019 Civic.":              "",
		"My license expired last year. I was born 3/4/1990. 2019 Civic.":                         "",
		"I was born 3/4/1970. I've been licensed since 1988. 2019 Civic.":                        "38",
		"I was born 3/4/2004 and have been licensed since 2025. I have a 2019 Civic, paid off.":  "1",
		"I was born 3/4/1990. My coworker has been licensed for 12 years. 2019 Civic, paid off.": "",
	} {
		expectFacts(t, text, map[string]string{"drivers[0].years_licensed": years})
	}
}

// TestFindingD4Days: a day of something other than cover starts and ends no policy.
func TestFindingD4Days(t *testing.T) {
	for text, want := range map[string][2]string{ // start, end
		"I was at the DMV this morning. 2019 Civic.":                          {"", ""},
		"My license is suspended until December 2. 2019 Civic.":               {"", ""},
		"The lease on my 2019 Civic ends 9/30/27.":                            {"", ""},
		"A man came by on Saturday and bought the Solara. 2019 Civic.":        {"", ""},
		"I need a car insurance quote by Monday. 2019 Civic.":                 {"", ""},
		"I want a quote for my 2019 Honda Civic from December 1.":             {"2026-12-01", ""},
		"My Geico policy ends December 2. I need insurance by Monday.":        {"2026-11-23", "2026-12-02"},
		"2019 Civic. My license is valid, and my policy expires December 2nd": {"", "2026-12-02"},
	} {
		expectFacts(t, text, map[string]string{"effective_date": want[0],
			"prior_insurance.expires": want[1]})
	}
}

// TestFindingD4OthersData: the car, policy and record of somebody else are not the author's.
func TestFindingD4OthersData(t *testing.T) {
	const soul = "2015 Kia Soul, paid off. "
	for _, c := range [][3]string{
		{soul + "My parents carry 100/300/50.", "coverages.bodily_injury", ""},
		{"My wife Ann was born 5/6/1986. My wife's sister has been licensed for 12 years. " + soul,
			"drivers[1].years_licensed", ""},
		{soul + "Our camper is with Erie.", "prior_insurance.carrier", ""},
		{soul + "The guy across the street pays 90 for his Tesla.", "vehicles[1].make", ""},
		{soul + "My wife has the Civic.", "vehicles[1].model", "Civic"},
		{soul + "We might buy a 2024 Tesla Model 3 some day.", "vehicles[1].model", ""},
		{"I have a 2012 Focus, no wait, a 2013 Focus.", "vehicles[0].year", "2013"},
		{"I have a 2012 Focus, no wait, a 2013 Focus.", "vehicles[1].year", ""},
		{soul + "Is a ticket from Nevada going to count?", "drivers[0].violations", ""},
		{"2015 Jetta and a boat, 1998, with a 60 hp Merc.", "vehicles[1].make", ""},
	} {
		expectFacts(t, c[0], map[string]string{c[1]: c[2]})
	}
}

// TestTownsBehindZIPs: a ZIP code before a town is no street, and a line cut behind a letter ends
// the town.
func TestTownsBehindZIPs(t *testing.T) {
	expectFacts(t, "2018 Honda Civic, 97526 Grants Pass.", map[string]string{
		"garaging_address.zip": "97526", "garaging_address.street": "", "garaging_address.city": "Grants Pass"})
	expectFacts(t, "We are at 1900 Calle Real unit B in Santa Barbara C", map[string]string{
		"garaging_address.city": "Santa Barbara"})
	expectFacts(t, "2018 Civic. Thanks,\nSue Ott, CPA\n55 Industrial Way\nBend, OR 97702",
		map[string]string{"garaging_address.street": "", "garaging_address.zip": ""})
}
