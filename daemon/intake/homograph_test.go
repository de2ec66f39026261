package intake

import (
	"strings"
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/templates"
)

func TestAddressesAreSpeltOut(t *testing.T) {
	for address, want := range map[string]string{
		"alice@customer.test":        "",
		"jörg@bücher.test":           "",
		"ali\u200bce@customer.test":  `"ali\u200bce@customer.test"`,
		"alice@\u0441ustomer.test":   `"alice@\u0441ustomer.test"; its domain is xn--ustomer-`,
		"\u0430lice@customer.test":   `"\u0430lice@customer.test"`,
		"alice\U000e0061@books.test": `"alice\U000e0061@books.test"`,
	} {
		got := strings.Join(homographs(&message.Message{ReplyTo: []message.Address{{Address: address}}}, templates.Embedded("en")), "")
		if want == "" != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}
