package intake

import (
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message"
	"ppamaild/sandbox/raced"
	"ppamaild/templates"
)

// A Reply-To as long as a header takes no seconds of a transaction.
func TestLongForeignAddressesTakeNoTime(t *testing.T) {
	const most = raced.Slowdown * time.Second
	var domain strings.Builder
	for r := rune(0x4e00); r < 0x9e00; r++ {
		domain.WriteRune(r)
	}
	m := &message.Message{ReplyTo: []message.Address{{Address: "a@" + domain.String()}}}
	began := time.Now()
	homographs(m, templates.Embedded("en"))
	if took := time.Since(began); took > most {
		t.Errorf("took %v", took)
	}
}

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
