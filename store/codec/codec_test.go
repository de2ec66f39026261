package codec

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/crypt"
)

const bucket = "mail_raw"

var key = []byte("key")

func plain(string) bool { return true }

// ring returns a ring with one key.
func ring(t testing.TB) *crypt.Ring {
	t.Helper()
	ring, err := crypt.Parse(strings.Repeat("A", 43) + "=")
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

// Long text shrinks and short or random parts stay. Each is read as it was, also with a key.
func TestFinding39LongPartsShrink(t *testing.T) {
	random := make([]byte, 5000)
	if _, err := rand.Read(random); err != nil {
		t.Fatal(err)
	}
	letter := []byte(strings.Repeat("Please review the quote for Alice Moreno. ", 200))
	tests := []struct {
		name    string
		parts   [][]byte
		version byte // without a key
	}{
		{"empty", [][]byte{{}}, recordPlain},
		{"short", [][]byte{[]byte("short")}, recordPlain},
		{"random", [][]byte{random}, recordPlain},
		{"long", [][]byte{letter}, recordPacked},
		{"several", [][]byte{letter, {}, random}, recordPacked},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, keys := range []*crypt.Ring{nil, ring(t)} {
				c, version := Codec{Keys: keys, Contents: plain}, test.version
				if keys != nil {
					version++ // of the encrypted record
				}
				rec := c.Seal(bucket, key, test.parts...)
				if rec[0] != version {
					t.Errorf("the record has version %d, not %d", rec[0], version)
				}
				parts, err := c.Unseal(bucket, key, rec)
				if err != nil || !slices.EqualFunc(parts, test.parts, bytes.Equal) {
					t.Errorf("%d parts instead of %d: %v", len(parts), len(test.parts), err)
				}
				if test.version == recordPacked && len(rec) > len(letter)/10+len(random)+100 {
					t.Errorf("%d bytes", len(rec))
				}
			}
		})
	}
}

// packedRecord returns a record with a frame and a valid checksum.
func packedRecord(frame []byte) []byte {
	rec := append([]byte{recordPacked, 0, 0, 0, 0}, frame...)
	binary.BigEndian.PutUint32(rec[1:], checksum(bucket, key, rec))
	return rec
}

// A frame that is damaged, or larger than the limit, is a damaged record.
func TestDamagedFrame(t *testing.T) {
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer enc.Close()
	frame := enc.EncodeAll(bytes.Repeat([]byte("words "), 1000), nil)
	tests := map[string][]byte{
		"none":      nil, // an empty frame is no part
		"no frame":  []byte("no frame at all"),
		"cut":       frame[:len(frame)-3],
		"too large": enc.EncodeAll(make([]byte, largest+1), nil),
		"malformed": enc.EncodeAll([]byte{9, 1}, nil),
		"behind it": append(bytes.Clone(frame), "words"...),
	}
	for name, frame := range tests {
		parts, err := Codec{}.Unseal(bucket, key, packedRecord(frame))
		if len(parts) != 0 || name != "none" && !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: %d parts, %v", name, len(parts), err)
		}
	}
}

// The dictionary shortens the mails of the templates. After many changes of templates, this test
// asks for a new dictionary. A frame without a dictionary stays readable.
func TestDictionaryPays(t *testing.T) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		t.Fatal(err)
	}
	defer enc.Close()
	mails, err := filepath.Glob("../../templates/testdata/*.en.html")
	if err != nil || len(mails) == 0 {
		t.Fatalf("%d mails: %v", len(mails), err)
	}
	with, without := 0, 0
	for _, mail := range mails {
		text, err := os.ReadFile(mail)
		if err != nil {
			t.Fatal(err)
		}
		part := bkey.AppendSized(nil, text)
		frame := enc.EncodeAll(part, nil)
		with += len(Codec{Contents: plain}.Seal(bucket, key, text))
		without += len(frame)
		parts, err := Codec{}.Unseal(bucket, key, packedRecord(frame))
		if err != nil || len(parts) != 1 || !bytes.Equal(parts[0], text) {
			t.Errorf("%s without the dictionary: %v", mail, err)
		}
	}
	if with > without/2 {
		t.Errorf("%d octets, and %d without the dictionary", with, without)
	}
}

// FuzzUnseal reads frames with a valid checksum, as an attacker writes them, and seals all bytes.
func FuzzUnseal(f *testing.F) {
	c := Codec{Contents: plain}
	f.Add([]byte{})
	f.Add(c.Seal(bucket, key, bytes.Repeat([]byte("words "), 100))[recordHeader:])
	f.Add(c.Seal(bucket, key, make([]byte, 1<<20))[recordHeader:])
	f.Fuzz(func(t *testing.T, data []byte) {
		parts, err := c.Unseal(bucket, key, packedRecord(data))
		if err != nil && !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("reading a frame: %v", err)
		}
		if len(bytes.Join(parts, nil)) > largest {
			t.Error("the frame is larger than the limit")
		}
		parts, err = c.Unseal(bucket, key, c.Seal(bucket, key, data))
		if err != nil || len(parts) != 1 || !bytes.Equal(parts[0], data) {
			t.Errorf("%d parts, %v", len(parts), err)
		}
	})
}
