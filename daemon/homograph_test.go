package daemon

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// An address that resembles a customer's address is spelled out in the question to staff about
// the thread.
func TestCase10AddressThatLooksLikeAnothersIsSpeltOut(t *testing.T) {
	o := newOffline(t)
	thread := o.asked()
	ours := o.Minter.ThreadRef(thread)
	o.arrives(fmt.Sprintf("From: Alice <alice@\u0441ustomer.test>\r\nTo: quotes@agency.test\r\nSubject: Re: Quote\r\nMessage-ID: <x@evil.test>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nPlease send it again.\r\n\r\n> Our reference: %s\r\n", ours))
	o.passes(o.at)
	asked := 0
	for _, m := range o.mailsOf(thread) {
		if text := o.text(m); m.Kind == store.MailReview && strings.Contains(text, "Please send it again") {
			if asked++; !strings.Contains(strings.ReplaceAll(text, "\n| ", " "), "its domain is xn--") {
				t.Errorf("nobody is told how the address is spelt:\n%s", text)
			}
		}
	}
	if asked == 0 {
		t.Error("staff are not asked about the stranger")
	}
}

func TestTaggedAddressOfOursIsOurs(t *testing.T) {
	o := newOffline(t)
	for address, ours := range map[string]bool{
		"quotes@agency.test": true, "Quotes+x@Agency.test": true, "reviews+a+b@agency.test": true,
		"quotes+x@customer.test": false, "quotesx@agency.test": false, play.Alice: false, "+x@agency.test": false,
	} {
		if o.IsOwnAddress(address) != ours {
			t.Errorf("%s: %v, want %v", address, !ours, ours)
		}
	}
}
