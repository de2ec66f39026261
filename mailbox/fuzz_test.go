package mailbox

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzParse(f *testing.F) {
	f.Add([]byte(soundHeader + "\r\nHello"))
	f.Add([]byte(soundHeader + multi("mixed", "b", "\r\nHello", "Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nPGI+SGk8L2I+")))
	f.Add([]byte("From: a@b.test\r\nContent-Type: application/ms-tnef\r\n\r\n\x78\x9f\x3e\x22\x01\x00"))
	f.Add([]byte("Content-Type: multipart/mixed; boundary=\"\r\n\r\n--\r\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Parse(bytes.NewReader(raw), Limits{})
		if err != nil {
			if len(raw) > 0 {
				t.Fatalf("%q: %v", raw, err)
			}
			return
		}
		for _, text := range []string{m.Text, m.HTML, m.Subject} {
			if !utf8.ValidString(text) || strings.ContainsAny(text, "\r\x00") {
				t.Errorf("%q gave %q", raw, text)
			}
		}
		if text := HTMLText(m.HTML); !utf8.ValidString(text) {
			t.Errorf("%q gave %q", m.HTML, text)
		}
		for _, a := range m.From {
			if strings.ContainsAny(a.Address+a.Name, "\r\n") {
				t.Errorf("%q gave the author %q", raw, a)
			}
		}
		ReplyReferences(m)
	})
}

func FuzzScanIDs(f *testing.F) {
	for _, seed := range []string{"<a@b> <c@d>", "(c <a@b>) d@e, <f", `"<a@b>`, "=?utf-8?q?=3Ca=40b=3E?=", "<a\r\n @b>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, field string) {
		for _, id := range ScanIDs(field) {
			if id == "" || strings.ContainsAny(id, "<> \r\n") {
				t.Errorf("%q gave %q", field, id)
			}
		}
		scanAddresses(field)
	})
}

func FuzzCompose(f *testing.F) {
	f.Add("Re: quote", "Ann", "ann@customer.test", "Hello", "<p>Hello")
	f.Fuzz(func(t *testing.T, subject, name, address, text, html string) {
		o := sampleOutgoing()
		o.Subject, o.Text, o.HTML, o.To = subject, text, html, []Address{{name, address}}
		raw, err := Compose(o)
		if err != nil {
			return
		}
		m, err := Parse(bytes.NewReader(raw), Limits{})
		if err != nil || len(m.To) != 1 || !strings.EqualFold(m.To[0].Address, address) || len(m.From) != 1 || m.Header["Bcc"] != nil {
			t.Errorf("%q <%q> came back as %v, %v", name, address, m.To, err)
		}
		for line := range bytes.Lines(raw) {
			if !bytes.HasSuffix(line, []byte("\r\n")) || len(line) > 1000 {
				t.Errorf("the line %.100q", line)
			}
		}
	})
}
