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

// preset is what a compressed text may refer back to from its first octet on
// ([MS-OXRTFCP] §2.1.2.1).
const preset = `{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor ` +
	`MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` + "\r\n" + `\par \pard\plain\f0\fs20\b\i\u\tab\tx`

var (
	errForeign = errors.New("it is no compressed RTF")
	errCut     = errors.New("compressed RTF breaks off")
)

// Decompress returns RTF of which data is the compressed form, at most so many
// octets of it. With an error comes what could be read.
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

// window holds the last octets, to which what follows may refer.
type window struct {
	ring [4096]byte
	next int // place in ring of the next octet
	out  []byte
	size int // of all that is to come out
}

// expand reads runs of eight tokens, each run behind an octet whose bits tell which
// of them are references and which are octets as they stand.
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
			} else if !w.refer(binary.BigEndian.Uint16(in)) {
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

// refer repeats what stands at a place of the ring: 12 bits, then 4 of the length
// less 2. It reports false for the place that comes next, which ends the text.
func (w *window) refer(to uint16) bool {
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
