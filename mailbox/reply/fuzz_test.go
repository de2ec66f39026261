package reply

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"ppamaild/mailbox/message"
)

// nothingLost checks that the segments equal the message, line by line, and that the own text
// equals the own segments.
func nothingLost(t interface{ Fatalf(string, ...any) }, m *message.Message) {
	r := Extract(m)
	var whole, own []string
	for _, s := range r.Segments {
		whole = append(whole, s.Text)
		if text := strings.TrimSpace(s.Text); s.Kind == Own && text != "" {
			own = append(own, text)
		}
	}
	joined := strings.Join(whole, "\n")
	if want := strings.TrimRight(strings.ReplaceAll(m.Text, "\r", ""), " \t\n"); strings.TrimSpace(m.Text) != "" && !m.Flowed && m.HTML == "" && joined != want {
		// A line with an attribution inside may be split.
		if strings.Join(strings.Fields(joined), "") != strings.Join(strings.Fields(want), "") || strings.Count(joined, "\n") < strings.Count(want, "\n") {
			t.Fatalf("segments %q of %q", whole, want)
		}
	}
	for _, s := range r.Segments {
		if (s.Why == "") != (s.Kind == Own && !s.Guessed) {
			t.Fatalf("segment %+v", s)
		}
	}
	if strings.Join(own, "\n\n") != r.Text {
		t.Fatalf("own text %q, own segments %q", r.Text, own)
	}
	if !r.Clean && len(r.Notes) == 0 {
		t.Fatalf("clean %v, notes %q", r.Clean, r.Notes)
	}
}

func TestNothingIsLost(t *testing.T) {
	line := rapid.SampledFrom([]string{"", "Yes.", "> May we?", ">", ">> deep", "On Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:", "Sent from my iPhone",
		"-- ", "--", "____________", "From: Lee <lee@agency.test>", "Sent: Friday", "Subject: x", "-----Original Message-----", "Begin forwarded message:",
		"This e-mail is confidential and for the intended recipient.", "\u00a0", "ACCEPT", "2019", "<ann@customer.test", ">:",
		"Yes. On Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:", "**********************", "Lee Tran", "<lee@agency.test> writes:", "> wrote:",
		"Am 20.11.2026 um 10:00 schrieb", "| bar", "[EXTERNAL]", "----- Forwarded Message ----- From: Lee <lee@agency.test>", "Von: Lee", "Gesendet: Freitag"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(line, 0, 20).Draw(t, "lines"), "\n")
		nothingLost(t, &message.Message{Text: text, Subject: rapid.SampledFrom([]string{"", "Fwd: x"}).Draw(t, "subject")})
	})
}

// TestNothingOfHTMLIsLost builds pages of nested containers: quoted, signed or plain, some
// unclosed. Each visible word must be in one segment.
func TestNothingOfHTMLIsLost(t *testing.T) {
	piece := rapid.SampledFrom([]string{"<div>", "</div>", "<blockquote>", "</blockquote>", `<blockquote type="cite">`, `<div class="gmail_quote">`, `<div class="gmail_attr">`,
		`<div class="gmail_signature">`, `<div id="divRplyFwdMsg">`, `<span class="gmail_signature_prefix">`, "</span>", "<table>", "</table>", "<tr><td>", "</td></tr>", "<hr>", "<p>", "</p>",
		`<div class="moz-forward-container">`, `<div style="border-top:solid 1pt">`, "<pre>", "</pre>", "<br>", "&#xe001;", "&#57344;", "&#57&#57344;344;"})
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(piece, 0, 30).Draw(t, "pieces")
		var page, want strings.Builder
		for i, p := range pieces {
			word := fmt.Sprintf(" word%d ", i)
			page.WriteString(p + word)
			want.WriteString(strings.TrimSpace(word))
		}
		m := &message.Message{HTML: page.String()}
		nothingLost(t, m)
		var got strings.Builder
		for _, s := range Extract(m).Segments {
			for w := range strings.FieldsSeq(s.Text) {
				if strings.HasPrefix(w, "word") {
					got.WriteString(w)
				}
			}
		}
		if got.String() != want.String() {
			t.Fatalf("%q became %q", page.String(), got.String())
		}
	})
}

// TestQuotedHTMLStaysQuoted: no HTML inside a quote turns the rest of the quote into own text.
func TestQuotedHTMLStaysQuoted(t *testing.T) {
	inside := rapid.SampledFrom([]string{"<div>", "<b>", "</b>", "</span>", "<p hidden>", "<span hidden>", `<span style="display:none">`, `<div class="gmail_signature">x</div>`,
		`<div hidden class="signature">x</div>`, "<table><tr><td>x</td></tr></table>", "<hr>", "<br>", "&#xe001;", "&#57345;1", "&#57&#57345;345;1", "<p>", "</p>", "<li>", "</font>", "word"})
	rapid.Check(t, func(t *rapid.T) {
		body := strings.Join(rapid.SliceOfN(inside, 0, 12).Draw(t, "inside"), "")
		page := `<div>Yes.</div><blockquote type="cite">` + body + `<div>ACCEPT</div></blockquote>`
		if r := Extract(&message.Message{HTML: page}); strings.Contains(r.Text, "ACCEPT") {
			t.Fatalf("%q gave %q", page, r.Text)
		}
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
		nothingLost(t, &message.Message{Text: text, HTML: html, Flowed: flowed})
	})
}
