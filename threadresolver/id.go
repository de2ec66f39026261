package threadresolver

import (
	"fmt"
	"io"
)

// alphabet has no two characters that look alike in a phone's font (0 and O, 1,
// I and L, 2 and Z, 5 and S, 8 and B), and no U, to spell fewer words.
const alphabet = "23456789ACDEFGHJKMNPQRTVWXY"

// NewThreadID returns an id such as "Q-7F3K2M": prefix is "Q" for quotes and "T"
// for tasks. There are 27^6 (387 million) of each; the caller draws again where
// the id is taken.
func NewThreadID(rand io.Reader, prefix string) (string, error) {
	const length, fair = 6, 256 - 256%len(alphabet)
	id := []byte(prefix + "-")
	for len(id) < len(prefix)+1+length {
		var b [1]byte
		if _, err := io.ReadFull(rand, b[:]); err != nil {
			return "", fmt.Errorf("drawing a thread id: %w", err)
		}
		if int(b[0]) < fair { // else some characters would be likelier than others
			id = append(id, alphabet[int(b[0])%len(alphabet)])
		}
	}
	return string(id), nil
}
