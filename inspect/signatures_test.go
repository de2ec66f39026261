package inspect

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	agencyLine  = "Sunrise Insurance Agency <reviews@agency.test>"
	quotedLines = "Quote for Alice Moreno: $838\nReply ACCEPT, or REJECT and the reason.\n" +
		"Ref: Q-7F3K2M/AbC123"
)

// formats write a reply with its text and the quoted review, as text and HTML. No HTML: "".
var formats = map[string]func(said string) (text, page string){
	"gmail": func(said string) (string, string) {
		word, signature, _ := strings.Cut(said, "\n\n")
		const when = "On Tue, Nov 24, 2026 at 9:14 AM "
		return said + "\n\n\n" + when + agencyLine + "\nwrote:\n\n" + marked(),
			`<div dir="ltr">` + word + `<div><br clear="all"></div><div><div dir="ltr" class="gmail_signature" ` +
				`data-smartmail="gmail_signature"><div dir="ltr">` + broken(signature) + `</div></div></div></div><br>` +
				`<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">` + when +
				html.EscapeString(agencyLine) + ` wrote:<br></div><blockquote class="gmail_quote">` + broken(quotedLines) + `</blockquote></div>`
	},
	"outlook": func(said string) (string, string) {
		head := "From: " + agencyLine + "\nSent: Tuesday, November 24, 2026 9:14 AM\nTo: me\n" +
			"Subject: [Q-7F3K2M] Quote for Alice Moreno\n"
		const begin, end = "<p class=MsoNormal>", "<o:p></o:p></p>"
		paragraphs := begin + strings.ReplaceAll(html.EscapeString(said), "\n", end+begin) + end
		return said + "\n\n" + head + "\n" + quotedLines + "\n",
			`<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15 (filtered medium)"></head>` +
				`<body lang=EN-US><div class=WordSection1>` + paragraphs +
				`<div><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal>` + broken(head) + `</p></div></div>` +
				"<p class=MsoNormal>" + broken(quotedLines) + "</p></div></body></html>"
	},
	"apple": func(said string) (string, string) {
		return appleMail(said, `<br id="lineBreakAtBeginningOfMessage">`)
	},
	"iphone": func(said string) (string, string) {
		return appleMail(said, `<br id="lineBreakAtBeginningOfSignature">`)
	},
	"thunderbird": func(said string) (string, string) {
		word, signature, _ := strings.Cut(said, "\n\n")
		head := "On 11/24/26 09:14, Sunrise Insurance Agency wrote:\n" + marked()
		if strings.HasPrefix(signature, "-- ") {
			return word + "\n\n" + head + "\n" + signature + "\n", ""
		}
		return said + "\n\n" + head, ""
	},
	"thunderbird-html": func(said string) (string, string) {
		word, signature, _ := strings.Cut(said, "\n\n")
		const head = "On 11/24/26 09:14, Sunrise Insurance Agency wrote:"
		return said + "\n\n" + head + "\n" + marked(),
			"<p>" + word + `</p><div class="moz-signature">` + broken(signature) + `</div><div class="moz-cite-prefix">` +
				head + `<br></div><blockquote type="cite">` + broken(quotedLines) + "</blockquote>"
	},
}

func appleMail(said, divider string) (string, string) {
	word, signature, _ := strings.Cut(said, "\n\n")
	head := "On Nov 24, 2026, at 9:14 AM, " + agencyLine + " wrote:"
	return said + "\n\n> " + head + "\n> \n" + marked(),
		`<html><body dir="auto">` + word + divider + "<div><br></div><div>" + broken(signature) +
			`</div><div><br><blockquote type="cite">` + html.EscapeString(head) + "<br><br>" +
			broken(quotedLines) + "</blockquote></div></body></html>"
}

func marked() string { return "> " + strings.ReplaceAll(quotedLines, "\n", "\n> ") + "\n" }

func broken(lines string) string {
	return strings.ReplaceAll(html.EscapeString(lines), "\n", "<br>")
}

// Thirty signatures in the formats of five mail programs, and eight conditions in the place of a
// signature. ACCEPT counts above a signature, and is unclear above a condition.
func TestFinding10SignaturesOfFivePrograms(t *testing.T) {
	data, err := os.ReadFile("testdata/signatures.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for one := range strings.SplitSeq(strings.TrimPrefix(string(data), "=== "), "\n=== ") {
		n++
		head, said, _ := strings.Cut(strings.TrimRight(one, "\n"), "\n")
		verdict, rest, _ := strings.Cut(head, " ")
		format, from, _ := strings.Cut(rest, " ")
		text, page := formats[format](said)
		const part = "Content-Type: text/%s; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n%s\n"
		mail := fmt.Sprintf("From: %s\nTo: %s\nSubject: Re: [Q-7F3K2M] Quote\n"+
			"Message-ID: <%d@mail.test>\nMIME-Version: 1.0\n", from, agencyLine, n)
		if page == "" {
			mail += fmt.Sprintf(part, "plain", text)
		} else {
			mail += "Content-Type: multipart/alternative; boundary=b\n\n--b\n" +
				fmt.Sprintf(part, "plain", text) + "--b\n" + fmt.Sprintf(part, "html", page) + "--b--\n"
		}
		file := filepath.Join(t.TempDir(), "mail.eml")
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(mail, "\n", "\r\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		if d := (Options{Staff: []string{from}}).File(file)[0].Decision; d.Verdict != verdict {
			t.Errorf("%s: %s, not %s: %s\n%s", format, d.Verdict, verdict, d.Reason, said)
		}
	}
	if n != 38 {
		t.Errorf("%d replies", n)
	}
}
