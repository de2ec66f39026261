package reading

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/reading/claims"
)

// TestProducersLicense: the license number of who sells insurance is no driver's.
func TestProducersLicense(t *testing.T) {
	for text, want := range map[string]string{
		"2019 Honda Civic.\n\nDana Reyes\nLicensed producer, license no. 0X00000": "!drivers[0].license_number",
		"2019 Honda Civic. My license no. is 0X00000":                             `drivers[0].license_number="0X00000"`,
	} {
		text = "I'm Kim Doe. " + text
		checkText(t, text, want)
		if found := Read(claims.Input{Text: text}).PII; slices.Contains(found, "license") == strings.HasPrefix(want, "!") {
			t.Errorf("%q holds %v", text, found)
		}
	}
}
