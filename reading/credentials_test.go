package reading

import "testing"

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
		if n := displayName(from); n.given+" "+n.surname != want {
			t.Errorf("%q: %s %s, want %s", from, n.given, n.surname, want)
		}
	}
}
