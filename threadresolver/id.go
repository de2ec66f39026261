package threadresolver

import (
	"fmt"
	"io"
	"strings"
)

// alphabet omits characters that look alike on a phone (0 and O; 1, I and L; 2 and Z; 5 and
// S; 8 and B). It omits U, so that IDs spell fewer words.
const alphabet = "23456789ACDEFGHJKMNPQRTVWXY"

// IsThreadID reports whether s has the form of an ID of NewThreadID, in upper case.
func IsThreadID(s string) bool {
	return len(s) == len("Q-7F3K2M") && (s[0] == 'Q' || s[0] == 'T') && s[1] == '-' &&
		strings.Trim(s[2:], alphabet) == ""
}

// NewThreadID returns a random ID such as "Q-7F3K2M". The prefix is "Q" for quotes and "T"
// for tasks. There are 27^6 (387 million) IDs for each prefix. The caller repeats the call if
// the ID is taken.
func NewThreadID(rand io.Reader, prefix string) (string, error) {
	const length, fair = 6, 256 - 256%len(alphabet)
	id := []byte(prefix + "-")
	for len(id) < len(prefix)+1+length {
		var b [1]byte
		if _, err := io.ReadFull(rand, b[:]); err != nil {
			return "", fmt.Errorf("drawing a thread id: %w", err)
		}
		if int(b[0]) < fair { // other values would favor some characters
			id = append(id, alphabet[int(b[0])%len(alphabet)])
		}
	}
	return string(id), nil
}
