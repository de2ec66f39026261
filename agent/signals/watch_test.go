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
	for _, m := range watchMailsOf(t) {
		found := Watch(m.text).Sightings
		if m.kinds == nil {
			ordinary++
			needless += len(found)
		}
		for _, k := range m.kinds {
			signs++
			if !slices.ContainsFunc(found, func(s Sighting) bool { return s.Kind == k }) {
				missed++
				t.Logf("missed %s, found %v: %s", k, found, m.text)
			}
		}
	}
	if missed*4 > signs || needless*10 > ordinary {
		t.Errorf("%d of %d signs are missed; %d needless lines in %d ordinary mails",
			missed, signs, needless, ordinary)
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
		"My wife passed away in May. Please take her off.",
		"My son told me about you.",
		"He got his license in the summer.",
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
		"What would it cost without rental?":              "",
	} {
		got := ""
		for _, s := range Watch(text).Sightings {
			if s.Kind == "serious" || s.Kind == "excluded" {
				got = s.Kind
			}
		}
		if got != kind {
			t.Errorf("%s: %q, want %q", text, got, kind)
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
