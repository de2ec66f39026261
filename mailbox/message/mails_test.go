package message

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ppamaild/mailbox/message/htmltext"
)

// mustRead parses a mail of testdata/mails.
func mustRead(t *testing.T, name string) *Message {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "mails", name+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := Parse(bytes.NewReader(raw), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// seen is what a person reads: the text, or where there is none the HTML.
func seen(m *Message) string {
	if strings.TrimSpace(m.Text) == "" {
		return strings.TrimSpace(htmltext.Text(m.HTML))
	}
	return strings.TrimSpace(m.Text)
}

// signed is the text of the mails that have foreign words in their signature.
const signed = "ACCEPT\n\n-- \n"

func TestCase27CharsetsInMails(t *testing.T) {
	const japanese = "見積もりを承認します"
	for name, want := range map[string]string{
		"utf-7": "Grüße +1 503 555 0100", "utf-16": "Grüße", "utf-16be": "Grüße", "utf-8-mark": "Grüße",
		"iso-2022-jp": japanese, "iso-2022-jp-ms": japanese, "iso-2022-jp-unlabelled": japanese, "iso-2022-jp-halfwidth": "ｶﾀｶﾅ 見積 ~",
		"shift_jis": japanese, "euc-jp": japanese, "cp932": "①㈱" + japanese,
		"gb2312": "我同意这份报价", "gbk": "鎔基同意", "gbk-labelled-gb2312": "朱鎔基", "gb18030": "㐀𠀀 同意", "hz": "报价", "big5": "我同意這份報價",
		"euc-kr": "견적을 승인합니다", "ks_c_5601-1987": "견적을 승인합니다", "iso-2022-kr": "견적 ok",
		"windows-1250": "Příliš žluťoučký", "windows-1251": "Согласен, спасибо", "windows-1252": "“Grüße” – 5 €", "windows-1253": "Συμφωνώ",
		"windows-1254": "Teşekkürler", "windows-1255": "מסכים", "windows-1256": "موافق", "windows-1257": "Ačiū", "windows-1258": "Đô\u0300ng",
		"koi8-r": "Согласен, спасибо", "koi8-u": "Їжак", "iso-8859-2": "Łódź", "iso-8859-5": "Согласен", "iso-8859-7": "Συμφωνώ",
		"iso-8859-9": "Teşekkürler", "iso-8859-15": "5 €, Œuvre", "macintosh": "Grüße – Müller", "tis-620": "ตกลง", "cp850": "Grüße", "ibm866": "Согласен",
		"utf-8-labelled-latin1": "Grüße", "utf-8-labelled-ascii": "Grüße", "utf-8-labelled-1251": "Grüße", "utf-8-unknown-8bit": "Grüße",
		"utf-8-quoted-twice": "Grüße", "utf-8-garbage": "Grüße", "utf-8-spelt": "Grüße", "latin1-labelled-utf-8": "Grüße", "latin1-x-unknown": "Grüße",
		"latin1-spelt": "Grüße", "latin1-cp": "Grüße", "1252-labelled-latin1": "“Grüße”", "none": "Grüße", "none-but-in-subject": "Согласен",
	} {
		if got := seen(mustRead(t, "charset-"+name)); got != signed+want {
			t.Errorf("%s: %q, not %q", name, got, signed+want)
		}
	}
}

// mails are malformed mails seen in practice, with the expected result of Parse.
var mails = []struct {
	name        string
	seen        string
	attachments string // as a person sees them
	problem     string // words of it
	unread      string
}{
	{name: "header-raw-octets", seen: signed + "Согласен"},
	{name: "header-words-cut", seen: "ACCEPT"},
	{name: "header-words-wrong", seen: "ACCEPT"},
	{name: "header-stray-blank-line", seen: signed + "Grüße", problem: "cuts the header in two"},
	{name: "header-no-message-id", seen: "ACCEPT", problem: "no Message-ID"},

	{name: "base64-unpadded", seen: signed + "Dana R"},
	{name: "base64-footer", seen: "ACCEPT\n\n" + strings.Repeat("_", 47) + "\nOffice mailing list\nOffice@lists.agency.test", problem: "text follows the base64"},
	{name: "base64-stray", seen: "ACCEPT", problem: "not base64"},
	{name: "base64-not", seen: "ACCEPT, thanks!", problem: "not base64"},
	{name: "base64-multipart", seen: "ACCEPT", problem: "transfer encoding"},
	{name: "qp-broken", seen: signed + "Grüße = 5=5 100"},
	{name: "transfer-unknown", seen: "ACCEPT", problem: "rot-13"},
	{name: "uuencode-in-text", seen: "ACCEPT", attachments: "dec page.txt (application/octet-stream, 3 bytes)", problem: "uuencode"},
	{name: "uuencode-lookalike", seen: signed + "begin 644 reasons\nfrom the top\nend"},
	{name: "uuencode-transfer", seen: "ACCEPT"},
	{name: "yenc-in-text", seen: "ACCEPT", attachments: "dec page.bin (application/octet-stream, 3 bytes)", problem: "yEnc"},

	{name: "multipart-no-boundary", seen: "ACCEPT", problem: "boundary"},
	{name: "multipart-wrong-boundary", seen: "ACCEPT", problem: "boundary"},
	{name: "multipart-unterminated", seen: "ACCEPT", problem: "not closed"},
	{name: "multipart-empty", seen: "--b--", problem: "raw body", unread: "no part"},
	{name: "multipart-empty-part", seen: "ACCEPT"},
	{name: "multipart-pdf", seen: "ACCEPT", attachments: "policy.pdf (application/pdf, 9 bytes)"},
	{name: "multipart-apple", seen: "ACCEPT", attachments: "policy.pdf (application/pdf, 9 bytes)"},
	{name: "multipart-html-and-footer", seen: "ACCEPT\n\n--\nSent through the office relay"},
	{name: "multipart-twins", seen: "ACCEPT"},
	{name: "html-only", seen: "ACCEPT"},
	{name: "html-no-markup", seen: "ACCEPT\nThanks"},
	{name: "html-called-plain", seen: "ACCEPT"},
	{name: "html-meta", seen: "ACCEPT\n\n--\nСогласен"},
	{name: "alternative-text-empty", seen: "ACCEPT"},
	{name: "alternative-html-empty", seen: "ACCEPT"},
	{name: "alternative-stub", seen: "ACCEPT"},
	{name: "alternative-amp", seen: "ACCEPT"},
	{name: "type-garbage", seen: "ACCEPT"},
	{name: "type-no-semicolon", seen: signed + "Grüße"},
	{name: "name-continued", seen: "ACCEPT", attachments: "Käufer-2026.pdf (application/pdf, 1 bytes)"},
	{name: "name-encoded-word", seen: "ACCEPT", attachments: "Käufer.pdf (application/pdf, 1 bytes)"},
	{name: "forward-attached", seen: "ACCEPT", attachments: "no name (message/rfc822, 71 bytes)"},
	{name: "forwards-nested", seen: "ACCEPT", attachments: "no name (message/rfc822, 5 KB)"},
	{name: "text-attached", seen: "ACCEPT", attachments: "body.txt (text/plain, 6 bytes), policy.pdf (application/pdf, 9 bytes)", problem: "body.txt"},
	{name: "html-attached", seen: "ACCEPT", attachments: "body.html (text/html, 13 bytes)", problem: "body.html"},
	{name: "texts-attached", attachments: "a.txt (text/plain, 6 bytes), b.txt (text/plain, 6 bytes)"},
	{name: "apple-double", seen: "ACCEPT", attachments: "policy.pdf (application/pdf, 1 bytes)"},
	{name: "calendar", seen: "ACCEPT", attachments: "invite.ics (text/calendar, 160 bytes)", problem: "an invitation came with the message: ACCEPT, a site visit in Salem"},
	{name: "calendar-only", attachments: "invite.ics (text/calendar, 158 bytes)", problem: "an answer to an invitation"},

	{name: "smime-signed", seen: "ACCEPT"},
	{name: "smime-opaque-ber", seen: signed + "Grüße"},
	{name: "smime-opaque-der", seen: signed + "Grüße"},
	{name: "smime-encrypted", attachments: "smime.p7m (application/x-pkcs7-mime, 511 bytes)", unread: "encrypted (S/MIME)"},
	{name: "pgp-inline", seen: signed + "Dana"},
	{name: "pgp-mime", seen: "ACCEPT"},
	{name: "pgp-old-type", seen: "ACCEPT"},
	{name: "pgp-encrypted-inline", unread: "encrypted (PGP)"},
	{name: "pgp-encrypted", attachments: "no name (application/pgp-encrypted, 10 bytes), encrypted.asc (application/octet-stream, 70 bytes)", unread: "encrypted (PGP)"},
	{name: "pgp-unended", seen: signed + "-----BEGIN PGP SIGNATURE-----\niHUE"},
	{name: "partial", attachments: "no name (message/partial, 4 bytes)", unread: "one piece"},

	{name: "tnef-text", seen: signed + "Grüße", attachments: winmail(57), problem: "TNEF"},
	{name: "tnef-html", seen: "ACCEPT\n\n--\nGrüße", attachments: winmail(100), problem: "TNEF"},
	{name: "tnef-japanese", seen: signed + "見積もりを承認します", attachments: winmail(72), problem: "TNEF"},
	{name: "tnef-rtf", attachments: winmail(64), problem: "TNEF", unread: "as RTF"},
	{name: "tnef-rtf-text", seen: signed + "Dana Reyes, Grüße, Рейес\n-----Original Message-----\n" + quotedByOutlook + "To accept, write ACCEPT on the first line.", attachments: winmail(472), problem: "TNEF"},
	{name: "tnef-rtf-html", seen: "ACCEPT\n\nGrüße, Dana Reyes\n\n" + quotedByOutlook + "REJECT has the draft done again.", attachments: winmail(672), problem: "TNEF"},
	{name: "tnef-rtf-cut", seen: signed + "Dana Reyes, Grüße, Ре", attachments: winmail(272), problem: "TNEF", unread: "RTF that is damaged"},
	{name: "tnef-beside-text", seen: "ACCEPT", attachments: winmail(180) + ", policy 2026.pdf (application/octet-stream, 5 bytes)", problem: "TNEF"},
	{name: "tnef-cut", seen: "ACCEPT\n\nregar", attachments: winmail(49), problem: "breaks off", unread: "breaks off"},
	{name: "tnef-damaged", attachments: winmail(4), problem: "can't be read", unread: "damaged"},
}

const quotedByOutlook = "From: Sunrise Agency <reviews@agency.test>\nSent: Friday, November 20, 2026\nSubject: [Q-7F3K2M] Quote for Ann Lake\n\n"

func winmail(size int) string {
	return fmt.Sprintf("winmail.dat (application/ms-tnef, %d bytes)", size)
}

func TestMails(t *testing.T) {
	for _, tc := range mails {
		t.Run(tc.name, func(t *testing.T) {
			m := mustRead(t, tc.name)
			if got := seen(m); got != tc.seen {
				t.Errorf("read %q, not %q", got, tc.seen)
			}
			var names []string
			for _, a := range m.Attachments {
				names = append(names, a.String())
			}
			if got := strings.Join(names, ", "); got != tc.attachments {
				t.Errorf("attachments %s, not %s", got, tc.attachments)
			}
			problems := slices.DeleteFunc(slices.Clone(m.Problems), func(p string) bool { return strings.Contains(p, "no Date") })
			if got := strings.Join(problems, "; "); !strings.Contains(got, tc.problem) || tc.problem == "" && tc.unread == "" && got != "" {
				t.Errorf("problems %q, not %q", got, tc.problem)
			}
			if !strings.Contains(m.Unread, tc.unread) || tc.unread == "" && m.Unread != "" {
				t.Errorf("unread %q, not %q", m.Unread, tc.unread)
			}
		})
	}
}

func TestEveryMailHasItsRow(t *testing.T) {
	files, err := filepath.Glob("testdata/mails/*.eml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		if !strings.HasPrefix(name, "charset-") && !slices.ContainsFunc(mails, func(tc struct{ name, seen, attachments, problem, unread string }) bool { return tc.name == name }) {
			t.Errorf("nothing is expected of %s", name)
		}
	}
}

func TestSubjectsOfMails(t *testing.T) {
	for name, want := range map[string]string{
		"header-raw-octets": "Согласен", "header-words-cut": "Grüße", "header-words-wrong": "Grüßewhat??a b", "charset-none-but-in-subject": "Согласен",
	} {
		if got := mustRead(t, name).Subject; got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}
