package signals

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

//go:embed testdata/mails.txt
var watchMails string

type watchMail struct {
	kinds []string // none for an ordinary mail
	text  string
}

func watchMailsOf(t *testing.T) (all []watchMail) {
	t.Helper()
	for _, part := range strings.Split(watchMails, "\n== ")[1:] {
		kinds, text, ok := strings.Cut(part, "\n")
		if !ok {
			t.Fatalf("%q is no mail", part)
		}
		m := watchMail{text: text}
		if kinds != "-" {
			m.kinds = strings.Fields(kinds)
		}
		all = append(all, m)
	}
	return all
}

// TestFindingD5Signs measures the lists on mails of customers. Most signs are found, and ordinary
// mails get hardly any line.
func TestFindingD5Signs(t *testing.T) {
	signs, missed, ordinary, needless := 0, 0, 0, 0
	balance := map[string]int{} // found less missed signs, for each kind
	for _, m := range watchMailsOf(t) {
		found := Watch(m.text).Sightings
		if m.kinds == nil {
			ordinary++
			needless += len(found)
		}
		for _, k := range m.kinds {
			signs++
			balance[k]++
			if !slices.ContainsFunc(found, func(s Sighting) bool { return s.Kind == k }) {
				missed++
				balance[k] -= 2
				t.Logf("missed %s, found %v: %s", k, found, m.text)
			}
		}
	}
	if missed*4 > signs || needless*10 > ordinary {
		t.Errorf("%d of %d signs are missed; %d needless lines in %d ordinary mails",
			missed, signs, needless, ordinary)
	}
	for kind, n := range balance {
		if n < 0 {
			t.Errorf("more than half of the signs of kind %q are missed", kind)
		}
	}
}

// TestOrdinaryWords: words that only look like a sign get no line.
func TestOrdinaryWords(t *testing.T) {
	for _, text := range []string{
		"Make it 100/300, scratch that, 250/500.",
		"I had a fender bender last winter.",
		"I am with AAA now, it runs another three months.",
		"My husband got a position at the university.",
		"Thanks,\nJo Reed\nDispatcher, Reed Hauling LLC",
		"Loan through the credit union, 9,000 miles a year.",
		"My son told me about you.",
		"I don't have rental coverage right now. No towing coverage at all.",
		"He got his license in the summer.",
		"One accident in 2024, nobody was hurt. I need bodily injury after the accident.",
		"Is rental excluded? Please exclude towing.",
		"I do not have my license number, or health insurance.",
		"I'm a lawyer, and Sue is my wife. No complaints about the last one.",
	} {
		if found := Watch(text).Sightings; len(found) > 0 {
			t.Errorf("%q: %v", text, found)
		}
	}
}

// A street named Court is no court, and a missing driver in a question is left out.
func TestWatchedWords(t *testing.T) {
	for text, kind := range map[string]string{
		"Jim Tanaka, 450 Court St NE, Salem OR 97301":     "",
		"We live at 12 Oak Court, Salem.":                 "",
		"I had to go to court in 2024.":                   "serious",
		"My court date is in March.":                      "serious",
		"Tom Lee, 12 Oak Court, Salem, DUI in 2023":       "serious",
		"How much would it be if my husband isn't on it?": "excluded",
		"What would it cost without my wife?":             "excluded",
		"My wife is on it.":                               "",
		"Sarah should be excluded.":                       "excluded",
		"In my 2024 accident a cyclist died.":             "serious",
		"I hit a pedestrian in 2023.":                     "serious",
		"A 2022 crash where two people were injured.":     "serious",
		"There was a fatality in my accident.":            "serious",
		"At fault, my passenger's injury claim is open.":  "serious",
		"En mi accidente murió un ciclista.":              "serious",
		"I do not have insurance.":                        "lapse",
		"I'm not insured right now.":                      "lapse",
		"I don't have any coverage right now.":            "lapse",
		"We have had no auto coverage since June.":        "lapse",
		"I don't have insurance yet.":                     "lapse",
		"I have never had car insurance.":                 "lapse",
		"I do not have an insurance company in mind.":     "",
		"I have never had any insurance claims.":          "",
		"He does not have a license.":                     "unlicensed",
		"My son is not licensed.":                         "unlicensed",
		"What would it cost without rental?":              "",
	} {
		got := ""
		for _, s := range Watch(text).Sightings {
			if slices.Contains([]string{"serious", "excluded", "lapse", "unlicensed"}, s.Kind) {
				got = s.Kind
			}
		}
		if got != kind {
			t.Errorf("%s: %q, want %q", text, got, kind)
		}
	}
}

// Staff see a death, and the person who died needs no exclusion form.
func TestDeaths(t *testing.T) {
	for _, text := range []string{
		"My wife passed away in May. Please take her off.",
		"My husband Al passed away in May. Please take him off.",
		"Mi esposo falleció en marzo. Por favor quítenlo.",
		"Murió mi hermana en mayo.",
	} {
		if found := Watch(text).Sightings; len(found) != 1 || found[0].Kind != "died" {
			t.Errorf("%q: %v", text, found)
		}
	}
}

// Only the person who died needs no exclusion form.
func TestExclusionBesideDeath(t *testing.T) {
	for _, text := range []string{
		"My son's Civic died. Please exclude my roommate.",
		"My wife passed away in May. Please exclude my roommate.",
		"My wife passed away in May. Please exclude Bob.",
		"My wife passed away, please take her off. Leave my son out.",
		"My wife passed away in May. Take her off and leave my son out.",
		"My wife passed away. My sister is fine. Please leave her out.",
	} {
		isExcluded := func(s Sighting) bool { return s.Kind == "excluded" }
		if found := Watch(text).Sightings; !slices.ContainsFunc(found, isExcluded) {
			t.Errorf("%q: %v", text, found)
		}
	}
}

// Lines and sentences end where regular expressions find the ends.
func TestSentencesMatchExpressions(t *testing.T) {
	inSentence := regexp.MustCompile(`([^\n.!?:]{40}) *\n *(\pL|\d)`)
	sentence := regexp.MustCompile(`[^.!?\n]+[.!?]*`)
	piece := rapid.SampledFrom([]string{"\n", "\n", "\n", " ", ".", "?!", ":", "ñ", "7",
		"\xff", strings.Repeat("a", 39)})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 30).Draw(t, "pieces"), "")
		if got, want := unwrapped(text), inSentence.ReplaceAllString(text, "$1 $2"); got != want {
			t.Fatalf("%q became %q, want %q", text, got, want)
		}
		if got, want := sentences(text), sentence.FindAllString(text, -1); !slices.Equal(got, want) {
			t.Fatalf("%q was split into %q, want %q", text, got, want)
		}
	})
}
