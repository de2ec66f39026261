package templates

import (
	"strings"
	"testing"

	"ppamaild/sandbox/browser"
)

// piled is a letter with many combining marks. A browser draws them over other lines, or as a
// word wider than the screen.
var piled = "Z" + strings.Repeat("\u0336\u0489\u0301\u200d", 2000)

func TestMarksAreNotPiledUp(t *testing.T) {
	for in, want := range map[string]string{
		"a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308b": "a\u0301\u0302\u0303\u0304\u0305\u0306b",
		"Nguye\u0302\u0303n":                        "Nguye\u0302\u0303n",
		"שָׁלוֹם":                                   "שָׁלוֹם",
		strings.Repeat("e\u0301", 50):               strings.Repeat("e\u0301", 50),
		strings.Repeat("\U0001F468\u200d\ufe0f", 9): strings.Repeat("\U0001F468\u200d\ufe0f", 9),
	} {
		if got := printable(in); got != want {
			t.Errorf("printable(%q) = %q, want %q", in, got, want)
		}
		if got := oneLine(in); got != want {
			t.Errorf("oneLine(%q) = %q, want %q", in, got, want)
		}
	}
	for _, got := range []string{printable(piled), oneLine(piled)} {
		if n := strings.Count(got, "\u0489"); n > maxMarks {
			t.Errorf("%d marks are left", n)
		}
	}
}

// Text by a customer pushes no part of a review off the screen.
func TestPiledMarksInChromium(t *testing.T) {
	v := sampleReview()
	v.CustomerFrom, v.Warnings = piled, append(v.Warnings, piled)
	v.Conversation = append(v.Conversation, Turn{Who: piled, When: "now", Text: "Hello\n" + piled + "\n"})
	looks, err := browser.Looks(t.Context(), browser.Page{Name: "a review", HTML: mustRender(t, mustNew(t), "review", v).HTML})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range looks {
		if l.Needs > l.Width {
			t.Errorf("%s: it needs %d pixels", l, l.Needs)
		}
	}
}
