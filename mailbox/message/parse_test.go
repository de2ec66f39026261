package message

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message/charset"
)

func mustParse(t *testing.T, raw string) *Message {
	t.Helper()
	m, err := Parse(strings.NewReader(raw), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func hasProblem(m *Message, words string) bool {
	return slices.ContainsFunc(m.Problems, func(p string) bool { return strings.Contains(p, words) })
}

const soundHeader = "From: Alice Doe <alice@Customer.TEST>\r\nTo: quotes@agency.test\r\nCc: Bob <bob@customer.test>, carol@customer.test\r\n" +
	"Reply-To: a.doe@home.test\r\nSubject: =?utf-8?q?Caf=C3=A9?=\r\n =?utf-8?q?_quote?=\r\nMessage-ID: <1@customer.test>\r\n" +
	"In-Reply-To: <0@agency.test>\r\nReferences: <a@agency.test>\r\n\t<0@agency.test>\r\nDate: Sat, 21 Nov 2026 10:00:00 -0800\r\n"

func TestParseSound(t *testing.T) {
	m := mustParse(t, soundHeader+"Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\r\n\r\nHello\r\nthere\r\n")
	switch {
	case len(m.Problems) > 0:
		t.Errorf("problems: %q", m.Problems)
	case !slices.Equal(m.From, []Address{{"Alice Doe", "alice@customer.test"}}):
		t.Errorf("From %v", m.From)
	case !slices.Equal(m.Cc, []Address{{"Bob", "bob@customer.test"}, {"", "carol@customer.test"}}):
		t.Errorf("Cc %v", m.Cc)
	case m.ReplyTo[0].Address != "a.doe@home.test" || m.To[0].Address != "quotes@agency.test":
		t.Errorf("Reply-To %v, To %v", m.ReplyTo, m.To)
	case m.Subject != "Café quote" || m.Header.Get("Subject") != m.Subject:
		t.Errorf("Subject %q", m.Subject)
	case m.MessageID != "1@customer.test" || fmt.Sprint(m.InReplyTo, m.References) != "[0@agency.test] [a@agency.test 0@agency.test]":
		t.Errorf("ids %q %q %q", m.MessageID, m.InReplyTo, m.References)
	case m.Date.Format(time.RFC3339) != "2026-11-21T10:00:00-08:00":
		t.Errorf("Date %s", m.Date)
	case m.Text != "Hello\nthere\n" || !m.Flowed || !m.DelSp || m.HTML != "" || len(m.Attachments) > 0:
		t.Errorf("Text %q, flowed %v, delsp %v", m.Text, m.Flowed, m.DelSp)
	}
}

// multi builds a multipart from parts that begin with their own header.
func multi(kind, boundary string, parts ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Content-Type: multipart/%s; boundary=\"%s\"\r\n\r\n", kind, boundary)
	for _, part := range parts {
		fmt.Fprintf(&b, "--%s\r\n%s\r\n", boundary, part)
	}
	fmt.Fprintf(&b, "--%s--\r\n", boundary)
	return b.String()
}

func TestParseParts(t *testing.T) {
	forwarded := "Content-Type: message/rfc822\r\n\r\nFrom: eve@x.test\r\nSubject: inner\r\n\r\nACCEPT"
	m := mustParse(t, soundHeader+multi("mixed", "outer",
		multi("alternative", "inner",
			"Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe=\r\n!",
			"Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nPGI+R3ImdXVtbDsmc3psaWc7ZTwvYj4="),
		"Content-Type: text/plain; name=notes.txt\r\nContent-Disposition: attachment; filename=\"notes.txt\"\r\n\r\nACCEPT",
		"Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=utf-8''K%C3%A4ufer.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\nAAAA",
		"Content-Type: text/plain\r\n\r\nafter",
		forwarded))
	if m.Text != "Grüße!\nafter" || m.HTML != "<b>Gr&uuml;&szlig;e</b>" {
		t.Errorf("Text %q, HTML %q", m.Text, m.HTML)
	}
	want := []Attachment{
		{Name: "notes.txt", Type: "text/plain", Size: 6},
		{Name: "Käufer.pdf", Type: "application/pdf", Size: 6},
		{Type: "message/rfc822", Size: 45, Report: "From: eve@x.test\nSubject: inner\n\nACCEPT", Message: "From: eve@x.test\r\nSubject: inner\r\n\r\nACCEPT"},
	}
	want[2].Size = int64(len(forwarded) - strings.Index(forwarded, "From:"))
	if !reflect.DeepEqual(m.Attachments, want) {
		t.Errorf("attachments %+v", m.Attachments)
	}
	if len(m.Problems) > 0 {
		t.Errorf("problems %q", m.Problems)
	}
}

func TestParseReport(t *testing.T) {
	m := mustParse(t, "From: MAILER-DAEMON\r\nMessage-ID: <b@x.test>\r\nDate: Sat, 21 Nov 2026 10:00:00 -0800\r\n"+multi("report", "b",
		"\r\nIt bounced.",
		"Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; alice@customer.test\r\nAction: failed",
		"Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: <ours@agency.test>"))
	if m.Text != "It bounced." || len(m.Attachments) != 2 || !strings.Contains(m.Attachments[1].Report, "<ours@agency.test>") {
		t.Errorf("got %+v", m)
	}
	if m.From[0].Address != "MAILER-DAEMON" {
		t.Errorf("From %v", m.From)
	}
}

func TestTrapHostileMessages(t *testing.T) {
	const from = "From: dana@agency.test\r\n"
	cases := []struct {
		name, raw, problem string
	}{
		{"mbox line", "From dana@agency.test Sat Nov 21 10:00:00 2026\r\n" + from + "\r\nACCEPT", "no fields"},
		{"escaped mbox line", ">From dana Sat Nov 21\r\n" + from + "\r\nACCEPT", "no fields"},
		{"leading empty lines", "\r\n\r\n" + from + "\r\nACCEPT", ""},
		{"leading blank", " oops\r\n" + from + "\r\nACCEPT", "no fields"},
		{"byte order mark", "\xef\xbb\xbf" + from + "\r\nACCEPT", ""},
		{"line without a colon", from + "oops\r\nX-A: b\r\n\r\nACCEPT", "no fields"},
		{"octets in a name", from + "X-\xff: b\r\nSubject: a\r\n\r\nACCEPT", "no fields"},
		{"no empty line", from + "Subject: a\r\nACCEPT\r\nthanks to all\r\n", "no empty line"},
		{"bare LF", "From: dana@agency.test\n\nACCEPT\n", ""},
		{"bare CR", "From: dana@agency.test\r\rACCEPT\r", ""},
		{"NUL", from + "\r\nACC\x00EPT", ""},
		{"no boundary", from + "Content-Type: multipart/mixed\r\n\r\n--xyzzy-1\r\n\r\nACCEPT\r\n--xyzzy-1--\r\n", "boundary"},
		{"another boundary", from + "Content-Type: multipart/mixed; boundary=a\r\n\r\n--xyzzy-1\r\n\r\nACCEPT\r\n--xyzzy-1--\r\n", "boundary"},
		{"no boundary at all", from + "Content-Type: multipart/mixed\r\n\r\nACCEPT", "boundary"},
		{"never closed", from + "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nACCEPT", "not closed"},
		{"broken part header", from + "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\noops\r\nContent-Type: text/plain\r\n\r\nACCEPT\r\n--a--", ""},
		{"broken neighbour", from + "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n****\r\n--a\r\n\r\nACCEPT\r\n--a--", "damaged"},
		{"unknown charset", from + "Content-Type: text/plain; charset=klingon\r\n\r\nACCEPT", "charset"},
		{"unknown encoding", from + "Content-Transfer-Encoding: rot13\r\n\r\nACCEPT", "encoding"},
		{"dashed encoding", from + "Content-Transfer-Encoding: 7-bit\r\n\r\nACCEPT", ""},
		{"base64 that breaks", from + "Content-Transfer-Encoding: base64\r\n\r\nQUNDRVBU*\r\n", "damaged"},
		{"base64 that is none", from + "Content-Transfer-Encoding: base64\r\n\r\n*ACCEPT", "damaged"},
		{"invalid content type", from + "Content-Type: text\r\n\r\nACCEPT", ""},
		{"twice charset", from + "Content-Type: text/plain; charset=utf-8; charset=utf-8\r\n\r\nACCEPT", ""},
		{"unquoted name", from + "Content-Type: text/plain; name=a b c.txt\r\n\r\nACCEPT", ""},
		{"no header", "\r\n\r\nACCEPT it is\r\nno more\r\n", "no header"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			m := mustParse(t, tc.raw)
			if !strings.Contains(m.Text, "ACCEPT") {
				t.Errorf("the text is %q, attachments %v", m.Text, m.Attachments)
			}
			if tc.problem != "" && !hasProblem(m, tc.problem) {
				t.Errorf("problems %q", m.Problems)
			}
			if tc.name != "no header" && (len(m.From) != 1 || m.From[0].Address != "dana@agency.test") {
				t.Errorf("From %v", m.From)
			}
		})
	}
}

