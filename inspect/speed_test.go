package inspect

import (
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/mailbox/reply"
	"ppamaild/sandbox/raced"
	"ppamaild/threadresolver"
)

// hostile are mails just under 1 MiB that are designed to be slow.
func hostile() map[string]string {
	const size = 1<<20 - 1<<10
	fill := func(head, unit, tail string) string {
		return head + strings.Repeat(unit, (size-len(head)-len(tail))/len(unit)) + tail
	}
	from := "From: dana@agency.test\r\nSubject: Re: Quote\r\n"
	text, html := from+"\r\n", from+"Content-Type: text/html\r\n\r\n"
	mixed := from + "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
	return map[string]string{
		"100,000 fields":        fill(from, "X: y\r\n", "\r\nHi"),
		"comments":              fill(from+"In-Reply-To: ", "(a)", "\r\n\r\nHi"),
		"40,000 parts":          fill(mixed, "--b\r\n\r\nHi\r\n", "--b--\r\n"),
		"one line":              fill(text, "a", ""),
		"one line of words":     fill(text, "ab ", ""),
		"one line of HTML":      fill(html, "ab ", ""),
		"open elements":         fill(html, "<div>", ""),
		"open inline elements":  fill(html, "<b>a", ""),
		"block quotes":          fill(html, "<blockquote>a", ""),
		"encoded words":         fill(from+"X-A: ", "=?utf-8?b?w6k=?= ", "\r\n\r\nHi"),
		"rules":                 fill(html, "<hr>a", ""),
		"bare block quotes":     fill(html, "<blockquote>a</blockquote>b", ""),
		"quotes of Gmail":       fill(html, `<div class="gmail_quote">a<blockquote>b</blockquote>`, ""),
		"signature spans":       fill(html, `<span class="gmail_signature_prefix">a`, ""),
		"list items":            fill(html, "<li>a", ""),
		"alternating quotes":    fill(text, "a\n> b\n", ""),
		"quoted attributions":   fill(text, strings.Repeat("On 2 ", 100)+"lee@agency.test 10:00 wrote:\r\n> a\r\n", ""),
		"quoted lines":          fill(text, "> a\r\n", ""),
		"deep quotes":           fill(text, ">", ""),
		"attributions":          fill(text, "On Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:\r\n", ""),
		"half an attribution":   fill(text, "On Friday Lee\r\n", ""),
		"header blocks":         fill(text, "From: a\r\nSent: b\r\nTo: c\r\nSubject: d\r\n", ""),
		"separators":            fill(text, "-----Original Message-----\r\n", ""),
		"signatures":            fill(text, "-- \r\na\r\n", ""),
		"empty lines":           fill(text, "\r\n", ""),
		"identifiers":           fill(from+"References: ", "<a@b> ", "\r\n\r\nHi"),
		"references in text":    fill(text, "Ref: Q-7F3K2M-4-abcdefghijklmnopqrstuvwxyz\r\n", ""),
		"numbers in brackets":   fill(text, "[Q-7F3K2M] ", ""),
		"one character of UTF8": fill(text, "é", ""),
		"links":                 fill(html, `<a href="http://x.test/?a=b">a</a>`, ""),
		"cells":                 fill(html, "<table><tr><td>a", ""),
		"styles":                fill(html, `<p style="a:b;c:d">a`, ""),
		"entities":              fill(html, "&amp;", ""),
		"report":                fill(from+"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n", "--b\r\nContent-Type: message/delivery-status\r\n\r\nOriginal-Message-ID: <a@b.test>\r\n", "--b--\r\n"),
	}
}

// TestTrapNoMailIsSlow_Slow reads mails under 1 MiB. Each should take less than 100 ms. The
// bounds exclude quadratic time, and each mail has several tries on a busy machine.
func TestTrapNoMailIsSlow_Slow(t *testing.T) {
	const parsing, bound, tries = raced.Slowdown * 300 * time.Millisecond, raced.Slowdown * 3 * time.Second, 3
	for name, raw := range hostile() {
		for try := 1; ; try++ {
			parsed, all := timed(t, raw)
			if parsed < parsing && all < bound {
				t.Logf("%-24s parsed in %s, read in %s", name, parsed, all)
				break
			}
			if try == tries {
				t.Errorf("%s is parsed in %s, read in %s", name, parsed, all)
				break
			}
		}
	}
}

// timed reads a mail up to the search for its thread.
func timed(t *testing.T, raw string) (parsed, all time.Duration) {
	began := time.Now()
	m, err := message.Parse(strings.NewReader(raw), message.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	parsed = time.Since(began)
	r := reply.Extract(m)
	origin.Classify(m, func(string) bool { return false })
	threadresolver.Collect(m, r)
	return parsed, time.Since(began)
}
