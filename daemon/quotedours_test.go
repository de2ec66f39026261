package daemon

import (
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/intake"
	"ppamaild/mailbox/message"
)

// What a customer passes on may be a page of their policy, and is read where they say that
// it is right. A mail of ours below their answer is none: "I want the same coverage that I
// have now" says nothing of it.
func TestOurQuotedMailIsNotPassedOn(t *testing.T) {
	d := quietDaemon(t, Options{Config: quietConfig(t)})
	for name, quoted := range map[string]string{
		"a page": "Your policy\nBodily injury 100/300",
		"ours":   "Hello Maria,\n1. How many miles a year?\nLicensed producer, license no. 0X00000\nOur reference: " + d.Minter.ThreadRef("Q-7F3K2M"),
	} {
		raw := "From: Maria <maria@customer.test>\nTo: quotes@agency.test\nSubject: Re: Car\nDate: " + time.Now().Format(time.RFC1123Z) + "\nMessage-ID: <1@customer.test>\n\n" +
			"I want the same coverage that I have now.\n\nOn Fri, Nov 20, 2026 at 1:00 PM Agency <quotes@agency.test> wrote:\n\n> " + strings.ReplaceAll(quoted, "\n", "\n> ") + "\n"
		msg, err := message.Parse(strings.NewReader(strings.ReplaceAll(raw, "\n", "\r\n")), message.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		mail, _ := intake.Mail(msg)
		if passed := mail.Forwarded; (passed == "") != (name == "ours") {
			t.Errorf("%s: passed on is %q", name, passed)
		}
	}
}
