package inspect

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNoAcceptByAGuess: a guess about the role of text never turns a mail into an ACCEPT.
func TestNoAcceptByAGuess(t *testing.T) {
	const quoted = "On Fri, 20 Nov 2026 at 10:00, Agency <reviews@agency.test> wrote:\n> Answer ACCEPT\n"
	for body, want := range map[string]string{
		"ACCEPT\n\n" + quoted:                               "accept",
		"ACCEPT " + quoted:                                  "unclear",
		"ACCEPT\n<lee@agency.test> wrote:\n> x\n":           "unclear",
		"ACCEPT\n\n_____\nonly if towing is in\n":           "unclear",
		"ACCEPT\n\nSent from my desk, hold on until five\n": "unclear",
		"ACCEPT\n\nThis email is confidential and legally binding, if I may add: lower the premium\n":                "unclear",
		"ACCEPT\n\n**********\nand one more thing\n\nThis message is confidential, copying prohibited\n**********\n": "unclear",
		"CAUTION: This email originated from outside\nDo not click links\nACCEPT\nbut not yet\n":                     "unclear",
		"> Answer this mail with the one word that we agreed on last week, namely\naccept\n> or not\n":               "unclear",
	} {
		file := filepath.Join(t.TempDir(), "mail.eml")
		mail := "From: Lee <lee@agency.test>\r\nMessage-ID: <1@agency.test>\r\n\r\n" + body
		if err := os.WriteFile(file, []byte(mail), 0o600); err != nil {
			t.Fatal(err)
		}
		reports := Options{Staff: []string{"lee@agency.test"}}.File(file)
		if got := reports[0].Decision.Verdict; got != want {
			t.Errorf("%q: %s, want %s (%+v)", body, got, want, reports[0].Segments)
		}
	}
}

// The agency's name below a staff member's name is part of the signature. Without a
// configuration, inspect takes the agency's name from the recipient.
func TestTheAgencyIsKnownFromTheRecipient(t *testing.T) {
	for to, want := range map[string]string{
		"Sunrise Insurance <reviews@agency.test>": "accept",
		"Another Agency <reviews@agency.test>":    "unclear",
		"reviews@agency.test":                     "unclear",
	} {
		file := filepath.Join(t.TempDir(), "mail.eml")
		mail := "From: Lee Tran <lee@agency.test>\r\nTo: " + to + "\r\nMessage-ID: <1@agency.test>\r\n\r\nACCEPT\r\n\r\nLee Tran\r\nSunrise Insurance\r\n"
		if err := os.WriteFile(file, []byte(mail), 0o600); err != nil {
			t.Fatal(err)
		}
		reports := Options{Staff: []string{"lee@agency.test"}}.File(file)
		if got := reports[0].Decision.Verdict; got != want {
			t.Errorf("to %s: %s, want %s", to, got, want)
		}
	}
}
