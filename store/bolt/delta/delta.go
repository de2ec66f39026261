// Package delta stores a text as its differences from a similar text, line by line.
package delta

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// A patch is the length of the text, followed by steps. A step is an offset in the base, the
// number of bytes to copy from there, the number of bytes to add, and these bytes. All numbers
// are uvarints.

// errPatch says that a patch is no patch of the base.
var errPatch = errors.New("malformed differences")

// step copies base[from:to] and adds bytes.
type step struct {
	from, to int
	add      []byte
}

func (s step) appendTo(patch []byte) []byte {
	patch = binary.AppendUvarint(patch, uint64(s.from))
	patch = binary.AppendUvarint(patch, uint64(s.to-s.from))
	patch = binary.AppendUvarint(patch, uint64(len(s.add)))
	return append(patch, s.add...)
}

// Make returns the patch that makes text of base.
func Make(base, text []byte) (patch []byte) {
	patch = binary.AppendUvarint(nil, uint64(len(text)))
	offsets, at := map[string]int{}, 0
	for line := range bytes.Lines(base) {
		offsets[string(line)] = at
		at += len(line)
	}
	var s step
	for line := range bytes.Lines(text) {
		if len(s.add) == 0 && bytes.HasPrefix(base[s.to:], line) {
			s.to += len(line)
			continue
		}
		if from, found := offsets[string(line)]; found {
			patch, s = s.appendTo(patch), step{from: from, to: from + len(line)}
			continue
		}
		s.add = append(s.add, line...)
	}
	return s.appendTo(patch)
}

// Apply returns the text of a patch. It refuses a text longer than limit.
func Apply(base, patch []byte, limit int) (text []byte, err error) {
	size, rest, err := number(patch, limit)
	if err != nil {
		return nil, err
	}
	for len(rest) > 0 {
		var s step
		if s, rest, err = next(base, rest); err != nil {
			return nil, err
		}
		if s.to-s.from+len(s.add) > size-len(text) {
			return nil, errPatch
		}
		text = append(append(text, base[s.from:s.to]...), s.add...)
	}
	if len(text) != size {
		return nil, errPatch
	}
	return text, nil
}

// next reads the first step of a patch.
func next(base, patch []byte) (s step, rest []byte, err error) {
	from, rest, fromErr := number(patch, len(base))
	length, rest, lengthErr := number(rest, len(base)-from)
	add, rest, addErr := number(rest, len(rest))
	if err := errors.Join(fromErr, lengthErr, addErr); err != nil || add > len(rest) {
		return step{}, nil, errPatch
	}
	return step{from, from + length, rest[:add]}, rest[add:], nil
}

// number reads a number of at most limit.
func number(patch []byte, limit int) (n int, rest []byte, err error) {
	value, size := binary.Uvarint(patch)
	if size <= 0 || value > uint64(limit) {
		return 0, nil, errPatch
	}
	return int(value), patch[size:], nil
}
