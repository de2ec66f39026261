package reading

import (
	"testing"

	"ppamaild/reading/find"
)

// TestCredentials holds that a profession behind a name is no part of it.
func TestCredentials(t *testing.T) {
	for from, want := range map[string]string{
		"Ann Lee, CPA":        "Ann Lee",
		"Ann Lee CPA":         "Ann Lee",
		"Lee, Ann, R.N.":      "Ann Lee",
		"Dr. Ann Lee, Ph.D.":  "Ann Lee",
		"SSG Ann Lee":         "Ann Lee",
		"Ann Lee, RN, MSN":    "Ann Lee",
		"ANN LEE (USN, Ret.)": "Ann Lee",
		"Lee, Ann":            "Ann Lee",
		"Minh Do":             "Minh Do",
		"Do, Minh":            "Minh Do",
		"Ed Rn":               "Ed Rn",
	} {
		if n := find.DisplayName(from); n.Given+" "+n.Surname != want {
			t.Errorf("%q: %s %s, want %s", from, n.Given, n.Surname, want)
		}
	}
}
