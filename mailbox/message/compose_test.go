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

func sampleOutgoing() Outgoing {
	return Outgoing{
		From:          Address{"Sunrise Insurance Agency", "quotes@agency.test"},
		To:            []Address{{"Jürgen Größe", "juergen@customer.test"}, {"Doe, Ann", "ann@customer.test"}},
		ReplyTo:       &Address{"", "quotes+q@agency.test"},
		Subject:       "Re: Ihr Angebot für den Café-Racer, so ausführlich, dass die Zeile gefaltet werden muss",
		Text:          "Grüße\n\nFrom here on = there is\n.\n" + strings.Repeat("long ", 400) + "\n",
		HTML:          "<p>Grüße</p>",
		MessageID:     "m1.q7@agency.test",
		InReplyTo:     "c9@customer.test",
		References:    []string{"c1@customer.test", "c9@customer.test"},
		Date:          time.Date(2026, 11, 21, 10, 0, 0, 0, time.FixedZone("", -8*3600)),
		ThreadIndex:   NewThreadIndex(conversation, time.Unix(1e9, 0)).Child(time.Unix(1e9, 0), 1),
		AutoSubmitted: "auto-replied",
		Header:        map[string]string{"X-Ppamaild-Thread": "Q-7F3K2M", "X-Note": "größer"},
	}
}

func mustCompose(t *testing.T, o Outgoing) []byte {
	t.Helper()
	raw, err := Compose(o)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestComposeComesBackAsItWas(t *testing.T) {
	o := sampleOutgoing()
	raw := mustCompose(t, o)
	m, err := Parse(bytes.NewReader(raw), Limits{})
	if err != nil || len(m.Problems) > 0 {
		t.Fatalf("%v, problems %q", err, m.Problems)
	}
	checks := []struct {
		what      string
		got, want any
	}{
		{"From", m.From, []Address{o.From}}, {"To", m.To, o.To}, {"Reply-To", m.ReplyTo, []Address{*o.ReplyTo}},
		{"Subject", m.Subject, o.Subject}, {"Message-ID", m.MessageID, o.MessageID}, {"In-Reply-To", m.InReplyTo, []string{o.InReplyTo}},
		{"References", m.References, o.References}, {"Date", m.Date.Format(time.RFC3339), "2026-11-21T10:00:00-08:00"},
		{"Text", m.Text, o.Text}, {"HTML", m.HTML, o.HTML}, {"Auto-Submitted", m.Header.Get("Auto-Submitted"), "auto-replied"},
		{"MIME-Version", m.Header.Get("MIME-Version"), "1.0"}, {"X-Note", m.Header.Get("X-Note"), "größer"},
		{"Thread-Index", m.Header.Get("Thread-Index"), o.ThreadIndex.String()}, {"our own id", m.WasNamed(o.MessageID), true},
	}
	for _, c := range checks {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s is %q, not %q", c.what, c.got, c.want)
		}
	}
	checkWire(t, raw)
}

// checkWire checks a mail against RFC 5322 §2.1: CRLF, short lines, seven bits.
func checkWire(t *testing.T, raw []byte) {
	t.Helper()
	for line := range bytes.Lines(raw) {
		if !bytes.HasSuffix(line, []byte("\r\n")) || bytes.Count(line, []byte("\r")) != 1 || len(line) > 1000 {
			t.Errorf("the line %.100q", line)
		}
		if bytes.ContainsFunc(line, func(r rune) bool { return r > 126 }) {
			t.Errorf("the line %.100q has eight bits", line)
		}
	}
}

func TestComposeIsDeterministic(t *testing.T) {
	first := mustCompose(t, sampleOutgoing())
	for range 20 {
		if !bytes.Equal(mustCompose(t, sampleOutgoing()), first) {
			t.Fatal("the same input gave other bytes")
		}
	}
}

