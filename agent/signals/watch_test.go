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

// parts are the parts of the mails: the odd and the even ones of the mails from before the lists, and
// harder parts that were written later. Before an extension of the lists, they found 9 of 14, 5 of
// 13, 5 of 10, 29 of 30 and 26 of 30 signs of the later parts.
var parts = []string{"odd", "even", "first later", "second later", "third later", "fourth later", "fifth later"}

func partOf(i int) int {
	for part, first := range []int{60, 82, 101, 115, 157} {
		switch {
		case i < 60:
			return i % 2
		case i < first:
			return part + 1
		}
	}
	return len(parts) - 1
}

// TestFindingD5Signs measures the lists on mails of customers. Staff miss nothing that matters, and
// read few needless lines.
func TestFindingD5Signs(t *testing.T) {
	for half, name := range parts {
		signs, missed, ordinary, needless := 0, 0, 0, 0
		for i, m := range watchMailsOf(t) {
			if partOf(i) != half {
				continue
			}
			var kinds []string
			for _, s := range Watch(m.text).Sightings {
				if !slices.Contains(kinds, s.Kind) {
					kinds = append(kinds, s.Kind)
				}
				if m.kinds == nil {
					t.Logf("%s: needless %s: %s", name, s.Kind, s.Words)
				}
			}
			if m.kinds == nil {
				ordinary++
				needless += len(kinds)
			}
			for _, k := range m.kinds {
				signs++
				if !slices.Contains(kinds, k) {
					missed++
					t.Logf("%s: missed %s, found %v: %s", name, k, kinds, m.text)
				}
			}
		}
		t.Logf("%s: %d of %d signs, %d needless lines in %d ordinary mails", name,
			signs-missed, signs, needless, ordinary)
		if missed*20 > signs {
			t.Errorf("%s: %d of %d signs are missed", name, missed, signs)
		}
		if needless > ordinary {
			t.Errorf("%s: %d needless lines in %d ordinary mails", name, needless, ordinary)
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
