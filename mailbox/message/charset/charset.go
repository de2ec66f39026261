package charset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	encodings "golang.org/x/text/encoding/unicode"
)

// Decode returns b as UTF-8. sound is false if b does not keep to the
// charset it is said to be in, or if that is not known: then it is taken for
// UTF-8 where it is that, else for Windows-1252.
func Decode(b []byte, label string) (text string, sound bool) {
	return DecodeHinted(b, label, nil)
}

// Hint returns the charset that text which names none is probably in, or "".
// It is asked only where that matters.
type Hint func() string

// DecodeHinted is Decode where the rest of the message may hint at a charset:
// then b is taken for that rather than for Windows-1252.
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
	// Other octets than ASCII hardly ever form UTF-8 by chance: where they do, the
	// label of a charset of single octets is wrong. (It happens in GBK.)
	if _, single := enc.(*charmap.Charmap); single && utf8.Valid(b) {
		return string(b), true
	}
	text, sound = decodeAs(b, enc)
	if !sound && mostlyUTF8(b) {
		return strings.ToValidUTF8(string(b), string(utf8.RuneError)), false
	}
	return text, sound
}

// decodeMarked reads text that begins with a byte order mark.
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

// decodeAs returns what enc makes of b, and whether all of b could be read.
func decodeAs(b []byte, enc encoding.Encoding) (text string, sound bool) {
	decoded, err := enc.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), string(utf8.RuneError)), false
	}
	return string(decoded), !bytes.ContainsRune(decoded, utf8.RuneError)
}

// guess reads text that names no charset, or UTF-8 that may be none. sound is
// true for UTF-8 only.
func guess(b []byte, hint Hint) (text string, sound bool) {
	if bytes.Contains(b, []byte("\x1b$")) { // seven bits, so that it passes for ASCII
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

// mostlyUTF8 holds for UTF-8 that was damaged or cut: other charsets rarely give
// even one sound sequence.
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

// decodeKorean reads ISO-2022-KR (RFC 1557): EUC-KR without its eighth bits
// between SO and SI.
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

// PlainLines gives text LF line ends and drops NUL, which stores refuse.
func PlainLines(text string) string {
	if strings.IndexByte(text, '\r') < 0 && strings.IndexByte(text, 0) < 0 {
		return text
	}
	return lineEnds.Replace(text)
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "")
