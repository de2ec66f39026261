package queue

import (
	"strings"
	"testing"

	"ppamaild/mailbox/message"
)

// Two mails of a program that mixes line ends are no copies of each other.
func TestFingerprintOfMixedLines(t *testing.T) {
	seen := map[[32]byte]bool{}
	for _, text := range []string{"Yes, please.", "No, thanks.", "Yes, please."} {
		raw := "From: alice@customer.test\nSubject: Your quote\n\n" + text + "\r\n\r\nAlice\r\n"
		m, err := message.Parse(strings.NewReader(raw), message.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		seen[Fingerprint(m, []byte(raw))] = true
	}
	if len(seen) != 2 {
		t.Errorf("%d fingerprints", len(seen))
	}
}
