// Package files takes files out of texts, so that a store keeps each file once.
//
// A file is in a text as base64: on one line, as JSON has it, or on lines of one length, as mail
// has it. Both forms give the same file.
package files

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unicode"

	"ppamaild/store"
)

// smallest is the length in base64 of the smallest file that leaves a text.
const smallest = 4 << 10

// Key identifies a file.
type Key [32]byte

// Newlines of a file on several lines.
const (
	oneLine = iota
	unixLines
	mailLines
)

// newline returns the bytes between two lines.
func newline(kind byte) []byte {
	switch kind {
	case unixLines:
		return []byte("\n")
	case mailLines:
		return []byte("\r\n")
	}
	return nil
}

// Cut takes the files out of texts. It gives keep each file, and returns the rest with the keys
// that keep returned. Join is the reverse. The rest is nil if the texts have no file.
func Cut(texts [][]byte, keep func(file []byte) Key) (rest [][]byte) {
	all, found := make([][]byte, len(texts)), false
	for i, text := range texts {
		all[i] = cut(text, keep)
		found = found || all[i] != nil
	}
	if !found {
		return nil
	}
	for i, text := range texts {
		if all[i] == nil {
			all[i] = appendSized(nil, text)
		}
	}
	return all
}

func cut(text []byte, keep func(file []byte) Key) (rest []byte) {
	var begin int // of the text that is not in rest yet
	inside := 0   // each byte of text[at:inside] may be in a file
	for at := 0; len(text)-at >= smallest; {
		inside = max(inside, at)
		if last := bytes.LastIndexFunc(text[inside:at+smallest], isOutside); last >= 0 {
			at = inside + last + 1 // a file that begins before would have this byte
			continue
		}
		inside = at + smallest
		length, r := find(text[at:])
		if r == nil {
			at += length
			continue
		}
		key := keep(r.file)
		rest = appendSized(rest, text[begin:at])
		rest = append(rest, key[:]...)
		rest = binary.AppendUvarint(append(rest, r.kind), uint64(r.columns))
		at += length
		begin = at
	}
	if rest == nil {
		return nil
	}
	return appendSized(rest, text[begin:])
}

func appendSized(to, text []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// run is a file in a text.
type run struct {
	file    []byte
	kind    byte
	columns int // length of a line; 0 for one line
}

// find returns the file at the beginning of a text, and its length in the text. Without a file,
// the length is that of a part in which no file begins. It is not 0.
func find(text []byte) (length int, r *run) {
	line := alphabet(text)
	if line == 0 {
		return 1, nil
	}
	if line >= smallest {
		length = line + padding(text[line:])
		return length, decoded(text[:length], &run{kind: oneLine})
	}
	for kind := byte(unixLines); kind <= mailLines; kind++ {
		between := newline(kind)
		if !bytes.HasPrefix(text[line:], between) {
			continue
		}
		full, length := lines(text, line, between)
		if length < smallest {
			return full, nil
		}
		return length, decoded(text[:length], &run{kind: kind, columns: line})
	}
	return line, nil
}

// lines returns the length of the lines at the beginning of a text that are as long as the first
// line, and the length with a shorter last line. Padding ends the last line.
func lines(text []byte, columns int, between []byte) (full, length int) {
	for bytes.HasPrefix(text[full+columns:], between) {
		length = full + columns
		full = length + len(between)
		next := alphabet(text[full:])
		end := next + padding(text[full+next:])
		if next == columns && end == columns {
			continue
		}
		if next > 0 && end <= columns {
			length = full + end
		}
		return full, length
	}
	return full + columns, full + columns
}

// alphabet returns the number of letters of base64 at the beginning of a text.
func alphabet(text []byte) int {
	for i, c := range text {
		if !isAlphabet(c) {
			return i
		}
	}
	return len(text)
}

func isAlphabet(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '+' || c == '/'
}

// isOutside reports whether no file has this byte.
func isOutside(c rune) bool {
	return c > unicode.MaxASCII || !isAlphabet(byte(c)) && c != '=' && c != '\r' && c != '\n'
}

// padding returns the number of bytes of padding at the beginning of a text.
func padding(text []byte) (n int) {
	for n < min(2, len(text)) && text[n] == '=' {
		n++
	}
	return n
}

// decoded sets the file of a run. It returns nil unless the run encodes to the same text again.
func decoded(text []byte, r *run) *run {
	file, err := base64.StdEncoding.AppendDecode(nil, text) // skips newlines
	if err != nil {
		return nil
	}
	r.file = file
	if !bytes.Equal(encoded(nil, file, r.kind, r.columns), text) {
		return nil
	}
	return r
}

// encoded appends a file as base64 to a text.
func encoded(to, file []byte, kind byte, columns int) []byte {
	line := base64.StdEncoding.EncodeToString(file)
	if kind == oneLine {
		return append(to, line...)
	}
	for len(line) > columns {
		to = append(append(to, line[:columns]...), newline(kind)...)
		line = line[columns:]
	}
	return append(to, line...)
}

// Join returns the texts that Cut took files out of. get returns a file.
func Join(rest [][]byte, get func(Key) ([]byte, error)) ([][]byte, error) {
	texts := make([][]byte, len(rest))
	for i := range rest {
		err := walk(rest[i], func(literal []byte, file *place) error {
			texts[i] = append(texts[i], literal...)
			if file == nil {
				return nil
			}
			content, err := get(file.key)
			if err == nil {
				texts[i] = encoded(texts[i], content, file.kind, file.columns)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// Keys returns the keys of the files that Cut took out of texts, each once.
func Keys(rest [][]byte) (keys []Key, err error) {
	for _, text := range rest {
		err = errors.Join(err, walk(text, func(_ []byte, file *place) error {
			if file != nil && !slices.Contains(keys, file.key) {
				keys = append(keys, file.key)
			}
			return nil
		}))
	}
	return keys, err
}

// place is the place of a file in a text.
type place struct {
	key     Key
	kind    byte
	columns int
}

func malformed() error { return fmt.Errorf("malformed: %w", store.ErrCorrupt) }

// walk calls fn for each part of a text and for the file after the part.
func walk(rest []byte, fn func(literal []byte, file *place) error) error {
	for {
		size, n := binary.Uvarint(rest)
		if n <= 0 || size > uint64(len(rest)-n) {
			return malformed()
		}
		literal := rest[n : n+int(size)]
		if rest = rest[n+int(size):]; len(rest) == 0 {
			return fn(literal, nil)
		}
		var file place
		if len(rest) < len(file.key)+1 {
			return malformed()
		}
		file.kind = rest[copy(file.key[:], rest)]
		rest = rest[len(file.key)+1:]
		columns, n := binary.Uvarint(rest)
		isOneLine := file.kind == oneLine
		if n <= 0 || columns > smallest || file.kind > mailLines || isOneLine != (columns == 0) {
			return malformed()
		}
		file.columns, rest = int(columns), rest[n:]
		if err := fn(literal, &file); err != nil {
			return err
		}
	}
}
