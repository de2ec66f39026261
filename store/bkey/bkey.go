// Package bkey makes the binary keys of records. The doc of package bolt describes their form.
package bkey

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"ppamaild/store"
)

// maxName is the maximum length of a name in bytes, well below bbolt's limit for keys.
const maxName = 4096

// CheckName refuses a name that cannot be a key.
func CheckName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("%s is empty", what)
	case len(name) > maxName:
		return fmt.Errorf("%s has %d bytes, more than %d", what, len(name), maxName)
	case !utf8.ValidString(name):
		return fmt.Errorf("%s %q is not UTF-8", what, name)
	}
	return nil
}

// CheckMail refuses a mail that cannot be stored.
func CheckMail(m store.Mail) error {
	if !m.Status.Known() {
		return fmt.Errorf("storing mail %d: unknown status %q", m.ID, m.Status)
	}
	if m.Thread == "" {
		return nil
	}
	return CheckName("thread of mail", m.Thread)
}

// AppendSized appends the length of s and s to a key.
func AppendSized[T string | []byte](key []byte, s T) []byte {
	return append(binary.AppendUvarint(key, uint64(len(s))), s...)
}

// Name is the common prefix of all keys of a name.
func Name[T ~string](name T) []byte {
	return AppendSized(nil, string(name))
}

// ID is the key of a number.
func ID(id uint64) []byte {
	return binary.BigEndian.AppendUint64(nil, id)
}

// Number is a name followed by a number.
func Number[T ~string](name T, n uint64) []byte {
	return binary.BigEndian.AppendUint64(Name(name), n)
}

// FirstName is the name that begins a key, if a name does.
func FirstName(key []byte) (name string, is bool) {
	size, n := binary.Uvarint(key)
	if n <= 0 || size > uint64(len(key)-n) {
		return "", false
	}
	return string(key[n : n+int(size)]), true
}

// LastNumber is the number that ends a key.
func LastNumber(key []byte) uint64 {
	return binary.BigEndian.Uint64(key[len(key)-8:])
}

// Readable returns a key for a person to read: as name and number if it has that form.
func Readable(key []byte) string {
	size, n := binary.Uvarint(key)
	switch {
	case n > 0 && uint64(len(key)) == uint64(n)+size+8:
		return fmt.Sprintf("%q %d", key[n:len(key)-8], LastNumber(key))
	case len(key) == 8 && key[0] == 0:
		return fmt.Sprint(LastNumber(key))
	}
	return ReadableName(key)
}

// ReadableName returns a name for a person to read: in quotes, or as hexadecimal digits.
func ReadableName(name []byte) string {
	if utf8.Valid(name) && !bytes.ContainsFunc(name, unicode.IsControl) {
		return fmt.Sprintf("%q", name)
	}
	return fmt.Sprintf("%x", name)
}

// MessageID is the key of a Message-ID. It is a digest, because RFC 5322 does not limit the length
// of a Message-ID, and stores limit keys.
func MessageID(id string) []byte {
	sum := sha256.Sum256([]byte(id))
	return sum[:]
}

// UID is the key of a message by its place in a mailbox.
func UID(mailbox string, validity, uid uint32) []byte {
	key := binary.BigEndian.AppendUint32(Name(mailbox), validity)
	return binary.BigEndian.AppendUint32(key, uid)
}

// Chunk is the key of a part of a message.
func Chunk(message []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(slices.Clip(message), uint32(n))
}

// TimeSize is the length of a time in a key.
const TimeSize = 8 + 4

// Time is a time and the rest of a key. The order of the keys is the order of the times,
// also before 1970.
func Time(at time.Time, rest []byte) []byte {
	key := binary.BigEndian.AppendUint64(nil, uint64(at.Unix())^1<<63)
	key = binary.BigEndian.AppendUint32(key, uint32(at.Nanosecond()))
	return append(key, rest...)
}

// TimeOf returns the time at the beginning of a key.
func TimeOf(key []byte) time.Time {
	seconds := binary.BigEndian.Uint64(key) ^ 1<<63
	return time.Unix(int64(seconds), int64(binary.BigEndian.Uint32(key[8:]))).UTC()
}

// Kinds of references from a thread to a record.
const (
	RefEffect    = 'e'
	RefInbound   = 'i'
	RefMessageID = 'm'
)

// Ref is the key of a reference from a thread to a record. Without id it is the common prefix of
// the references of a kind.
func Ref(thread string, kind byte, id []byte) []byte {
	return append(append(Name(thread), kind), id...)
}