func TestDuplicateFromIsNoted(t *testing.T) {
	m := mustParse(t, "From: eve@x.test\r\nFrom: dana@agency.test\r\n\r\nACCEPT")
	if !hasProblem(m, "2 From fields") || len(m.From) != 2 {
		t.Errorf("From %v, problems %q", m.From, m.Problems)
	}
}

// An address without its control characters differs from the address that other programs read.
func TestAuthorWithControlCharactersIsNobody(t *testing.T) {
	for _, c := range []string{"\x00", "\x08", "\x1b", "\x7f", "\r"} {
		m := mustParse(t, "From: lee@agency"+c+".test\r\nSubject: a\r\n\r\nACCEPT\r\n")
		if len(m.From) != 0 || !hasProblem(m, "control characters") {
			t.Errorf("%q: %v, %q", c, m.From, m.Problems)
		}
	}
	if m := mustParse(t, "From: Lee\tTran\r\n\t<lee@agency.test>\r\n\r\nACCEPT\r\n"); len(m.From) != 1 {
		t.Errorf("a tab: %v, %q", m.From, m.Problems)
	}
}

func TestCase27Charsets(t *testing.T) {
	cases := []struct{ charset, octets, want string }{
		{"iso-2022-jp", "\x1b$B8+@Q\x1b(B", "見積"},
		{"", "\x1b$B8+@Q\x1b(B", "見積"},
		{"iso-2022-jp-ms", "\x1b$B8+@Q\x1b(B", "見積"},
		{"shift_jis", "\x8c\xa9\x90\xcf", "見積"},
		{"ks_c_5601-1987", "\xb0\xdf\xc0\xfb", "견적"},
		{"gb18030", "\xb1\xa8\xbc\xdb", "报价"},
		{"windows-1251", "\xd6\xe5\xed\xe0", "Цена"},
		{"iso-8859-1", "\x93Gr\xfc\xdfe\x94", "“Grüße”"},
		{"us-ascii", "Gr\xfc\xdfe", "Grüße"},
		{"klingon", "Gr\xfc\xdfe", "Grüße"},
		{"utf-8", "Grüße", "Grüße"},
		{"utf-8", "Grüße aus K\xc3", "Grüße aus K\ufffd"},
		{"unicode-1-1-utf-7", "Gr+APwA3w-e +- +2D3cTQ-", "Grüße + 👍"},
	}
	for _, tc := range cases {
		m := mustParse(t, "From: a@b.test\r\nContent-Type: text/plain; charset="+tc.charset+"\r\n\r\n"+tc.octets)
		if m.Text != tc.want {
			t.Errorf("%q in %s gave %q", tc.octets, tc.charset, m.Text)
		}
	}
	html := mustParse(t, "From: a@b.test\r\nContent-Type: text/html\r\n\r\n<meta charset=windows-1251><p>\xd6\xe5\xed\xe0")
	if !strings.Contains(html.HTML, "Цена") {
		t.Errorf("HTML %q", html.HTML)
	}
}

