package review

import (
	"testing"

	"ppamaild/mailbox"
	"ppamaild/mailbox/reply"
)

func TestWhoHasNoNameConfiguredSignsWithTheirOwn(t *testing.T) {
	lee := Person{Address: "lee@agency.test"}
	for _, tt := range []struct {
		from, text string
		who        Person
		want       Verdict
	}{
		{"Lee Tran", "ACCEPT.\n\nLee Tran | CSR\nSunrise Insurance Agency\nT 503-555-0100 | www.sunrise.test", lee, VerdictAccept},
		{"Tran, Lee", "ACCEPT\n\nLee Tran", lee, VerdictAccept},
		{"Lee Tran", "ACCEPT\n\nAnn Other", lee, VerdictUnclear},
		{"Lee Tran", "ACCEPT\n\nbut call me\nLee Tran", lee, VerdictUnclear},
		{"With 500 Deductible", "ACCEPT\n\nwith 500 deductible", lee, VerdictUnclear},
		{"But Not Yet", "ACCEPT\n\nbut not yet", lee, VerdictUnclear},
		{"Please Make The Deductible Higher", "ACCEPT\n\nplease make the deductible higher", lee, VerdictUnclear},
		{"Ann Other", "ACCEPT\n\nAnn Other", dana, VerdictUnclear}, // the configured name counts
	} {
		m := &mailbox.Message{From: []mailbox.Address{{Name: tt.from, Address: tt.who.Address}}, Text: tt.text}
		who := tt.who
		who.Lines = []string{"Sunrise Insurance Agency"}
		if d := Read(m, reply.Extract(m), who); d.Verdict != tt.want {
			t.Errorf("%q by %q: %+v, want %s", tt.text, tt.from, d, tt.want)
		}
	}
}

func TestACourtesyMayFollowAnArgument(t *testing.T) {
	for text, want := range map[string]string{
		"Release #2, thanks":               "2",
		"RELEASE 2, 3 - thanks, Dana":      "2, 3",
		"RELEASE 2 and 3. Thank you!":      "2, 3",
		"Join q-8c2n77, thanks":            "Q-8C2N77",
		"JOIN Q-8C2N77 please":             "Q-8C2N77",
		"RELEASE 2, but not 3":             "",
		"RELEASE 2, 3 if it is a customer": "",
		"RELEASE thanks":                   "",
		"JOIN Q-8C2N77 or Q-9ACDEF":        "",
		"JOIN thanks":                      "",
	} {
		d := Parse(text, dana)
		_, got := "", ""
		if d.Verdict == VerdictCommand {
			_, got = d.Written()
		}
		if got != want || (d.Verdict == VerdictCommand) != (want != "") {
			t.Errorf("%q: %+v, want %q", text, d, want)
		}
	}
}
