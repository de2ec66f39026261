package message

import (
	"bytes"
	"strconv"
	"strings"
)

// fileFound receives a file that was part of a text, and its encoding.
type fileFound func(name string, size int, how string)

// cutFiles removes files in uuencode or yEnc from text and calls found for each. It keeps text
// that only looks like a file.
func cutFiles(text []byte, found fileFound) []byte {
	return cutYEnc(cutUUFiles(text, found), found)
}

func cutUUFiles(text []byte, found fileFound) []byte {
	for range maxCutFiles {
		rest, content, name, ok := cutUU(text)
		if !ok {
			break
		}
		found(name, len(content), "uuencode")
		text = rest
	}
	return text
}

// maxCutFiles limits the files in one text, because each costs a pass.
const maxCutFiles = 20

// cutUU finds the first uuencoded file in text, from "begin" to "end" (POSIX).
func cutUU(text []byte) (rest, content []byte, name string, ok bool) {
	at := 0
	for !ok {
		next := lineIndex(text[at:], "begin ")
		if next < 0 {
			return text, nil, "", false
		}
		start := at + next
		line, after := cutLine(text[start:])
		at = len(text) - len(after)
		words := bytes.SplitN(line, []byte(" "), 3)
		if len(words) < 3 || len(words[1]) < 3 || len(words[1]) > 4 || len(bytes.Trim(words[1], "01234567")) > 0 {
			continue
		}
		if content, after, ok = decodeUU(after); ok {
			return append(text[:start:start], after...), content, string(words[2]), true
		}
		at = len(text) - len(after) // do not search invalid data again
	}
	return text, nil, "", false
}

// lineIndex returns the position of the first line with a prefix. text starts at the beginning
// of a line.
func lineIndex(text []byte, prefix string) int {
	if bytes.HasPrefix(text, []byte(prefix)) {
		return 0
	}
	if i := bytes.Index(text, []byte("\n"+prefix)); i >= 0 {
		return i + 1
	}
	return -1
}

// decodeUU decodes lines up to "end", or up to the first invalid line.
func decodeUU(text []byte) (content, after []byte, ok bool) {
	for len(text) > 0 {
		line, next := cutLine(text)
		line = bytes.TrimRight(line, " ")
		if string(line) == "end" {
			return content, next, true
		}
		octets, ok := decodeUULine(line)
		if !ok {
			return nil, text, false
		}
		content, text = append(content, octets...), next
	}
	return nil, nil, false
}

// decodeUULine decodes one line: a count of bytes, then four characters for three bytes.
// Final blanks may be missing, and a checksum may follow.
func decodeUULine(line []byte) ([]byte, bool) {
	if len(line) == 0 {
		return nil, true
	}
	n := int(line[0]-' ') & 0x3f
	groups := (n + 2) / 3
	if len(line)-1 > groups*4+1 || len(line)-1 < groups*4-2 || bytes.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '`' }) {
		return nil, false
	}
	padded := append(line[1:len(line):len(line)], bytes.Repeat([]byte(" "), groups*4+1)...)
	octets := make([]byte, 0, groups*3)
	for i := range groups {
		var bits uint32
		for _, c := range padded[4*i : 4*i+4] {
			bits = bits<<6 | uint32(c-' ')&0x3f
		}
		octets = append(octets, byte(bits>>16), byte(bits>>8), byte(bits))
	}
	return octets[:n], true
}

// cutYEnc removes the text from =ybegin to =yend. The size is the stated one.
func cutYEnc(text []byte, found fileFound) []byte {
	for range maxCutFiles {
		start := lineIndex(text, "=ybegin ")
		if start < 0 {
			break
		}
		end := lineIndex(text[start:], "=yend ")
		if end < 0 {
			break
		}
		head, _ := cutLine(text[start:])
		_, after := cutLine(text[start+end:])
		size, name := yEncFields(string(head))
		found(name, size, "yEnc")
		text = append(text[:start:start], after...)
	}
	return text
}

func yEncFields(head string) (size int, name string) {
	fields, name, _ := strings.Cut(head, " name=")
	_, stated, _ := strings.Cut(fields, " size=")
	stated, _, _ = strings.Cut(stated, " ")
	size, err := strconv.Atoi(stated)
	if err != nil {
		return 0, name
	}
	return max(size, 0), name
}