// le builds little-endian values, as TNEF has.
func le(values ...any) []byte {
	var b bytes.Buffer
	for _, v := range values {
		switch v := v.(type) {
		case uint16:
			b.Write([]byte{byte(v), byte(v >> 8)})
		case uint32:
			b.Write([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)})
		case []byte:
			b.Write(v)
		}
	}
	return b.Bytes()
}

func tnefAttribute(level byte, id uint32, value []byte) []byte {
	return le([]byte{level}, id, uint32(len(value)), value, uint16(0))
}

// Attributes and properties of TNEF ([MS-OXTNEF]).
const (
	tnefSignature   = 0x223e9f78
	tnefBody        = 0x0002800c
	tnefCodePage    = 0x00069007
	tnefMessage     = 0x00069003
	tnefAttachTitle = 0x00018010

	propBody = 0x1000
	propHTML = 0x1013
)

func TestCase27TextInWinmailDat(t *testing.T) {
	name := []byte("n\x00a\x00m\x00e\x00\x00\x00")
	props := le(uint32(3),
		uint16(0x1003), uint16(0x8001), make([]byte, 16), uint32(1), uint32(len(name)), name, []byte{0, 0}, uint32(2), uint32(1), uint32(2),
		uint16(0x1f), uint16(propBody), uint32(1), uint32(10), []byte("G\x00r\x00\xfc\x00n\x00\x00\x00"), []byte{0, 0},
		uint16(0x102), uint16(propHTML), uint32(1), uint32(8), []byte("<b>Hi</b"))
	tnef := le(uint32(tnefSignature), uint16(1),
		tnefAttribute(1, tnefCodePage, le(uint32(1252), uint32(0))),
		tnefAttribute(1, tnefMessage, props),
		tnefAttribute(2, tnefAttachTitle, []byte("policy.pdf\x00")))
	raw := func(content []byte) string {
		return "From: a@b.test\r\n" + multi("mixed", "b", "Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: binary\r\n\r\n"+string(content))
	}
	m := mustParse(t, raw(tnef))
	if m.Text != "Grün" || m.HTML != "<b>Hi</b" || !hasProblem(m, "TNEF") {
		t.Errorf("Text %q, HTML %q, problems %q", m.Text, m.HTML, m.Problems)
	}
	if len(m.Attachments) != 2 || m.Attachments[1].Name != "policy.pdf" {
		t.Errorf("attachments %+v", m.Attachments)
	}
	for n := range tnef {
		mustParse(t, raw(tnef[:n]))
	}
	body := le(uint32(tnefSignature), uint16(1), tnefAttribute(1, tnefBody, []byte("Gr\xfcn\x00")))
	if m := mustParse(t, raw(body)); m.Text != "Grün" {
		t.Errorf("Text %q", m.Text)
	}
}

