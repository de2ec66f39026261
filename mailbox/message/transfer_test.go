package message

import (
	"strings"
	"testing"
)

func TestBase64(t *testing.T) {
	long := strings.Repeat("QUJD", 19) // a line of 76 characters
	for body, want := range map[string]string{
		"QUNDRVBU\r\n":                           "ACCEPT",
		"QUNDRVB\r\n":                            "ACCEP",
		"QUNDRVBULg":                             "ACCEPT.",
		"QQ==\r\nQg==\r\n":                       "AB",
		"QUND\r\n RVBU\r\n":                      "ACCEPT",
		"QUND*RVBU":                              "ACCEPT",
		"QQ==\r\n\r\n-- \r\nSunrise list":        "A\n-- \r\nSunrise list",
		"QUNDRVBU\r\n____\r\nour list has words": "ACCEPT\n____\r\nour list has words",
		long + "\r\nQUJD\r\n\r\nThis is the list's own": strings.Repeat("ABC", 20) + "\nThis is the list's own",
		long + "\r\nQUJDQUJD\r\n":                       strings.Repeat("ABC", 21),
		long + "\r\nQUJD QUJD\r\n":                      strings.Repeat("ABC", 21),
		"":                                              "",
	} {
		if got, _ := decodeBase64([]byte(body)); string(got) != want {
			t.Errorf("%q gave %q, not %q", body, got, want)
		}
	}
	if _, err := decodeBase64([]byte("QQ==\r\n\r\n-- \r\nSunrise list")); err == nil {
		t.Error("a footer is not told")
	}
}

func TestQuotedPrintable(t *testing.T) {
	for body, want := range map[string]string{
		"Gr=FC=fce=\r\n!":         "Gr\xfc\xfce!",
		"a=  \r\nb":               "ab",
		"a  \r\nb \n-- \r\nc":     "a\r\nb\n-- \r\nc",
		"1+1=2 =X =":              "1+1=2 =X ",
		"a=20\r\n=":               "a \r\n",
		"=3D=\n=":                 "=",
		"=C3=\r\n=A9\xc3\xa9\x00": "é\xc3\xa9\x00",
		"a=A":                     "a=A",
	} {
		if got := decodeQuotedPrintable([]byte(body)); string(got) != want {
			t.Errorf("%q gave %q, not %q", body, got, want)
		}
	}
}

func TestStubs(t *testing.T) {
	for _, tc := range []struct {
		text, html string
		want       bool
	}{
		{"This message requires an HTML viewer.", "<p>ACCEPT</p>", true},
		{"View in your browser: http://x.test", "<p>News</p><a href=x>View in your browser: http://x.test</a>", false},
		{"Diese Nachricht ist nur als HTML lesbar", "<img src=x>", false},
		{"ACCEPT", "<p>REJECT</p>", false},
		{"The HTML was fine.", "<p>The <b>HTML</b> was fine.</p>", false},
		{strings.Repeat("Long text about browsers. ", 40), "<p>x</p>", false},
	} {
		if got := isStub(tc.text, tc.html); got != tc.want {
			t.Errorf("%.40q beside %q: %v", tc.text, tc.html, got)
		}
	}
}

func TestInvitation(t *testing.T) {
	for calendar, want := range map[string]string{
		"BEGIN:VCALENDAR\nMETHOD:CANCEL\nBEGIN:VEVENT\nSUMMARY:Site visit\nEND:VEVENT": "the end of an invitation came with the message: Site visit",
		"BEGIN:VEVENT\nSUMMARY;X=\"a:b\":One\\, two\\;\n  three\\nfour":                "a calendar entry came with the message: One, two; three four",
		"METHOD:REQUEST\nSUMMARY:not of an event":                                      "an invitation came with the message: it has no title",
		"": "a calendar entry came with the message: it has no title",
	} {
		if got := invitation(calendar); got != want {
			t.Errorf("%q: %q, not %q", calendar, got, want)
		}
	}
}
