// Package seal makes and finds the marks in our mails that nobody else can
// make. It promises that a mark made for one purpose is never valid for
// another, that marks are compared in constant time, and that a reference is
// still found after mail programs have wrapped, quoted or re-cased it.
package seal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
)

// Size is the length of a mark in characters: 128 bits in base32.
const Size = 26

var encoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Sum returns the mark over parts: HMAC-SHA256 truncated to 128 bits (RFC 2104
// §5), in lower-case base32. Every input is preceded by its length, so that no
// two lists of parts are the same bytes; purpose keeps uses of one key apart.
func Sum(key []byte, purpose string, parts ...string) string {
	mac := hmac.New(sha256.New, key)
	for _, p := range append([]string{purpose}, parts...) {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(p)))
		mac.Write(length[:])
		mac.Write([]byte(p))
	}
	return encoding.EncodeToString(mac.Sum(nil)[:16])
}

// Equal compares two marks in constant time.
func Equal(a, b string) bool {
	return hmac.Equal([]byte(a), []byte(b))
}