func TestCase35MissingMessageID(t *testing.T) {
	m := mustParse(t, "From: a@b.test\r\nSubject: Quote\r\n\r\nHello")
	if m.MessageID != "" || m.Text != "Hello" || !hasProblem(m, "no Message-ID") || !hasProblem(m, "no Date") {
		t.Errorf("got %+v", m)
	}
}

func TestCase35StrayEmptyLine(t *testing.T) {
	m := mustParse(t, "Received: by mx.test\r\nFrom: a@b.test\r\nSubject: Quote\r\n\r\nMIME-Version: 1.0\r\nAuthentication-Results: mx.agency.test; dmarc=pass\r\n"+
		multi("mixed", "b", "\r\nHello"))
	if m.Text != "Hello" || !hasProblem(m, "cuts the header") {
		t.Errorf("Text %q, problems %q", m.Text, m.Problems)
	}
	if m.Header.Get("Authentication-Results") != "" {
		t.Error("a verdict from below the empty line is believed")
	}
	for _, body := range []string{
		"From: eve@x.test\r\nSubject: forwarded\r\n\r\nHi",
		"Note: this is text\r\n\r\nHi",
		"Content-Type: is what I asked about\r\n\r\nHi",
	} {
		m := mustParse(t, "From: a@b.test\r\nSubject: Quote\r\n\r\n"+body)
		if m.Text != charset.PlainLines(body) || len(m.From) != 1 {
			t.Errorf("%q was taken for a header: text %q", body, m.Text)
		}
	}
}

func TestDates(t *testing.T) {
	cases := map[string]string{
		"Sat, 21 Nov 2026 10:00:00 -0800":       "2026-11-21T10:00:00-08:00",
		"Sat, 21 Nov 2026 10:00:00 -0800 (PST)": "2026-11-21T10:00:00-08:00",
		"21 Nov 26 10:00 EST":                   "2026-11-21T10:00:00-05:00",
		"Sat, 21 Nov 2026 10:00:00 PDT":         "2026-11-21T10:00:00-07:00",
		"Sat, 21 Nov 2026 10:00:00 GMT":         "2026-11-21T10:00:00Z",
		"Sat, 21 Nov 2026 10:00:00":             "2026-11-21T10:00:00Z",
		"2026-11-21T10:00:00+01:00":             "2026-11-21T10:00:00+01:00",
		"Sat Nov 21 10:00:00 2026":              "2026-11-21T10:00:00Z",
		"Thu 29 Apr 2010 23:34:45 +0900":        "2010-04-29T23:34:45+09:00",
		"Fri, 12 June 2026 23:42:00 +0200":      "2026-06-12T23:42:00+02:00",
		"ons, 26 maj 1999 11:00:34 +0200":       "",
		"yesterday":                             "",
		"":                                      "",
		strings.Repeat("(", 10000):              "",
	}
	for value, want := range cases {
		date, err := parseDate(value)
		if got := date.Format(time.RFC3339); want != "" && (err != nil || got != want) || want == "" && err == nil {
			t.Errorf("%.40q: %s, %v", value, got, err)
		}
	}
	m := mustParse(t, "From: a@b.test\r\nDate: yesterday\r\n\r\nHi")
	if !m.Date.IsZero() || !hasProblem(m, "Date can't be read") {
		t.Errorf("Date %s, problems %q", m.Date, m.Problems)
	}
}

