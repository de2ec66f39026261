// Package codec encodes the records of a store: with a checksum, compressed, and encrypted.
package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/crypt"
)

// Codec encodes and decodes records.
type Codec struct {
	Keys     *crypt.Ring         // nil: no encryption
	Contents func(b string) bool // reports whether a bucket's records are packed and encrypted
}

// Versions of a record. The checksum precedes the parts. A packed record has its parts as a
// frame of zstd. In an encrypted record, crypt.Ring.Seal has sealed the parts or the frame.
// recordCut is added for parts that lack their files.
const (
	recordPlain           = 1
	recordEncrypted       = 2
	recordPacked          = 3
	recordPackedEncrypted = 4
	recordCut             = 4
	recordHeader          = 1 + crc32.Size
)

// IsCut reports whether a record is the result of SealCut.
func IsCut(rec []byte) bool { return len(rec) > 0 && rec[0] > recordCut }

// SealCut is Seal for parts that lack their files.
func (c Codec) SealCut(b string, key []byte, parts ...[]byte) []byte {
	rec := c.Seal(b, key, parts...)
	rec[0] += recordCut
	binary.BigEndian.PutUint32(rec[1:], checksum(b, key, rec))
	return rec
}

// Seal makes a record of parts for a key in bucket b.
func (c Codec) Seal(b string, key []byte, parts ...[]byte) []byte {
	size := recordHeader
	for _, p := range parts {
		size += binary.MaxVarintLen64 + len(p)
	}
	rec := make([]byte, recordHeader, size)
	rec[0] = recordPlain
	for _, p := range parts {
		rec = bkey.AppendSized(rec, p)
	}
	if c.Contents(b) {
		rec = c.encrypt(b, key, pack(rec))
	}
	binary.BigEndian.PutUint32(rec[1:], checksum(b, key, rec))
	return rec
}

// encrypt returns the encrypted form of a record, if there is a key.
func (c Codec) encrypt(b string, key, rec []byte) []byte {
	if c.Keys == nil {
		return rec
	}
	sealed := make([]byte, recordHeader, len(rec)+c.Keys.Overhead())
	sealed[0] = recordEncrypted
	if rec[0] == recordPacked {
		sealed[0] = recordPackedEncrypted
	}
	return c.Keys.Seal(sealed, rec[recordHeader:], place(b, key))
}

// place binds an encrypted record to its bucket and key, so that it is invalid elsewhere.
func place(b string, key []byte) []byte {
	return slices.Concat([]byte(b), []byte{0}, key)
}

// Unseal returns the parts of a record. The parts may alias the record.
func (c Codec) Unseal(b string, key, rec []byte) (parts [][]byte, err error) {
	if parts, err = c.Open(b, key, rec); err != nil {
		return nil, At(b, key, err)
	}
	return parts, nil
}

// Open is Unseal, with errors that a caller completes with the name of the record.
func (c Codec) Open(b string, key, rec []byte) (parts [][]byte, err error) {
	switch {
	case len(rec) < recordHeader:
		return nil, Is("too short")
	case binary.BigEndian.Uint32(rec[1:]) != checksum(b, key, rec):
		return nil, Is("damaged")
	}
	text, version := rec[recordHeader:], rec[0]
	if IsCut(rec) {
		version -= recordCut
	}
	switch version {
	case recordPlain, recordPacked:
	case recordEncrypted, recordPackedEncrypted:
		text, err = c.decrypt(b, key, text)
	default:
		err = fmt.Errorf("has version %d: %w", rec[0], store.ErrVersion)
	}
	if err == nil && (version == recordPacked || version == recordPackedEncrypted) {
		if text, err = unpack(text); err != nil {
			err = Is("malformed: " + err.Error())
		}
	}
	if err != nil {
		return nil, err
	}
	return split(text)
}

func (c Codec) decrypt(b string, key, sealed []byte) ([]byte, error) {
	plain, err := c.Keys.Open(sealed, place(b, key))
	switch {
	case errors.Is(err, crypt.ErrForged):
		return nil, Is("another's, or changed: " + err.Error())
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w: %w", store.ErrKey, err)
	}
	return plain, nil
}

// split separates the parts, which alias rest.
func split(rest []byte) (parts [][]byte, err error) {
	for len(rest) > 0 {
		size, n := binary.Uvarint(rest)
		if n <= 0 || size > uint64(len(rest)-n) {
			return nil, Is("malformed")
		}
		end := n + int(size)
		parts = append(parts, rest[n:end:end])
		rest = rest[end:]
	}
	return parts, nil
}

// checksum covers bucket, key and all of rec except the checksum. So it also detects a record
// in the place of another.
func checksum(b string, key, rec []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(0, table, []byte(b))
	sum = crc32.Update(sum, table, key)
	sum = crc32.Update(sum, table, rec[:1])
	return crc32.Update(sum, table, rec[recordHeader:])
}

// Corrupt is the error about a damaged record.
func Corrupt(b string, key []byte, how string) error { return At(b, key, Is(how)) }

// Is is the error about a damaged record without a name.
func Is(how string) error { return fmt.Errorf("is %s: %w", how, store.ErrCorrupt) }

// At completes an error of Open.
func At(b string, key []byte, err error) error {
	return fmt.Errorf("record %s of bucket %s %w", bkey.Readable(key), b, err)
}

// IsUnder reports whether a record is encrypted with key.
func IsUnder(rec []byte, key crypt.ID) bool {
	if len(rec) < recordHeader {
		return false
	}
	switch rec[0] {
	case recordEncrypted, recordPackedEncrypted,
		recordCut + recordEncrypted, recordCut + recordPackedEncrypted:
	default:
		return false
	}
	id, err := crypt.KeyOf(rec[recordHeader:])
	return err == nil && id == key
}

// Dangling turns the absence of a record that another record requires into store.ErrCorrupt.
func Dangling(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return err
}
