// Package codectest lets tests look for words in the file of a store.
package codectest

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"

	"ppamaild/store/codec"
)

// ReadFile returns the bytes of a file, followed by the text of each compressed record, also of
// deleted records. Reading this much takes no key.
func ReadFile(path string) ([]byte, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the store: %w", err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderDicts(codec.Dictionary),
		zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
	if err != nil {
		return nil, fmt.Errorf("preparing to decompress: %w", err)
	}
	defer dec.Close()
	magic := []byte{0x28, 0xb5, 0x2f, 0xfd} // begins each frame
	all := bytes.Clone(file)
	for rest := file; ; rest = rest[len(magic):] {
		at := bytes.Index(rest, magic)
		if at < 0 {
			return all, nil
		}
		rest = rest[at:]
		if err := dec.Reset(bytes.NewReader(rest)); err != nil {
			continue // damaged, or overwritten in part
		}
		text, _ := io.ReadAll(dec) // an error: the end of the frame, or the damage
		all = append(all, text...)
	}
}