// Pictures of the HTML are in one part with it, and files of the mail come after both.
func TestComposePictures(t *testing.T) {
	o := sampleOutgoing()
	o.HTML = `<p><img src="cid:logo.1@agency.test" alt="Sunrise"></p>`
	o.Pictures = []Attached{{Name: "logo.png", Type: "image/png", ID: "logo.1@agency.test",
		Content: []byte("\x89PNG\r\n\x1a\n")}}
	o.Attached = []Attached{{Name: "a.csv", Type: TypeCSV, Content: []byte("a")}}
	raw := mustCompose(t, o)
	checkWire(t, raw)
	m := mustParse(t, string(raw))
	if m.Text != o.Text || m.HTML != o.HTML {
		t.Errorf("%q\n%q", m.Text, m.HTML)
	}
	at := -1
	for _, want := range []string{"multipart/mixed", "multipart/alternative", "text/plain",
		"multipart/related", "text/html", "inline", "Content-Id: <logo.1@agency.test>", "iVBORw0KGgo=", "attachment"} {
		i := strings.Index(string(raw[at+1:]), want)
		if i < 0 {
			t.Fatalf("%s is not there, or not in this order:\n%s", want, raw)
		}
		at += 1 + i
	}
}

func TestComposeTextOnly(t *testing.T) {
	o := sampleOutgoing()
	o.HTML = ""
	raw := mustCompose(t, o)
	if bytes.Contains(raw, []byte("multipart")) {
		t.Errorf("a multipart of one: %s", raw)
	}
	if m := mustParse(t, string(raw)); m.Text != o.Text {
		t.Errorf("Text %q", m.Text)
	}
}

func TestComposeBoundaryCannotOccur(t *testing.T) {
	o := sampleOutgoing()
	m := mustParse(t, string(mustCompose(t, o)))
	_, params := mediaType(m.Header.Get("Content-Type"))
	o.Text = "--" + params["boundary"] + "--\nstill text\n"
	if again := mustParse(t, string(mustCompose(t, o))); again.Text != o.Text || again.HTML != o.HTML {
		t.Errorf("Text %q", again.Text)
	}
}

func TestTrapLineEndInAddress(t *testing.T) {
	const smuggled = "x\r\nBcc: eve@x.test"
	cases := map[string]func(*Outgoing){
		"subject":             func(o *Outgoing) { o.Subject = smuggled },
		"NUL in subject":      func(o *Outgoing) { o.Subject = "a\x00b" },
		"bare CR in subject":  func(o *Outgoing) { o.Subject = "a\rb" },
		"name":                func(o *Outgoing) { o.To[0].Name = smuggled },
		"address":             func(o *Outgoing) { o.To[0].Address = "a@b.test\r\nBcc: eve@x.test" },
		"list in address":     func(o *Outgoing) { o.To[0].Address = "a@b.test, eve@x.test" },
		"bracket in address":  func(o *Outgoing) { o.To[0].Address = "a@b.test> <eve@x.test" },
		"colon in domain":     func(o *Outgoing) { o.To[0].Address = "0@a.test:b" },
		"no address":          func(o *Outgoing) { o.To[0].Address = "Ann" },
		"reply-to":            func(o *Outgoing) { o.ReplyTo.Address = smuggled },
		"from":                func(o *Outgoing) { o.From.Address = "" },
		"nobody":              func(o *Outgoing) { o.To = nil },
		"message id":          func(o *Outgoing) { o.MessageID = smuggled },
		"no message id":       func(o *Outgoing) { o.MessageID = "" },
		"bracketed id":        func(o *Outgoing) { o.MessageID = "<a@b>" },
		"in-reply-to":         func(o *Outgoing) { o.InReplyTo = "a@b> <c@d" },
		"references":          func(o *Outgoing) { o.References = []string{smuggled} },
		"auto-submitted":      func(o *Outgoing) { o.AutoSubmitted = "no" },
		"no date":             func(o *Outgoing) { o.Date = time.Time{} },
		"field value":         func(o *Outgoing) { o.Header["X-A"] = smuggled },
		"field name":          func(o *Outgoing) { o.Header["X A"] = "b" },
		"line end in name":    func(o *Outgoing) { o.Header["X\r\nBcc"] = "b" },
		"colon in field name": func(o *Outgoing) { o.Header["X:A"] = "b" },
		"second subject":      func(o *Outgoing) { o.Header["SUBJECT"] = "b" },
		"bcc":                 func(o *Outgoing) { o.Header["Bcc"] = "eve@x.test" },
		"content type":        func(o *Outgoing) { o.Header["Content-Type"] = "text/html" },
		"invalid UTF-8":       func(o *Outgoing) { o.Subject = "a\xffb" },
	}
	for name, change := range cases {
		o := sampleOutgoing()
		change(&o)
		if raw, err := Compose(o); err == nil {
			t.Errorf("%s was composed: %.300s", name, raw)
		}
	}
}

