package message

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message/htmltext"
	"ppamaild/sandbox/raced"
)

// hostile are inputs just under 1 MiB on which parsers are known to blow up.
func hostile() map[string]string {
	const size = 1<<20 - 1<<12
	fill := func(head, unit, tail string) string {
		return head + strings.Repeat(unit, (size-len(head)-len(tail))/len(unit)) + tail
	}
	from := "From: a@b.test\r\n"
	nested := func() string {
		var open strings.Builder
		open.WriteString(from)
		for n := 0; open.Len() < size; n++ {
			fmt.Fprintf(&open, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", n, n)
		}
		return open.String()
	}
	mixed := from + "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
	html := from + "Content-Type: text/html\r\n\r\n"
	return map[string]string{
		"comments in References":     fill(from+"References: ", "(", "\r\n\r\nHi"),
		"pairs of parentheses":       fill(from+"In-Reply-To: ", "()", "\r\n\r\nHi"),
		"nested comments":            from + "Message-ID: " + strings.Repeat("(", size/2) + strings.Repeat(")", size/2) + "\r\n\r\nHi",
		"quotes":                     fill(from+"References: ", `"\`, "\r\n\r\nHi"),
		"brackets":                   fill(from+"References: ", "<", "\r\n\r\nHi"),
		"identifiers":                fill(from+"References: ", "<a@b> ", "\r\n\r\nHi"),
		"addresses":                  fill("From: ", "a@b.test,", "\r\n\r\nHi"),
		"open addresses":             fill("From: ", "<a", "\r\n\r\nHi"),
		"quoted addresses":           fill("From: ", `<"`, "\r\n\r\nHi"),
		"groups":                     fill("To: ", "a:(", "\r\n\r\nHi"),
		"encoded words":              fill(from+"Subject: ", "=?utf-8?q?a?= ", "\r\n\r\nHi"),
		"encoded words never closed": fill(from+"Subject: ", "=?a?q?", "\r\n\r\nHi"),
		"words of many charsets":     fill(from+"Subject: ", "=?gb18030?q?a?= =?big5?q?a?= ", "\r\n\r\nHi"),
		"fields":                     fill(from, "X: y\r\n", "\r\nHi"),
		"distinct fields":            from + distinctFields(size) + "\r\nHi",
		"no fields":                  fill(from, "x\r\nX: y\r\n", "\r\nHi"),
		"continuations":              fill(from+"X: y\r\n", " a\r\n", "\r\nHi"),
		"40,000 parts":               fill(mixed, "--b\r\n\r\nHi\r\n", "--b--\r\n"),
		"near boundaries":            fill(mixed, "--bb\r\n", "--b--\r\n"),
		"nested multiparts":          nested(),
		"parameters":                 fill(from+"Content-Type: text/plain", ";a=b", "\r\n\r\nHi"),
		"continued parameters":       fill(from+"Content-Type: text/plain", ";a*1=b", "\r\n\r\nHi"),
		"base64":                     fill(from+"Content-Transfer-Encoding: base64\r\n\r\n", "QUNDRVBU\r\n", ""),
		"quoted-printable":           fill(from+"Content-Transfer-Encoding: quoted-printable\r\n\r\n", "=C3=A9=\r\n", ""),
		"open elements":              fill(html, "<a>", ""),
		"end tags":                   fill(html, "</b>", ""),
		"opened and closed":          html + strings.Repeat("<b>", size/8) + "<div>" + strings.Repeat("</b>", size/8),
		"block quotes":               fill(html, "<blockquote>a", ""),
		"list items":                 fill(html, "<li>", ""),
		"hidden":                     fill(html, "<p hidden>a", ""),
		"styles":                     fill(html+`<p style="`, "a:b;/*", `">`),
		"attributes":                 fill(html+"<p ", "a=b ", ">"),
		"open tag":                   fill(html, "<", ""),
		"armor":                      fill(from+"\r\n", "-----BEGIN PGP SIGNATURE-----\r\n", ""),
		"signed armor":               fill(from+"\r\n", "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: a\r\n", ""),
		"uuencode":                   fill(from+"\r\n", "begin 644 a\r\n", ""),
		"uuencoded files":            fill(from+"\r\n", "begin 644 a\r\n#0V%T\r\nend\r\n", ""),
		"yEnc":                       fill(from+"\r\n", "=ybegin size=1 name=a\r\n=yend \r\n", ""),
		"base64 words":               fill(from+"Content-Transfer-Encoding: base64\r\n\r\n", "a b\r\n", ""),
		"calendar":                   fill(from+"Content-Type: text/calendar\r\n\r\nBEGIN:VEVENT\r\nSUMMARY:", "a\r\n ", ""),
		"S/MIME":                     fill(from+"Content-Type: application/pkcs7-mime\r\n\r\n", "\x30\x80", ""),
		"escapes":                    fill(from+"\r\n", "\x1b$B", ""),
		"UTF-7":                      fill(from+"Content-Type: text/plain; charset=utf-7\r\n\r\n", "+AGE-", ""),
		"UTF-7 unended":              fill(from+"Content-Type: text/plain; charset=utf-7\r\n\r\n", "+", ""),
		"question marks":             fill(from+"X-A: =?utf-8?q?", "?=aa", "\r\n\r\nHi"),
		"open encoded words":         fill(from+"X-A: ", "=?utf-8?q?a?", "\r\n\r\nHi"),
		"html and text parts":        fill(mixed, "--b\r\n\r\nHi\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Hi\r\n", "--b--\r\n"),
		"8 bits and no charset":      fill(from+"\r\n", "\xe9\xe8 a\r\n", ""),
	}
}

func distinctFields(size int) string {
	var b strings.Builder
	for n := 0; b.Len() < size; n++ {
		fmt.Fprintf(&b, "X%d: y\r\n", n)
	}
	return b.String()
}

// No input under 1 MiB takes over 100 ms; the bound here is far below what a
// quadratic parser takes, and a busy machine gets more than one try.
func TestTrapNothingIsQuadratic_Slow(t *testing.T) {
	for name, raw := range hostile() {
		var m *Message
		parsed := quickest(func() { m = mustParse(t, raw) })
		rendered := quickest(func() { htmltext.Text(m.HTML); htmltext.Text(raw) })
		scanned := quickest(func() { ScanIDs(raw); scanAddresses(raw); decodeWords(raw) })
		t.Logf("%-28s parsed in %5d µs, rendered in %5d µs, scanned in %5d µs", name, parsed.Microseconds(), rendered.Microseconds(), scanned.Microseconds())
		if parsed > slow || rendered > 2*slow || scanned > 3*slow {
			t.Errorf("%s takes too long", name)
		}
	}
}

const slow = raced.Slowdown * 500 * time.Millisecond

// quickest is the shortest time of work; slow work is tried again.
func quickest(work func()) time.Duration {
	best := time.Hour
	for try := 0; try < 5 && best > slow; try++ {
		began := time.Now()
		work()
		best = min(best, time.Since(began))
	}
	return best
}

func TestTrapIDComments(t *testing.T) {
	took := quickest(func() {
		ScanIDs(strings.Repeat("(", 500<<10) + "<a@b>")
		ScanIDs(strings.Repeat("(a)", 200<<10) + "<a@b>")
	})
	if took > slow {
		t.Errorf("took %s", took)
	}
}
