package reading

import (
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// TestTownBehindName: in a mail without capitals, a town and its state behind the author's name
// are where they live, if there is nothing else.
func TestTownBehindName(t *testing.T) {
	const medford = `garaging_address.city="Medford" garaging_address.state="OR"`
	for text, want := range map[string]string{
		"need insurance for my truck its a 2015 f150. darlene hobbs medford oregon":         medford,
		"need insurance for my truck its a 2015 f150\n\ndarlene hobbs, medford oregon":      medford,
		"need insurance for my truck its a 2015 f150. darlene hobbs from medford oregon.":   medford,
		"need insurance for my truck its a 2015 f150. darlene hobbs medford oregon schools": `!garaging_address`,
		"need insurance for my truck its a 2015 f150. darlene hobbs":                        `!garaging_address`,
		"need insurance for my truck its a 2015 f150. my boss works in medford oregon":      `!garaging_address.street`,
		"2015 f150. darlene hobbs works for city of medford oregon":                         `!garaging_address.street`,
	} {
		got := Read(claims.Input{Subject: "Car insurance quote", Text: text, FromName: "Darlene Hobbs", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
		facts := map[string]string{}
		for _, f := range got.Facts {
			facts[f.Path] = string(f.Value)
		}
		for _, w := range wants(want) {
			checkFact(t, text, w, facts)
		}
	}
}
