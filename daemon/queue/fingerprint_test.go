package queue

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message"
	"ppamaild/sandbox/raced"
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

// A large message without an empty line takes no seconds.
func TestBodyTakesNoTime(t *testing.T) {
	const size, most, tries = 48 << 20, raced.Slowdown * 500 * time.Millisecond, 3
	raw := bytes.Repeat([]byte("X: y\r\n"), size/6)
	for try := 1; ; try++ {
		began := time.Now()
		if body := Body(raw); len(body) != len(raw) {
			t.Fatalf("a body of %d bytes", len(body))
		}
		took := time.Since(began)
		if took < most {
			return
		}
		if try == tries {
			t.Fatalf("took %v", took)
		}
	}
}
