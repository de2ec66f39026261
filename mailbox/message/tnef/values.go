package tnef

import (
	"encoding/binary"
	"unicode/utf16"
)

// leReader reads little-endian values. Past the end it sets broken and returns zeros.
type leReader struct {
	data   []byte
	broken bool
}

func (r *leReader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.data, r.broken = nil, true
		return nil
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *leReader) uint16() uint16 {
	b := r.take(2)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint16(b)
}

func (r *leReader) uint32() uint32 {
	b := r.take(4)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}

// padded reads a counted value that is padded to four bytes.
func (r *leReader) padded() []byte {
	n := int(r.uint32())
	value := r.take(n)
	r.take((4 - n%4) % 4)
	return value
}

func (r *leReader) propName() {
	r.take(16) // GUID
	if named := r.uint32(); named == 1 {
		r.padded()
	} else {
		r.take(4)
	}
}

// propValue returns the value of a property, or the last of several values.
func (r *leReader) propValue(kind uint16) []byte {
	const multiple = 0x1000
	count := uint32(1)
	variable := false
	switch kind &^ multiple {
	case 0x1e, propWide, 0x102, 0x0d: // string of bytes, of UTF-16, binary, object
		variable = true
	}
	if variable || kind&multiple != 0 {
		count = r.uint32()
	}
	var value []byte
	for ; count > 0 && !r.broken; count-- {
		if variable {
			value = r.padded()
		} else {
			value = r.take(fixedWidth(kind &^ multiple))
		}
	}
	return value
}

// fixedWidth returns the width of a value in TNEF. The minimum is four bytes.
func fixedWidth(kind uint16) int {
	switch kind {
	case 0x05, 0x06, 0x07, 0x14, 0x40: // double, currency, time, 64 bits, FILETIME
		return 8
	case 0x48: // GUID
		return 16
	}
	return 4
}

func utf16Text(b []byte) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return string(utf16.Decode(units))
}
