package charset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	encodings "golang.org/x/text/encoding/unicode"

	"ppamaild/lazy"
)

// Decode returns b as UTF-8. sound is false if b is invalid in the named charset, or if the
// charset is unknown. Decode then reads valid UTF-8 as UTF-8 and everything else as
// Windows-1252.
func Decode(b []byte, label string) (text string, sound bool) {
	return DecodeHinted(b, label, nil)
}

// Hint returns the probable charset of text without a label, or "". Decoding calls Hint only
// when the result depends on the charset.
type Hint func() string

// DecodeHinted is Decode with a hint from the rest of the message. It prefers the hinted
// charset to Windows-1252.
func DecodeHinted(b []byte, label string, hint Hint) (text string, sound bool) {
	label = clean(label)
	if text, ok := decodeMarked(b, label); ok {
		return text, true
	}
	switch {
	case isUTF8Label(label):
		return guess(b, hint)
	case strings.HasSuffix(label, "utf-7"):
		return decodeUTF7(b), true
	case label == "iso-2022-kr":
		return decodeKorean(b)
	}
	enc := lookup(label)
	if enc == nil {
		text, _ = guess(b, hint)
		return text, false
	}
	// Non-ASCII bytes rarely form valid UTF-8 by chance. If they do, the label of a
	// single-byte charset is wrong. In GBK, chance matches happen.
	if _, single := enc.(*charmap.Charmap); single && utf8.Valid(b) {
		return string(b), true
	}
	text, sound = decodeAs(b, enc)
	if !sound && mostlyUTF8(b) {
		return strings.ToValidUTF8(string(b), string(utf8.RuneError)), false
	}
	return text, sound
}

// decodeMarked decodes text that begins with a byte order mark.
func decodeMarked(b []byte, label string) (string, bool) {
	if rest, ok := bytes.CutPrefix(b, []byte("\xef\xbb\xbf")); ok && utf8.Valid(rest) {
		return string(rest), true
	}
	wide := bytes.HasPrefix(b, []byte("\xff\xfe")) || bytes.HasPrefix(b, []byte("\xfe\xff"))
	if !wide || !strings.HasPrefix(label, "utf-16") && bytes.IndexByte(b, 0) < 0 {
		return "", false
	}
	return decodeAs(b, encodings.UTF16(encodings.BigEndian, encodings.UseBOM))
}

// decodeAs decodes b and reports whether all of b was valid.
func decodeAs(b []byte, enc encoding.Encoding) (text string, sound bool) {
	decoded, err := enc.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), string(utf8.RuneError)), false
	}
	return string(decoded), !bytes.ContainsRune(decoded, utf8.RuneError)
}

// guess decodes text without a charset label, or with a label of UTF-8 that may be wrong. sound
// is true for valid UTF-8 only.
func guess(b []byte, hint Hint) (text string, sound bool) {
	if bytes.Contains(b, []byte("\x1b$")) { // seven-bit, so it looks like ASCII
		text, _ = decodeAs(b, japanese.ISO2022JP)
		return text, false
	}
	if utf8.Valid(b) {
		return string(b), true
	}
	if mostlyUTF8(b) {
		return strings.ToValidUTF8(string(b), string(utf8.RuneError)), false
	}
	if hint != nil {
		if enc := lookup(hint()); enc != nil {
			if text, sound := decodeAs(b, enc); sound {
				return text, false
			}
		}
	}
	text, _ = decodeAs(b, charmap.Windows1252)
	return text, false
}

// mostlyUTF8 reports whether b is damaged or truncated UTF-8. Other charsets rarely give even
// one valid sequence.
func mostlyUTF8(b []byte) bool {
	sound, unsound := 0, 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && size == 1:
			unsound++
		case size > 1:
			sound++
		}
		b = b[size:]
	}
	return sound > unsound
}

// decodeKorean decodes ISO-2022-KR (RFC 1557): EUC-KR with the high bits removed between SO and
// SI.
func decodeKorean(b []byte) (text string, sound bool) {
	const so, si = 0x0e, 0x0f
	b = bytes.ReplaceAll(b, []byte("\x1b$)C"), nil)
	wide := make([]byte, 0, len(b))
	shifted := byte(0)
	for _, c := range b {
		switch {
		case c == so:
			shifted = 0x80
		case c == si, c == '\n':
			shifted = 0
			if c == '\n' {
				wide = append(wide, c)
			}
		case c > ' ':
			wide = append(wide, c|shifted)
		default:
			wide = append(wide, c)
		}
	}
	return decodeAs(wide, lookup("euc-kr"))
}

// PlainLines converts line ends to LF and drops NUL, which databases refuse.
func PlainLines(text string) string {
	if strings.IndexByte(text, '\r') < 0 && strings.IndexByte(text, 0) < 0 {
		return text
	}
	return lineEnds.Replace(text)
}

var lineEnds = lazy.Replacing("\r\n", "\n", "\r", "\n", "\x00", "")
