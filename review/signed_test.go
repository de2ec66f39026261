package review

import (
	"testing"

	"ppamaild/mailbox/message"
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
		{"Ann Other", "ACCEPT\n\nAnn Other", dana, VerdictUnclear}, // the configured name takes precedence
	} {
		m := &message.Message{From: []message.Address{{Name: tt.from, Address: tt.who.Address}}, Text: tt.text}
		who := tt.who
		who.Lines = []string{"Sunrise Insurance Agency"}
		if d := Read(m, reply.Extract(m), who, english); d.Verdict != tt.want {
			t.Errorf("%q by %q: %+v, want %s", tt.text, tt.from, d, tt.want)
		}
	}
}

// Outlook writes pictures of a signature into the plain text, as the given or a generated
// description.
func TestALogoBelowTheNameSaysNothing(t *testing.T) {
	who := Person{Name: "Lee Tran", Address: "lee@agency.test", Lines: []string{"Sunrise Insurance Agency"}}
	for text, want := range map[string]Verdict{
		"ACCEPT\n\nLee Tran\n[Sunrise Insurance Agency]":                                                         VerdictAccept,
		"ACCEPT\n\nLee Tran\n[Sunrise Insurance Agency logo]":                                                    VerdictAccept,
		"ACCEPT\n\nLee Tran\nCSR\n[A blue and white logo  AI-generated content may be incorrect.]":               VerdictAccept,
		"ACCEPT\n\nLee Tran\n[A close-up of a logo  Description automatically generated with medium confidence]": VerdictAccept,
		"ACCEPT\n\nLee Tran\n[Logo]":                                                                             VerdictAccept,
		"ACCEPT\n\nLee Tran\n[not before Friday]":                                                                VerdictUnclear,
		"ACCEPT\n\nLee Tran\n[see this] [A screenshot  AI-generated content may be incorrect.]":                  VerdictUnclear,
		"ACCEPT\n\n[A screenshot of a computer  AI-generated content may be incorrect.]":                         VerdictUnclear, // above the name, the text may be part of the answer
		"ACCEPT\n\n[A screenshot of a computer  AI-generated content may be incorrect.]\n\nLee Tran\nCSR":        VerdictUnclear,
	} {
		if d := Parse(text, who, english); d.Verdict != want {
			t.Errorf("%q: %+v, want %s", text, d, want)
		}
	}
}

func TestAnswersInANumberedListOfHTML(t *testing.T) {
	m := &message.Message{HTML: `<div><ol start="1"><li><div>Yes</div></li><li><div>Only the blue one</div></li></ol><div>Thanks</div></div>`}
	d := Read(m, reply.Extract(m), dana, english)
	if d.Verdict != VerdictAnswer || d.Answers[1] != "Yes" || d.Answers[2] != "Only the blue one" {
		t.Errorf("%+v", d)
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
		d := Parse(text, dana, english)
		_, got := "", ""
		if d.Verdict == VerdictCommand {
			_, got = d.Written()
		}
		if got != want || (d.Verdict == VerdictCommand) != (want != "") {
			t.Errorf("%q: %+v, want %q", text, d, want)
		}
	}
}
