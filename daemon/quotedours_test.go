package daemon

import (
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/intake"
	"ppamaild/mailbox/message"
)

// A forwarded text may be a page of the policy, and is read if the customer confirms the page.
// A mail of the daemon below the answer is no such page, even after "I want the same coverage
// that I have now".
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
