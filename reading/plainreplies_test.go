package reading

import "testing"

// TestOthersWithoutLicense checks that only drivers need a license, and no other people.
func TestOthersWithoutLicense(t *testing.T) {
	for text, want := range map[string]string{
		"5k miles. Dev doesn't drive, he never got a license.": "",
		"5k miles. I never got a license.":                     "unlicensed",
	} {
		if got := Read(askedOfOne.reply(t, text)).Refer; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