func TestComposeOddNamesAndSubjects(t *testing.T) {
	for _, s := range []string{
		"plain", `Ann "The Rate" O'Neil`, `back\slash`, "Doe, Ann", "a@b.test", "=?utf-8?q?not_a_word?=", "日本語の件名がとても長いので複数行に分けなければならない",
		"👍🏽 ok", strings.Repeat("x", 1200), "dots. and (comments)", "<tag>",
	} {
		o := sampleOutgoing()
		o.Subject, o.To[0].Name = s, s
		raw := mustCompose(t, o)
		checkWire(t, raw)
		if m := mustParse(t, string(raw)); m.Subject != s || m.To[0].Name != s {
			t.Errorf("%q came back as %q and %q", s, m.Subject, m.To[0].Name)
		}
	}
}

// Other people's Message-IDs are repeated unchanged if a header can contain them.
func TestComposeNamesWhatOthersCallTheirMails(t *testing.T) {
	odd := []string{`"3456*/c=us/admd=x"@mhs.test`, "20261120,7(a);b@customer.test", strings.Repeat("x", 880) + "@c.test"}
	never := []string{"", "a@münchen.test", "a b@c.test", "a@b> <c@d", "a\r\nBcc: eve@x.test", strings.Repeat("x", 950) + "@c.test"}
	if got := Writable(slices.Concat(odd, never)...); !slices.Equal(got, odd) {
		t.Errorf("%q", got)
	}
	for _, id := range odd {
		o := sampleOutgoing()
		o.InReplyTo, o.References = id, odd
		raw := mustCompose(t, o)
		checkWire(t, raw)
		if m := mustParse(t, string(raw)); !slices.Equal(m.InReplyTo, []string{id}) || !slices.Equal(m.References, odd) {
			t.Errorf("%q came back as %q and %q", id, m.InReplyTo, m.References)
		}
	}
}

func TestComposeManyReferencesAreFolded(t *testing.T) {
	o := sampleOutgoing()
	o.References = nil
	for n := range 100 {
		o.References = append(o.References, fmt.Sprintf("%d.%s@customer.test", n, strings.Repeat("x", 100)))
	}
	raw := mustCompose(t, o)
	checkWire(t, raw)
	m := mustParse(t, string(raw))
	if want := slices.Concat(o.References[:1], o.References[81:]); !slices.Equal(m.References, want) {
		t.Errorf("References %q", m.References)
	}
	for line := range bytes.Lines(raw) {
		if bytes.HasPrefix(line, []byte("References")) && len(line) > 300 {
			t.Errorf("not folded: %d octets", len(line))
		}
	}
}

func TestComposeOutsideASCII(t *testing.T) {
	o := sampleOutgoing()
	o.To = []Address{{"", "jürgen@größe.test"}}
	if m := mustParse(t, string(mustCompose(t, o))); m.To[0].Address != "jürgen@größe.test" {
		t.Errorf("To %v", m.To)
	}
}

