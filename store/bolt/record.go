package bolt

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"ppamaild/store/bkey"
	"ppamaild/store/codec"
)

// hasContents reports whether a store compresses the records of a bucket, and with keys encrypts
// them. The bucket about is needed to open the file, and the buckets of numbers reveal nothing.
func hasContents(b bucket) bool {
	return b != about && !slices.Contains(numbers(), b)
}

// put stores meta as JSON, followed by the raw parts.
func put(t *records, b bucket, key []byte, meta any, raw ...[]byte) error {
	text, err := json.Marshal(meta)
	if err != nil {
		return fmt.Errorf("encoding for bucket %s: %w", b, err)
	}
	return t.put(b, key, slices.Insert(raw, 0, text)...)
}

// load reads and decodes the record with a key.
func load[T any](
	t *records, b bucket, key []byte, decode func(record) (T, error),
) (v T, err error) {
	r, err := t.one(b, key)
	if err != nil {
		return v, err
	}
	return decode(r)
}

// get reads a record of JSON alone.
func get[T any](t *records, b bucket, key []byte) (T, error) {
	return load(t, b, key, decodeAs[T])
}

// single reads a record with one part. The result aliases the record.
func (t *records) single(b bucket, key []byte) ([]byte, error) {
	r, err := t.one(b, key)
	if err == nil && len(r.parts) != 1 {
		err = corrupt(b, key, "malformed")
	}
	if err != nil {
		return nil, err
	}
	return r.parts[0], nil
}

// id reads a record that holds an id.
func (t *records) id(b bucket, key []byte) (uint64, error) {
	value, err := t.single(b, key)
	if err == nil && len(value) != len(bkey.ID(0)) {
		err = corrupt(b, key, "malformed")
	}
	if err != nil {
		return 0, err
	}
	return bkey.LastNumber(value), nil
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

// decode decodes a record of JSON and raw parts, except the parts for nil. An empty part becomes
// nil. No part aliases the record.
func decode(r record, meta any, raw ...*[]byte) error {
	if len(r.parts) != len(raw)+1 {
		return corrupt(r.in, r.key, "malformed")
	}
	if err := json.Unmarshal(r.parts[0], meta); err != nil {
		return corrupt(r.in, r.key, err.Error())
	}
	for i, part := range r.parts[1:] {
		if raw[i] != nil {
			*raw[i] = append([]byte(nil), part...)
		}
	}
	return nil
}

// decodeAs decodes a record of JSON alone.
func decodeAs[T any](r record) (v T, err error) {
	err = decode(r, &v)
	return v, err
}

func dangling(err error) error { return codec.Dangling(err) }

func corrupt(b bucket, key []byte, how string) error { return codec.Corrupt(string(b), key, how) }

func (t *records) codec() codec.Codec {
	contents := func(b string) bool { return hasContents(bucket(b)) }
	return codec.Codec{Keys: t.keys, Contents: contents}
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
