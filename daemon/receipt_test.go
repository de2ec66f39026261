package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/sandbox/play"
)

// receipt has Lee's mail program say that a review was opened.
func (a *agency) receipt(fields, text string) {
	a.t.Helper()
	raw := strings.Join([]string{"From: " + play.Lee, "To: " + play.Reviews, "MIME-Version: 1.0", fields, "", text, ""}, "\r\n")
	must(a.t, a.lee.SendRaw(a.t.Context(), play.Lee, []string{play.Reviews}, []byte(raw)))
}

// A receipt without a report is neither an absence notice nor a reply to ask about.
func TestCase18ReceiptWithoutItsReport(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	about := "Subject: Read: " + review.Subject + "\r\nIn-Reply-To: <" + review.MessageID + ">\r\nMessage-ID: <"
	a.receipt(about+"1@agency.test>\r\nContent-Type: multipart/report; report-type=disposition-notification; boundary=\"b\"",
		"--b\r\nContent-Type: text/plain\r\n\r\nIt was displayed.\r\n\r\n--b--")
	a.receipt(about+"2@agency.test>", "Your message\r\n\r\n   To: Reviews\r\n   Subject: "+review.Subject+"\r\n\r\nwas read on Friday, November 20, 2026.")
	a.logs("message set aside", 2)
	a.gets(a.dana, "Questions to")
	a.getsNothing(a.dana)
	a.getsNothing(a.lee)
}
