// Package messageid computes and finds the MACs that authenticate our Message-IDs and the
// references in our mails. A MAC for one purpose is never valid for another. Equal compares
// MACs in constant time. Scan finds a reference after mail programs wrapped it, quoted it or
// changed its case.
package messageid

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"

	"ppamaild/lazy"
)

// size is the length of a MAC in characters: 128 bits in base32.
const size = 26

var encoding = lazy.Value[*base32.Encoding]{New: func() *base32.Encoding {
	return base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
}}

// Sum returns the MAC over parts: HMAC-SHA256 truncated to 128 bits (RFC 2104 §5), in
// lower-case base32. Sum writes the length before every input, so no two lists of parts give
// the same bytes. purpose separates the uses of one key.
func Sum(key []byte, purpose string, parts ...string) string {
	mac := hmac.New(sha256.New, key)
	for _, p := range append([]string{purpose}, parts...) {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(p)))
		mac.Write(length[:])
		mac.Write([]byte(p))
	}
	return encoding.Get().EncodeToString(mac.Sum(nil)[:16])
}

// Equal compares two MACs in constant time.
func Equal(a, b string) bool {
	return hmac.Equal([]byte(a), []byte(b))
}
