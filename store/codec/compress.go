package codec

import (
	_ "embed"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"ppamaild/lazy"
)

// Limits of compression. A record below Smallest gains too little. A record above largest stays
// as it is, so that no record of a damaged file takes more memory to decompress.
const (
	Smallest = 200
	largest  = 64 << 20
)

// Dictionary has the text that many records share: the words of templates, and the names of
// JSON. Stores cannot be read without the dictionary, so the file never changes. Command
// scripts/dictionary made the file from invented mails, and tells how to add another one.
//
//go:embed records.zdict
var Dictionary []byte

// packer compresses and decompresses. Any number of goroutines may use it.
type packer struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

var packers = lazy.Result[packer]{New: newPacker}

func newPacker() (packer, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderDict(Dictionary),
		zstd.WithEncoderCRC(false), // the checksum of the record covers the frame
		zstd.WithLowerEncoderMem(true))
	if err != nil {
		return packer{}, fmt.Errorf("preparing to compress: %w", err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), // as many as processors
		zstd.WithDecoderDicts(Dictionary), // frames without a dictionary stay readable
		zstd.WithDecoderMaxMemory(largest), zstd.WithDecoderLowmem(true))
	if err != nil {
		return packer{}, fmt.Errorf("preparing to decompress: %w", err)
	}
	return packer{enc, dec}, nil
}

// pack returns the compressed form of a plain record, or the record if it would not shrink.
func pack(rec []byte) []byte {
	text := rec[recordHeader:]
	if len(text) < Smallest || len(text) > largest {
		return rec
	}
	p, err := packers.Get()
	if err != nil {
		return rec
	}
	packed := p.enc.EncodeAll(text, make([]byte, recordHeader, len(rec)))
	if len(packed) >= len(rec) {
		return rec
	}
	packed[0] = recordPacked
	return packed
}

// unpack returns the text of a frame.
func unpack(frame []byte) ([]byte, error) {
	p, err := packers.Get()
	if err != nil {
		return nil, err
	}
	text, err := p.dec.DecodeAll(frame, nil)
	if err != nil {
		return nil, fmt.Errorf("decompressing: %w", err)
	}
	return text, nil
}
