package rtf

import (
	"encoding/binary"
	"errors"
)

// The two types of compressed RTF ([MS-OXRTFCP] §2.1.3.1.1).
const (
	compressed = 0x75465a4c // "LZFu"
	stored     = 0x414c454d // "MELA"
)

// preset is the initial content of the dictionary ([MS-OXRTFCP] §2.1.2.1).
const preset = `{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor ` +
	`MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` + "\r\n" + `\par \pard\plain\f0\fs20\b\i\u\tab\tx`

var (
	errForeign = errors.New("it is no compressed RTF")
	errCut     = errors.New("compressed RTF breaks off")
)

// Decompress decompresses RTF to at most most bytes. Together with an error, Decompress returns
// the text before the damage.
func Decompress(data []byte, most int) ([]byte, error) {
	const header = 16 // sizes of both forms, type, checksum
	if len(data) < header {
		return nil, errForeign
	}
	w := window{next: len(preset), size: min(most, int(binary.LittleEndian.Uint32(data[4:])))}
	copy(w.ring[:], preset)
	switch in := data[header:]; binary.LittleEndian.Uint32(data[8:]) {
	case stored:
		if len(in) < w.size {
			return in, errCut
		}
		return in[:w.size], nil
	case compressed:
		err := w.expand(in)
		return w.out[:min(len(w.out), w.size)], err
	}
	return nil, errForeign
}

// window has the last output bytes, to which references point.
type window struct {
	ring [4096]byte
	next int // position of the next byte in ring
	out  []byte
	size int // total size of the output
}

// expand reads runs of eight tokens. The byte before each run has a bit for each token: 1 for a
// reference, 0 for a literal byte.
func (w *window) expand(in []byte) error {
	for len(in) > 0 {
		control := in[0]
		in = in[1:]
		for bit := 0; bit < 8 && len(w.out) < w.size; bit++ {
			width := 1 + int(control>>bit&1)
			if len(in) < width {
				return errCut
			}
			if width == 1 {
				w.put(in[0])
			} else if !w.copyFrom(binary.BigEndian.Uint16(in)) {
				return nil
			}
			in = in[width:]
		}
		if len(w.out) >= w.size {
			return nil
		}
	}
	return errCut
}

func (w *window) put(c byte) {
	w.out = append(w.out, c)
	w.ring[w.next] = c
	w.next = (w.next + 1) % len(w.ring)
}

// copyFrom copies from a position in ring. to has 12 bits for the position and 4 bits for the
// length minus 2. copyFrom returns false for the next position, which marks the end.
func (w *window) copyFrom(to uint16) bool {
	at := int(to >> 4)
	if at == w.next {
		return false
	}
	for range int(to&15) + 2 {
		w.put(w.ring[at])
		at = (at + 1) % len(w.ring)
	}
	return true
}
