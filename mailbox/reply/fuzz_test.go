package reply

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"ppamaild/mailbox"
)

// nothingLost checks that the segments are the message, line by line, and that
// the own text is what the own segments say.
func nothingLost(t interface{ Fatalf(string, ...any) }, m *mailbox.Message) {
	r := Extract(m)
	var whole, own []string
	for _, s := range r.Segments {
		whole = append(whole, s.Text)
		if text := strings.TrimSpace(s.Text); s.Kind == Own && text != "" {
			own = append(own, text)
		}
	}
	if want := strings.TrimRight(strings.ReplaceAll(m.Text, "\r", ""), " \t\n"); strings.TrimSpace(m.Text) != "" && !m.Flowed && strings.Join(whole, "\n") != want {
		t.Fatalf("segments %q of %q", whole, want)
	}
	if strings.Join(own, "\n\n") != r.Text {
		t.Fatalf("own text %q, own segments %q", r.Text, own)
	}
	if r.Clean != (len(r.Notes) == 0) {
		t.Fatalf("clean %v, notes %q", r.Clean, r.Notes)
	}
}

func TestNothingIsLost(t *testing.T) {
	line := rapid.SampledFrom([]string{"", "Yes.", "> May we?", ">", ">> deep", "On Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:", "Sent from my iPhone",
		"-- ", "--", "____________", "From: Lee <lee@agency.test>", "Sent: Friday", "Subject: x", "-----Original Message-----", "Begin forwarded message:",
		"This e-mail is confidential and for the intended recipient.", "\u00a0", "ACCEPT", "2019", "<ann@customer.test", ">:"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(line, 0, 20).Draw(t, "lines"), "\n")
		nothingLost(t, &mailbox.Message{Text: text, Subject: rapid.SampledFrom([]string{"", "Fwd: x"}).Draw(t, "subject")})
	})
}

func FuzzExtract(f *testing.F) {
	f.Add("Yes.\n\nOn Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:\n> May we?", "", false)
	f.Add("", `<div>Yes.</div><div class="gmail_quote"><blockquote>x</blockquote></div>`, false)
	f.Add("one \nline\n> quoted \n> line\n-- \nAnn", "", true)
	f.Fuzz(func(t *testing.T, text, html string, flowed bool) {
		if !utf8.ValidString(text) || !utf8.ValidString(html) {
			return
		}
		nothingLost(t, &mailbox.Message{Text: text, HTML: html, Flowed: flowed})
	})
}
