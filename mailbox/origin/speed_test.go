package origin

import (
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message"
)

// No mail blocks the daemon: a mebibyte takes about 20 ms. The bound allows for a busy machine
// and the race detector, but excludes quadratic time.
func TestHostileBouncesAreReadInTime_Slow(t *testing.T) {
	const size = 1 << 20
	for name, piece := range map[string]string{
		"continuations": "\n x", "fields": "Action: failed\n", "groups": "Final-Recipient: rfc822; a@b.test\n\n", "addresses": "a@b.test\n",
		"one line": "a@", "identifiers": "Message-ID: <a@b.test>\n", "open brackets": "message-id <", "quotes": "> ", "phrases": "could not be ", "tags": "<p>", "codes": "550 5.1.1 ",
	} {
		text := strings.Repeat(piece, size/len(piece))
		m := mailOf("no-reply@mx.test", "Undeliverable mail", "Auto-Submitted: auto-replied", "X-Failed-Recipients: "+text)
		m.Text, m.HTML = text, "<html>"+text
		m.Attachments = []message.Attachment{{Type: "message/delivery-status", Report: text[:64<<10]}, {Type: "message/rfc822", Report: text[:64<<10]}}
		for _, html := range []bool{false, true} {
			if html {
				m.Text = ""
			}
			start := time.Now()
			Classify(m, ours)
			if took := time.Since(start); took > 4*time.Second {
				t.Errorf("%s, HTML %v: %s", name, html, took)
			}
		}
	}
}
