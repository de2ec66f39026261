package bolt

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"
)

// maxName is the maximum length of a name in bytes, well below bbolt's limit for keys.
const maxName = 4096

// checkName refuses a name that cannot be a key.
func checkName(what, name string) error {
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

func appendSized[T string | []byte](key []byte, s T) []byte {
	return append(binary.AppendUvarint(key, uint64(len(s))), s...)
}

// nameKey is the common prefix of all keys of a name.
func nameKey[T ~string](name T) []byte {
	return appendSized(nil, string(name))
}

func idKey(id uint64) []byte {
	return binary.BigEndian.AppendUint64(nil, id)
}

// numberKey is a name followed by a number.
func numberKey[T ~string](name T, n uint64) []byte {
	return binary.BigEndian.AppendUint64(nameKey(name), n)
}

// lastNumber is the number that ends a key.
func lastNumber(key []byte) uint64 {
	return binary.BigEndian.Uint64(key[len(key)-8:])
}

// readable returns a key for a person to read: as name and number if it has that form.
func readable(key []byte) string {
	size, n := binary.Uvarint(key)
	switch {
	case n > 0 && uint64(len(key)) == uint64(n)+size+8:
		return fmt.Sprintf("%q %d", key[n:len(key)-8], lastNumber(key))
	case len(key) == 8 && key[0] == 0:
		return fmt.Sprint(lastNumber(key))
	case utf8.Valid(key) && !bytes.ContainsFunc(key, unicode.IsControl):
		return fmt.Sprintf("%q", key)
	}
	return fmt.Sprintf("%x", key)
}

// addressKey returns the key of an address, or of a thread with a hold. It is a keyed digest,
// because keys are not encrypted.
func (t *records) addressKey(address string) []byte {
	if t.addresses == nil {
		return []byte(address)
	}
	mac := hmac.New(sha256.New, t.addresses)
	mac.Write([]byte(address))
	return mac.Sum(nil)
}

func uidKey(mailbox string, validity, uid uint32) []byte {
	key := binary.BigEndian.AppendUint32(nameKey(mailbox), validity)
	return binary.BigEndian.AppendUint32(key, uid)
}

func chunkKey(uidKey []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(uidKey[:len(uidKey):len(uidKey)], uint32(n))
}

// timeSize is the length of a time in a key.
const timeSize = 8 + 4

// timeKey is a time and the rest of a key. The order of the keys is the order of the times,
// also before 1970.
func timeKey(at time.Time, rest []byte) []byte {
	key := binary.BigEndian.AppendUint64(nil, uint64(at.Unix())^1<<63)
	key = binary.BigEndian.AppendUint32(key, uint32(at.Nanosecond()))
	return append(key, rest...)
}

func keyTime(key []byte) time.Time {
	seconds := binary.BigEndian.Uint64(key) ^ 1<<63
	return time.Unix(int64(seconds), int64(binary.BigEndian.Uint32(key[8:]))).UTC()
}
