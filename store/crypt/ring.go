// Package crypt encrypts the records of a store with AES-256 in GCM (NIST SP 800-38D).
//
// Without the key, an encrypted record reveals only its length. Open detects a record that was
// changed, or moved to another place. Keys can be rotated: the newest key encrypts, and older
// keys still decrypt. Nonces are random, so a key is safe for 2^32 records and must then be
// rotated.
package crypt

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// KeySize is the length of a key in bytes.
const KeySize = 32

// ErrForged is the error for data that the key did not encrypt for this place.
var ErrForged = errors.New("decryption failed: the data was changed or moved")

// ID identifies a key without revealing it: the beginning of its SHA-256.
type ID [4]byte

// String returns eight hexadecimal digits.
func (i ID) String() string { return hex.EncodeToString(i[:]) }

// MarshalText implements encoding.TextMarshaler.
func (i ID) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (i *ID) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(i)) {
		return fmt.Errorf("the id of a key with %d characters", len(text))
	}
	_, err := hex.Decode(i[:], text)
	return err
}

// Ring is a set of keys, the newest first. A Ring never prints keys. A nil *Ring has no keys.
type Ring struct{ keys []key }

type key struct {
	id   ID
	aead cipher.AEAD
}

// Require returns an error that names the keys of ids that the ring lacks.
func (r *Ring) Require(ids []ID) error {
	var missing []string
	for _, id := range ids {
		if !r.Has(id) {
			missing = append(missing, id.String())
		}
	}
	_, has := r.Newest()
	switch {
	case len(missing) == 0:
		return nil
	case !has:
		return fmt.Errorf("the key %s is missing, and no key is configured",
			strings.Join(missing, " and "))
	}
	return fmt.Errorf("the key %s is missing from the configured keys",
		strings.Join(missing, " and "))
}

// Parse reads keys, a key on each line, the newest first. Each key is KeySize random bytes in
// base64. Parse ignores empty lines and comments after #. Errors contain no key.
func Parse(text string) (*Ring, error) {
	r := &Ring{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		k, err := newKey(line)
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", number, err)
		case r.Has(k.id):
			return nil, fmt.Errorf("line %d: duplicate key", number)
		}
		r.keys = append(r.keys, k)
	}
	if len(r.keys) == 0 {
		return nil, errors.New("no key found")
	}
	return r, nil
}

func newKey(text string) (k key, err error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw) != KeySize {
		return k, fmt.Errorf("no key: want %d bytes in base64, as printed by openssl rand -base64 %[1]d", KeySize)
	}
	sum := sha256.Sum256(append([]byte("ppamaild key "), raw...))
	copy(k.id[:], sum[:])
	block, err := aes.NewCipher(raw)
	if err != nil {
		return k, err
	}
	k.aead, err = cipher.NewGCMWithRandomNonce(block)
	return k, err
}

// Newest returns the ID of the key that encrypts, or false if there is none.
func (r *Ring) Newest() (ID, bool) {
	if r == nil {
		return ID{}, false
	}
	return r.keys[0].id, true
}

// Has reports whether the ring has a key.
func (r *Ring) Has(id ID) bool {
	_, has := r.find(id)
	return has
}

func (r *Ring) find(id ID) (key, bool) {
	if r == nil {
		return key{}, false
	}
	i := slices.IndexFunc(r.keys, func(k key) bool { return k.id == id })
	if i < 0 {
		return key{}, false
	}
	return r.keys[i], true
}

// Overhead is the number of bytes that Seal adds to its input.
func (r *Ring) Overhead() int { return len(ID{}) + r.keys[0].aead.Overhead() }

// Seal appends plain, encrypted with the newest key, to dst. Open needs the same about, which
// binds the data to its place.
func (r *Ring) Seal(dst, plain, about []byte) []byte {
	dst = append(dst, r.keys[0].id[:]...)
	return r.keys[0].aead.Seal(dst, nil, plain, about)
}

// KeyOf returns the ID of the key that sealed the data.
func KeyOf(sealed []byte) (id ID, err error) {
	if len(sealed) < len(id) {
		return id, ErrForged
	}
	return ID(sealed), nil
}

// MissingError names a key that the ring does not have.
type MissingError struct{ Key ID }

func (e MissingError) Error() string {
	return fmt.Sprintf("the key %s is not configured", e.Key)
}

// Open decrypts the output of Seal. It returns MissingError or ErrForged.
func (r *Ring) Open(sealed, about []byte) ([]byte, error) {
	id, err := KeyOf(sealed)
	if err != nil {
		return nil, err
	}
	k, has := r.find(id)
	if !has {
		return nil, MissingError{id}
	}
	plain, err := k.aead.Open(nil, nil, sealed[len(id):], about)
	if err != nil {
		return nil, ErrForged
	}
	return plain, nil
}

// String keeps keys from being printed.
func (*Ring) String() string { return "***" }

// GoString returns "***".
func (*Ring) GoString() string { return "***" }
