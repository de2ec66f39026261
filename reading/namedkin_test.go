package reading

import (
	"strings"
	"testing"
	"time"
)

// What is a word for a relative, or of a surname, may be the given name of who writes.
func TestNamesThatAreOtherWords(t *testing.T) {
	for name, text := range map[string]string{
		"Tia Hunt": "Hi, I'd like a quote.\n\nTia Hunt\nBorn 3/14/1982, licensed 24 years.",
		"Di Hope":  "Di Hope, born 3/14/1982, licensed 24 years",
	} {
		given, surname, _ := strings.Cut(name, " ")
		facts := map[string]string{}
		for _, f := range Read(Input{Text: text, FromName: name, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Facts {
			facts[f.Path] = string(f.Value)
		}
		for path, want := range map[string]string{
			"drivers[0].given_name": given, "drivers[0].surname": surname, "drivers[0].date_of_birth": "1982-03-14", "drivers[1].relationship": "", "drivers[1].given_name": "",
		} {
			if got := strings.Trim(facts[path], `"`); got != want {
				t.Errorf("%s: %s is %q, want %q", name, path, got, want)
			}
		}
	}
}
