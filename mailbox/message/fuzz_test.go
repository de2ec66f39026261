package message

import (
	"bytes"
	"encoding/base64"
	"io/fs"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"ppamaild/mailbox/message/charset"
	"ppamaild/mailbox/message/htmltext"
)

// seedMails adds the mails of testdata, and those of the corpora's open half where
// PPAMAILD_CORPORA names them.
func seedMails(f testing.TB, add func(raw []byte)) {
	f.Helper()
	const largest, most = 32 << 10, 400
	roots := []string{filepath.Join("testdata", "mails")}
	if corpora := os.Getenv("PPAMAILD_CORPORA"); corpora != "" {
		roots = append(roots, filepath.Join(corpora, "open", "rfc822"))
	}
	for _, root := range roots {
		n := 0
		err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() || n >= most {
				return err
			}
			raw, err := os.ReadFile(name)
			if err == nil && len(raw) <= largest {
				add(raw)
				n++
			}
			return err
		})
		if err != nil {
			f.Fatal(err)
		}
	}
}

// checkText holds for all parsed text: UTF-8 of plain lines, and no longer than a small
// multiple of the source.
func checkText(t *testing.T, text string, from int) {
	t.Helper()
	const growth = 60 // a byte that needs three, quoted 20 deep
	if !utf8.ValidString(text) || strings.ContainsAny(text, "\r\x00") {
		t.Errorf("not plain: %q", text)
	}
	if len(text) > growth*from+1000 {
		t.Errorf("%d octets grew to %d", from, len(text))
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(soundHeader + multi("mixed", "b", "\r\nHello", "Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nPGI+SGk8L2I+")))
	f.Add([]byte("Content-Type: multipart/mixed; boundary=\"\r\n\r\n--\r\n"))
	seedMails(f, func(raw []byte) { f.Add(raw) })
	f.Fuzz(checkParse)
}

// checkParse holds for each message.
func checkParse(t *testing.T, raw []byte) {
	m, err := Parse(bytes.NewReader(raw), Limits{})
	if err != nil {
		if len(raw) > 0 {
			t.Fatal(err)
		}
		return
	}
	for _, text := range []string{m.Text, m.HTML, m.Subject, m.MessageID, m.Unread, htmltext.Text(m.HTML)} {
		checkText(t, text, len(raw))
	}
	for _, a := range m.Attachments {
		checkText(t, a.String()+a.Report, len(raw))
	}
	for _, p := range m.Problems {
		checkText(t, p, 0)
	}
	for name, values := range m.Header {
		if !isFieldName(name) || strings.ContainsFunc(strings.Join(values, ""), unicode.IsControl) {
			t.Errorf("field %q: %q", name, values)
		}
	}
	if len(ReplyReferences(m)) > maxIDs {
		t.Errorf("%d references", len(ReplyReferences(m)))
	}
}

// plainHead announces plain text, and leaves nothing that the text could add.
const plainHead = "From: a@b.test\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"

// FuzzPlainText: of plain text only blanks without a width are lost and nothing is added,
// however the text is encoded on the way.
func FuzzPlainText(f *testing.F) {
	f.Add("ACCEPT\n\n-- \nGrüße\n")
	f.Add("Subject: x\n\n=\n= =3D .\n")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || text == "" || isSpecial(text) {
			return
		}
		var qp bytes.Buffer
		w := quotedprintable.NewWriter(&qp)
		w.Binary = true
		w.Write([]byte(text))
		w.Close()
		for encoding, body := range map[string]string{
			"8bit": text, "quoted-printable": qp.String(), "base64": inLines(base64.StdEncoding.EncodeToString([]byte(text))),
		} {
			m, err := Parse(strings.NewReader(plainHead+"Content-Transfer-Encoding: "+encoding+"\r\n\r\n"+body), Limits{})
			if err != nil || m.Text != htmltext.WithoutBlanks(charset.PlainLines(text)) {
				t.Errorf("%s gave %q, %v", encoding, m.Text, err)
			}
		}
	})
}

// isSpecial holds for text that is more than plain text: a file, armor, another charset.
func isSpecial(text string) bool {
	lower := strings.ToLower(text)
	for _, mark := range []string{armorBegin, "begin ", "=ybegin ", "\x1b$", "\ufeff", "<html", "<!doctype"} {
		if strings.Contains(text, mark) || strings.Contains(lower, mark) {
			return true
		}
	}
	return false
}

func inLines(encoded string) string {
	var out strings.Builder
	for len(encoded) > 76 {
		out.WriteString(encoded[:76] + "\r\n")
		encoded = encoded[76:]
	}
	return out.String() + encoded + "\r\n"
}

func FuzzHeader(f *testing.F) {
	f.Add([]byte("From: a@b.test\r\n folded\r\nX-A :\xff\r\noops\r\n\r\nbody"))
	seedMails(f, func(raw []byte) { f.Add(raw[:min(len(raw), 2000)]) })
	f.Fuzz(func(t *testing.T, raw []byte) {
		h := readHeader(raw, 1<<16, nil)
		if !bytes.HasSuffix(raw, h.body) {
			t.Errorf("the body %q is no end of the message", h.body)
		}
		for _, field := range h.fields {
			checkText(t, field.value, len(raw))
			if !isFieldName(field.name) || strings.ContainsFunc(field.value, unicode.IsControl) {
				t.Errorf("field %q: %q", field.name, field.value)
			}
		}
	})
}

