package queue

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"ppamaild/mailbox/message"
)

// Fingerprint is a digest of the content of a message. A second copy has the same digest under
// any mailbox or UID. Header fields that servers add on the way do not count.
func Fingerprint(m *message.Message, raw []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, field := range []string{"Message-Id", "Date", "From", "Subject"} {
		fmt.Fprintf(h, "%s: %q\n", field, m.Header.Values(field))
	}
	h.Write(Body(raw))
	h.Sum(sum[:0])
	return sum
}

// Body returns the bytes after the header of a message; all of raw without a header.
func Body(raw []byte) []byte {
	for rest := raw; ; {
		_, after, found := bytes.Cut(rest, []byte("\n"))
		if !found {
			return raw
		}
		rest = after
		after = bytes.TrimPrefix(after, []byte("\r"))
		if body, empty := bytes.CutPrefix(after, []byte("\n")); empty {
			return body
		}
	}
}