func TestParseLimits(t *testing.T) {
	lim := Limits{Bytes: 100000, HeaderBytes: 1000, TextBytes: 100, Parts: 5, Depth: 3}
	parse := func(raw string) *Message {
		m, err := Parse(strings.NewReader(raw), lim)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if m := parse("From: a@b.test\r\n\r\n" + strings.Repeat("ü", 100)); len(m.Text) > 100 || !hasProblem(m, "text is over") || m.Unread == "" {
		t.Errorf("%d octets of text, problems %q", len(m.Text), m.Problems)
	}
	if m := parse("From: a@b.test\r\n\r\n" + strings.Repeat("x", 200000)); !hasProblem(m, "message is over") || m.Unread == "" {
		t.Errorf("problems %q", m.Problems)
	}
	if m := parse("From: a@b.test\r\n" + strings.Repeat("X-A: b\r\n", 1000) + "\r\nHello"); m.Text != "Hello" || !hasProblem(m, "header is over") {
		t.Errorf("Text %q, problems %q", m.Text, m.Problems)
	}
	lim.HeaderBytes = 9000
	if m := parse("From: a@b.test\r\nSubject: " + strings.Repeat("ü", 4000) + "\r\n\r\nHello"); len(m.Subject) > 2010 || !hasProblem(m, "Subject has 8000 bytes") || m.Unread != "" {
		t.Errorf("Subject %q, problems %q", m.Subject, m.Problems)
	}
	lim.HeaderBytes = 1000
	if m := parse("From: a@b.test\r\n" + multi("mixed", "b", slices.Repeat([]string{"\r\nx"}, 50)...)); m.Text != "x\nx\nx\nx" || !hasProblem(m, "parts") || m.Unread == "" {
		t.Errorf("Text %q, problems %q", m.Text, m.Problems)
	}
	nested := "\r\ndeep"
	for n := range 10 {
		nested = multi("mixed", fmt.Sprintf("b%d", n), nested)
	}
	if m := parse("From: a@b.test\r\n" + nested); !hasProblem(m, "nested") || m.Unread == "" {
		t.Errorf("problems %q", m.Problems)
	}
	lim.Lines, lim.Tags = 2, 4
	if m := parse("From: a@b.test\r\n\r\n1\r\n2\r\n3\r\n4\r\n"); m.Text != "1\n2\n3" || !hasProblem(m, "more than 2 lines") || m.Unread == "" {
		t.Errorf("Text %q, problems %q", m.Text, m.Problems)
	}
	if m := parse("From: a@b.test\r\nContent-Type: text/html\r\n\r\n<p>1</p><p>2</p><p>3</p>"); m.HTML != "<p>1</p><p>2</p>" || !hasProblem(m, "more than 4 tags") || m.Unread == "" {
		t.Errorf("HTML %q, problems %q", m.HTML, m.Problems)
	}
	files := "begin 644 " + strings.Repeat("n", 300) + "\r\n#0V%T\r\nend\r\n"
	lim.TextBytes, lim.Lines = 10000, 100
	if m := parse("From: a@b.test\r\n\r\n" + strings.Repeat(files, 10)); len(m.Attachments) > 5 || len(m.Attachments[0].Name) > 260 || !hasProblem(m, "attachments") {
		t.Errorf("attachments %v, problems %q", m.Attachments, m.Problems)
	}
	if _, err := Parse(strings.NewReader(""), lim); err == nil {
		t.Error("nothing was parsed")
	}
}

// An envelope address may look like an encoded word; decoded, it would forge results.
func TestCase12ResultsAreNotDecoded(t *testing.T) {
	const results = "mx.test; spf=pass smtp.mailfrom==?us-ascii?q?x;_dkim=3Dpass_header.d=3Dbank.test?=@evil.test"
	m := mustParse(t, "From: a@evil.test\r\nAuthentication-Results: "+results+"\r\n\r\nx")
	if got := m.Header.Get("Authentication-Results"); got != results {
		t.Errorf("%q", got)
	}
}
