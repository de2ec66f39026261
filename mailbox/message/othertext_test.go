package message

import (
	"strings"
	"testing"
)

func TestTextOfOtherKindsIsRead(t *testing.T) {
	for part, want := range map[string]string{
		"Content-Type: text/enriched\n\n<bold>I drive</bold> a <color><param>red</param>2019</color> Civic <<3 years>.\n":                                  "I drive a 2019 Civic <3 years>.",
		"Content-Type: text/richtext\n\n<bold>I drive</bold> a Civic\n":                                                                                    "I drive a Civic",
		"Content-Type: text/markdown; charset=utf-8\n\nI drive a **Civic**\n":                                                                              "I drive a **Civic**",
		"Content-Type: text/x-plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nI drive a Cit=F6n\n":                               "I drive a Citön",
		"Content-Type: text/rtf\n\n{\\rtf1\\ansi I drive a Civic\\par for {\\b 3} years}\n":                                                                "I drive a Civic\nfor 3 years",
		"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/markdown\n\nI drive\n--b\nContent-Type: image/png; name=a.png\n\nx\n--b--\n": "I drive",
		"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/markdown\n\nI drive\n--b\nContent-Type: text/plain\n\nHello\n--b--\n":        "Hello",
		"Content-Type: text/markdown; name=notes.md\n\nI drive\n":                                                                                          "",
		"Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n":                                                                                                 "",
	} {
		m, err := Parse(strings.NewReader("From: a@customer.test\nMIME-Version: 1.0\n"+part), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(m.Text); got != want || m.HTML != "" {
			t.Errorf("%s\nis %q and %q, want %q", part, got, m.HTML, want)
		}
		// Text that the author may not have meant does not decide.
		if want != "Hello" && want != "" && !m.Attached {
			t.Errorf("%s\ncounts as the author's own", part)
		}
	}
}

// Invisible characters do not separate words and are not read.
func TestWhatNeverShowsIsNotRead(t *testing.T) {
	var tags strings.Builder
	for _, r := range "the price is $1" {
		tags.WriteRune('\U000e0000' + r)
	}
	text := "A Ci\u00advic in P\u200bortland\u2060" + tags.String() + ", \ufeffزندگی\u200cنامه \U0001F468\u200d\U0001F467"
	for kind, want := range map[string]string{
		"text/plain": "A Civic in Portland, زندگی\u200cنامه \U0001F468\u200d\U0001F467",
		"text/html":  "A Civic in Portland, زندگینامه \U0001F468\U0001F467",
	} {
		m, err := Parse(strings.NewReader("From: a@customer.test\nMIME-Version: 1.0\nContent-Type: "+kind+"; charset=utf-8\n\n"+text+" <&gt;\n"), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := seen(m); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}
