package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// A dictionary has its number, compresses the records of its store, and is never replaced.
func TestTrain(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "ppamaild.db"), filepath.Join(dir, "records.zdict")
	s := bolttest.MustOpenAt(t, from)
	text := func(n int) []byte {
		return fmt.Appendf(nil, `{"subject":"quote %d","words":%q}`, n, strings.Repeat("a Honda Civic, ", 20+n%7))
	}
	err := s.Update(context.Background(), func(tx store.Tx) (err error) {
		for n := range 2 * share {
			if _, err = tx.Append(store.Entry{Thread: fmt.Sprint("Q-", n)}, text(n)); err != nil {
				break
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := train(40002, to, []string{from}); err != nil {
		t.Fatal(err)
	}
	dictionary, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	if number := binary.LittleEndian.Uint32(dictionary[4:]); number != 40002 {
		t.Errorf("the dictionary has number %d", number)
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderDict(dictionary))
	if err != nil {
		t.Fatal(err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderDicts(dictionary))
	if err != nil {
		t.Fatal(err)
	}
	got, err := dec.DecodeAll(enc.EncodeAll(text(1), nil), nil)
	if err != nil || !bytes.Equal(got, text(1)) {
		t.Errorf("a record becomes %q: %v", got, err)
	}
	if err := train(40003, to, []string{from}); err == nil || !strings.Contains(err.Error(), "never changes") {
		t.Errorf("a dictionary is replaced: %v", err)
	}
}
