package config

import (
	"strings"
	"testing"
)

func TestCompareCoveragesAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"[quote]\ncompare_minimum = true": "",
		"[quote.compare_coverages]\nbodily_injury = \"100/300\"\nuninsured_motorist = \"100/300\"\nproperty_damage = 100": "",
		"[quote.compare_coverages]\nbodily_injury = \"300/100\"\nuninsured_motorist = \"100/300\"":                        `quote.compare_coverages.bodily_injury: found "300/100"`,
		"[quote.compare_coverages]\nbodily_injury = \"100/300\"":                                                          `quote.compare_coverages.uninsured_motorist: missing`,
	} {
		got := strings.Join(problems(t, sound+text+"\n"), "\n")
		if !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// What is missing at one place is listed in the same order each time.
func TestMissingCoveragesAreListedInOrder(t *testing.T) {
	for range 20 {
		got := problems(t, sound+"[quote.compare_coverages]\nproperty_damage = 100\n")
		if len(got) != 2 || !strings.Contains(got[0], "bodily_injury: missing") || !strings.Contains(got[1], "uninsured_motorist: missing") {
			t.Fatalf("got %q", got)
		}
	}
}