func FuzzScanIDs(f *testing.F) {
	for _, seed := range []string{"0<0", "<a@b> <c@d>", "(c <a@b>) d@e, <f", `"<a@b>`, "=?utf-8?q?=3Ca=40b=3E?=", "<a\r\n @b>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, field string) {
		field = headerText([]byte(field), nil)
		ids := ScanIDs(field)
		checkText(t, strings.Join(ids, " "), len(field))
		for _, id := range ids {
			if id == "" || len(id) > MaxID || strings.ContainsAny(id, "<> \r\n") {
				t.Errorf("gave %q", id)
			}
		}
		if again := ScanIDs("<" + strings.Join(ids, "> <") + ">"); !strings.Contains(strings.Join(ids, ""), "=?") && strings.Join(again, " ") != strings.Join(ids, " ") {
			t.Errorf("%q came back as %q", ids, again)
		}
	})
}

func FuzzAddresses(f *testing.F) {
	for _, seed := range []string{"a@b.test, c@d.test", "Ann <a@b.test>, c@d.test", "a@b.test (Ann)", `"Lake, Ann" <a@b.test>`, "g: a@b.test;", "=?utf-8?q?a=40b?= <c@d>", "<@x,@y:a@b>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, field string) {
		found := scanAddresses(headerText([]byte(field), nil))
		size := 0
		for _, a := range found {
			size += len(a.Name) + len(a.Address)
			if a.Address == "" || strings.ContainsFunc(a.Name+a.Address, unicode.IsControl) {
				t.Errorf("gave %q", a)
			}
		}
		if size > 3*len(field) {
			t.Errorf("%d octets grew to %d", len(field), size)
		}
		if strings.ContainsAny(field, `"\()[]:;=<>`) || strings.ContainsFunc(field, func(r rune) bool { return r < ' ' || r > '~' }) {
			return
		}
		if list, err := mail.ParseAddressList(field); err == nil && len(list) != len(found) {
			t.Errorf("gave %v, not %v", found, list)
		}
	})
}

func FuzzMediaType(f *testing.F) {
	for _, seed := range []string{`text/plain; charset="utf-8"; format=flowed`, "a/b; name*0*=utf-8'en'%41; name*1=b", "text/plain charset=utf-8", `a/b; n="\""`, "a/b;;=;c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		kind, params := mediaType(headerText([]byte(value), nil))
		for name, param := range params {
			checkText(t, name+param, len(value))
		}
		if len(value) > maxParamField || strings.ContainsAny(value, `*()\`) || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }) {
			return
		}
		wantKind, want, err := mime.ParseMediaType(value)
		if err != nil {
			return
		}
		for name := range want {
			if params[name] != want[name] {
				t.Errorf("%s is %q, not %q", name, params[name], want[name])
			}
		}
		if kind != wantKind {
			t.Errorf("gave %q, not %q", kind, wantKind)
		}
	})
}

func FuzzWords(f *testing.F) {
	for _, seed := range []string{"=?utf-8?q?a=C3?= =?utf-8?q?=A9?=", "=?x?b?=C3=A9?=", "=?utf-8?Q?a?=3F?=", "Grüße", "=?utf-8?b?QQ=?=x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := decodeWords(s)
		if len(got) > 4*len(s)+8 || strings.Contains(s, "=?") && strings.ContainsFunc(got, unicode.IsControl) || utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("gave %q", got)
		}
		if strings.Contains(s, "=?") || strings.Contains(s, "\x1b$") || !utf8.ValidString(s) {
			return
		}
		for _, encoder := range []mime.WordEncoder{mime.QEncoding, mime.BEncoding} {
			if word := encoder.Encode("utf-8", s); cleanControls(decodeWords(word)) != cleanControls(s) {
				t.Errorf("%q came back as %q", word, decodeWords(word))
			}
		}
	})
}

func FuzzTNEF(f *testing.F) {
	seedMails(f, func(raw []byte) {
		if m, err := Parse(bytes.NewReader(raw), Limits{}); err == nil && hasProblem(m, "winmail.dat") {
			_, after, _ := bytes.Cut(raw, []byte("base64\r\n\r\n"))
			if content, _ := decodeBase64(after); len(content) > 0 {
				f.Add(content)
			}
		}
	})
	f.Fuzz(func(t *testing.T, data []byte) {
		p := &parser{lim: Limits{}.withDefaults(), m: &Message{}}
		p.winmail(data)
		p.compose()
		checkText(t, p.m.Text, len(data))
		checkText(t, p.m.HTML, len(data))
		for _, a := range p.m.Attachments {
			checkText(t, a.String(), len(data))
		}
	})
}

func FuzzSignedContent(f *testing.F) {
	seedMails(f, func(raw []byte) {
		if bytes.Contains(raw, []byte("pkcs7-mime")) {
			_, after, _ := bytes.Cut(raw, []byte("base64\r\n\r\n"))
			content, _ := decodeBase64(after)
			f.Add(content)
		}
	})
	f.Fuzz(func(t *testing.T, cms []byte) {
		if content, err := signedContent(cms); err == nil && len(content) > len(cms) {
			t.Errorf("%d octets hold %d", len(cms), len(content))
		}
	})
}

// FuzzArmor: signed text stays, line by line, and text without armor does not change.
func FuzzArmor(f *testing.F) {
	f.Add("ACCEPT\n- -- \nDana\n")
	f.Add("-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----\n")
	f.Fuzz(func(t *testing.T, text string) {
		p := &parser{lim: Limits{}.withDefaults(), m: &Message{}}
		if got := p.withoutArmor(text); len(got) > len(text) || !strings.Contains(text, armorBegin) && got != text {
			t.Errorf("gave %q", got)
		}
		if strings.Contains(text, armorBegin) || text == "" || !strings.HasSuffix(text, "\n") {
			return
		}
		var escaped strings.Builder
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "-") {
				escaped.WriteString("- ")
			}
			escaped.WriteString(line)
		}
		signed := "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n" + escaped.String() + "-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n"
		if got := p.withoutArmor(signed); got != text {
			t.Errorf("of %q stays %q", signed, got)
		}
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
