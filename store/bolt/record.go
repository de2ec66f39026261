package bolt

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"ppamaild/store"
	"ppamaild/store/crypt"
)

// Versions of a record. The checksum precedes the parts, or the parts as crypt.Ring.Seal
// encrypts them.
const (
	recordPlain     = 1
	recordEncrypted = 2
	recordHeader    = 1 + crc32.Size
)

// encrypts reports whether a store with keys encrypts the records of a bucket. The bucket about
// is needed to open the file, and the buckets of numbers reveal nothing.
func encrypts(b bucket) bool {
	return b != about && !slices.Contains(numbers(), b)
}

// seal makes a record of parts for a key in b.
func (t *records) seal(b bucket, key []byte, parts ...[]byte) []byte {
	size := recordHeader
	for _, p := range parts {
		size += binary.MaxVarintLen64 + len(p)
	}
	rec := make([]byte, recordHeader, size)
	rec[0] = recordPlain
	for _, p := range parts {
		rec = appendSized(rec, p)
	}
	if encrypts(b) && t.keys != nil {
		rec = t.encrypt(b, key, rec)
	}
	binary.BigEndian.PutUint32(rec[1:], checksum(b, key, rec))
	return rec
}

// encrypt returns the encrypted form of a record.
func (t *records) encrypt(b bucket, key, rec []byte) []byte {
	sealed := make([]byte, recordHeader, len(rec)+t.keys.Overhead())
	sealed[0] = recordEncrypted
	return t.keys.Seal(sealed, rec[recordHeader:], place(b, key))
}

// place binds an encrypted record to its bucket and key, so that it is invalid elsewhere.
func place(b bucket, key []byte) []byte {
	return slices.Concat([]byte(b), []byte{0}, key)
}

// unseal returns the parts of a record. The parts may alias the record.
func (t *records) unseal(b bucket, key, rec []byte) (parts [][]byte, err error) {
	switch {
	case len(rec) < recordHeader:
		return nil, corrupt(b, key, "too short")
	case binary.BigEndian.Uint32(rec[1:]) != checksum(b, key, rec):
		return nil, corrupt(b, key, "damaged")
	case rec[0] == recordEncrypted:
		return t.decrypt(b, key, rec)
	case rec[0] != recordPlain:
		return nil, fmt.Errorf("record %s of bucket %s has version %d: %w", readable(key), b, rec[0], store.ErrVersion)
	}
	return split(b, key, rec[recordHeader:])
}

func (t *records) decrypt(b bucket, key, rec []byte) ([][]byte, error) {
	plain, err := t.keys.Open(rec[recordHeader:], place(b, key))
	switch {
	case errors.Is(err, crypt.ErrForged):
		return nil, corrupt(b, key, "another's, or changed: "+err.Error())
	case err != nil:
		return nil, fmt.Errorf("record %s of bucket %s: %w: %w", readable(key), b, store.ErrKey, err)
	}
	return split(b, key, plain)
}

// split separates the parts, which alias rest.
func split(b bucket, key, rest []byte) (parts [][]byte, err error) {
	for len(rest) > 0 {
		size, n := binary.Uvarint(rest)
		if n <= 0 || size > uint64(len(rest)-n) {
			return nil, corrupt(b, key, "malformed")
		}
		end := n + int(size)
		parts = append(parts, rest[n:end:end])
		rest = rest[end:]
	}
	return parts, nil
}

// checksum covers bucket, key and all of rec except the checksum. So it also detects a record
// in the place of another.
func checksum(b bucket, key, rec []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(0, table, []byte(b))
	sum = crc32.Update(sum, table, key)
	sum = crc32.Update(sum, table, rec[:1])
	return crc32.Update(sum, table, rec[recordHeader:])
}

func corrupt(b bucket, key []byte, how string) error {
	return fmt.Errorf("record %s of bucket %s is %s: %w", readable(key), b, how, store.ErrCorrupt)
}

// dangling turns the absence of a record that another record requires into ErrCorrupt.
func dangling(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return err
}

// put stores meta as JSON, followed by the raw parts.
func put(t *records, b bucket, key []byte, meta any, raw ...[]byte) error {
	text, err := json.Marshal(meta)
	if err != nil {
		return fmt.Errorf("encoding for bucket %s: %w", b, err)
	}
	return t.put(b, key, slices.Insert(raw, 0, text)...)
}

// get reads a record of put with n raw parts.
func get[T any](t *records, b bucket, key []byte, n int) (meta T, raw [][]byte, err error) {
	parts, err := t.get(b, key)
	if err != nil {
		return meta, nil, err
	}
	return decode[T](record{b, key, parts}, n)
}

// single reads a record with one part. The result aliases the record.
func (t *records) single(b bucket, key []byte) ([]byte, error) {
	parts, err := t.get(b, key)
	if err == nil && len(parts) != 1 {
		err = corrupt(b, key, "malformed")
	}
	if err != nil {
		return nil, err
	}
	return parts[0], nil
}

// id reads a record that holds an id.
func (t *records) id(b bucket, key []byte) (uint64, error) {
	value, err := t.single(b, key)
	if err == nil && len(value) != len(idKey(0)) {
		err = corrupt(b, key, "malformed")
	}
	if err != nil {
		return 0, err
	}
	return lastNumber(value), nil
}

// list decodes the records of b with keys that begin with prefix.
func list[T any](
	t *records, b bucket, prefix []byte, decode func(record) (T, error),
) (all []T, err error) {
	for r, err := range t.scan(b, prefix, nil) {
		if err != nil {
			return nil, err
		}
		one, err := decode(r)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// decode decodes a record of JSON and n raw parts. An empty part becomes nil. No part aliases
// the record.
func decode[T any](r record, n int) (meta T, raw [][]byte, err error) {
	if len(r.parts) != n+1 {
		return meta, nil, corrupt(r.in, r.key, "malformed")
	}
	if err := json.Unmarshal(r.parts[0], &meta); err != nil {
		return meta, nil, corrupt(r.in, r.key, err.Error())
	}
	for _, p := range r.parts[1:] {
		raw = append(raw, append([]byte(nil), p...))
	}
	return meta, raw, nil
}