func TestComposeAttachesAMessageAsItCame(t *testing.T) {
	for name, c := range map[string]struct{ content, kind string }{
		"sound":       {"Subject: hi\r\n\r\nHello.\r\n", "message/rfc822"},
		"eight bits":  {"Subject: Gr\xfc\xdfe\r\n\r\n", "application/octet-stream"},
		"NUL":         {"Subject: \x00\r\n\r\n", "application/octet-stream"},
		"lone CR":     {"Subject: a\rb\r\n\r\n", "application/octet-stream"},
		"LF only":     {"Subject: hi\n\nHello.\n", "application/octet-stream"},
		"breaks off":  {"Subject: hi", "application/octet-stream"},
		"endless":     {strings.Repeat("x", 5000) + "\r\n", "application/octet-stream"},
		"not a thing": {"", "message/rfc822"},
	} {
		t.Run(name, func(t *testing.T) {
			o := sampleOutgoing()
			o.Attached = []Attached{{Name: "größe 12.eml", Type: "message/rfc822", Content: []byte(c.content)}}
			raw := mustCompose(t, o)
			checkWire(t, raw)
			m := mustParse(t, string(raw))
			if m.Text != o.Text || m.HTML != o.HTML || len(m.Attachments) != 1 {
				t.Fatalf("%+v", m)
			}
			if a := m.Attachments[0]; a.Type != c.kind || a.Name != o.Attached[0].Name || a.Size != int64(len(c.content)) {
				t.Errorf("%+v", a)
			}
		})
	}
}

// An attached page stays unchanged, with lines of any length.
func TestAttachedPage(t *testing.T) {
	o := sampleOutgoing()
	o.Attached = []Attached{{Name: "Q-7F3K2M.html", Type: TypePage, Content: []byte("<p>größe " + strings.Repeat("x", 5000) + "</p>\n.\n")}}
	raw := mustCompose(t, o)
	checkWire(t, raw)
	m := mustParse(t, string(raw))
	if m.Text != o.Text || m.HTML != o.HTML || len(m.Attachments) != 1 {
		t.Fatalf("%+v", m)
	}
	if a := m.Attachments[0]; a.Type != TypePage || a.Name != o.Attached[0].Name || a.Size != int64(len(o.Attached[0].Content)) {
		t.Errorf("%+v", a)
	}
}

// TestTransferEncoding: a text is sent as is if every server leaves such text unchanged. The
// reader gets the original text in any case.
func TestTransferEncoding(t *testing.T) {
	for text, want := range map[string]string{
		"Hello Al,\n\n\t1 = one\n.\n..\n-- \nLee": "quoted-printable", // space at the end
		"Hello Al,\n\n\t1 = one\n.\n..\n--\nLee":  "7bit",
		"":                                        "7bit",
		"\n":                                      "7bit",
		"a\r\nb\rc\n":                             "7bit",
		"Grüße\n":                                 "quoted-printable",
		"a\n\nFrom here on\n":                     "quoted-printable",
		"a\n From here on\nfrom\n":                "7bit",
		"bell \a\n":                               "quoted-printable",
		"delete \x7f\n":                           "quoted-printable",
		"tab at the end\t\n":                      "quoted-printable",
		strings.Repeat("x", 998) + "\n":           "7bit",
		strings.Repeat("x", 999) + "\n":           "quoted-printable",
	} {
		for _, html := range []string{"", "<p>" + text + "</p>"} {
			o := sampleOutgoing()
			o.Text, o.HTML = text, html
			raw := mustCompose(t, o)
			_, first, _ := bytes.Cut(raw, []byte("Content-Transfer-Encoding: "))
			if !bytes.HasPrefix(first, []byte(want+"\r\n")) {
				t.Errorf("%.40q is not sent as %s", text, want)
			}
			if bytes.Contains(bytes.ReplaceAll(raw, []byte("\r\n"), nil), []byte("\n")) {
				t.Errorf("%.40q: a line does not end in CRLF", text)
			}
			m, err := Parse(bytes.NewReader(raw), Limits{})
			if want := strings.TrimRight(charset.PlainLines(text), "\n"); err != nil || strings.TrimRight(m.Text, "\n") != want || len(m.Problems) > 0 {
				t.Errorf("%.40q came back as %.40q, %v %v", want, m.Text, m.Problems, err)
			}
		}
	}
}
