package prose

import (
	"slices"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	long := strings.Repeat("word ", LongSentence)
	for text, want := range map[string][]string{
		"The daemon stores the message.":                 nil,
		"Staff are told of a fault.":                     {"told"},
		"This is what the customer told us.":             nil,
		"A customer who writes “nobody told me” waits":   nil,
		"The policy in force counts.":                    nil,
		"The plan is in force.":                          {"in force"},
		"Work begins at\nonce.":                          {"at\nonce"},
		"Besides, it comes to an end at once":            {"Besides", "comes to", "at once"},
		long:                                             {"word word word word word word word word …"},
		strings.ReplaceAll(long, "word word ", "word. "): nil,
	} {
		_, found := Check(Passage{Text: text})
		var got []string
		for _, f := range found {
			got = append(got, f.Text)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestCounts(t *testing.T) {
	text := "It is that which it was. " + strings.Repeat("word ", 74)
	tally, _ := Check(Passage{Text: text})
	if got, want := tally.Counts(), (Counts{Long: 1, Pronouns: 0, Average: 40}); got != want {
		t.Errorf("got %+v of %+v, want %+v", got, tally, want)
	}
	tally, _ = Check(Passage{Text: "That which it has."})
	if got := tally.Counts(); got.Pronouns != 3 {
		t.Errorf("got %+v of %+v", got, tally)
	}
}

func TestGo(t *testing.T) {
	source := "// Package p, of line 1.\npackage p\n\n//go:generate told\n\n// f is here:\n//\n//\ttold := code\n" +
		"func f() { log.Info(\"nobody is here\"); g(\"nobody counts this\") }\n\n" +
		"type c struct {\n\tA bool `help:\"Told at once.\"`\n}\n"
	all, err := Go("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range all {
		_, found := Check(p)
		for _, f := range found {
			got = append(got, f.Text)
		}
	}
	if want := []string{"nobody", "Told", "at once"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
