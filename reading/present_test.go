package reading

import (
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// TestAgeThen tells who is not of age from who tells at what age they were licensed.
func TestAgeThen(t *testing.T) {
	for text, want := range map[string]string{
		"2012 Kia Rio. Licensed since the day I turned 17, that makes 30 years.": "",
		"2012 Kia Rio. I turned 16 and got my license the same week, in 1990.":   "",
		"2012 Kia Rio. My license I have since I turned 17.":                     "",
		"2012 Kia Rio. I just turned 17 and got my license last month.":          "minor_applicant",
		"2012 Kia Rio. I turned 17 in May, and I have my license for one year.":  "minor_applicant",
	} {
		if got := Read(claims.Input{Subject: "quote", Text: text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Refer; got != want {
			t.Errorf("%q: refer %q, want %q", text, got, want)
		}
	}
}
