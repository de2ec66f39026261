package mailbox

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
)

// decodeBytes returns b as UTF-8. sound is false if b does not keep to the
// charset it is said to be in, or if that is not known: then it is taken for
// UTF-8 where it is that, else for Windows-1252.
func decodeBytes(b []byte, charset string) (text string, sound bool) {
	charset = strings.ToLower(strings.Trim(strings.TrimSpace(charset), `"'`))
	switch charset {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		return guess(b)
	}
	if strings.HasSuffix(charset, "utf-7") {
		return decodeUTF7(b), true
	}
	enc := lookupCharset(charset)
	if enc == nil {
		text, _ = guess(b)
		return text, false
	}
	decoded, err := enc.NewDecoder().Bytes(b)
	if err != nil {
		text, _ = guess(b)
		return text, false
	}
	return string(decoded), !bytes.ContainsRune(decoded, utf8.RuneError)
}

func guess(b []byte) (text string, sound bool) {
	var enc encoding.Encoding = charmap.Windows1252
	switch {
	case bytes.Contains(b, []byte("\x1b$")):
		enc = japanese.ISO2022JP // seven bits, so that it passes for ASCII
	case utf8.Valid(b):
		return string(b), true
	case mostlyUTF8(b):
		return strings.ToValidUTF8(string(b), string(utf8.RuneError)), false
	}
	decoded, err := enc.NewDecoder().Bytes(b)
	if err != nil {
		decoded = bytes.ToValidUTF8(b, []byte(string(utf8.RuneError)))
	}
	return string(decoded), false
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

// lookupCharset returns nil for a charset that is not known. The labels of web
// pages come first: they are the ones that mail programs write, and they take
// iso-8859-1 for the Windows-1252 that it mostly is.
func lookupCharset(charset string) encoding.Encoding {
	if strings.HasPrefix(charset, "iso-2022-jp") || strings.HasPrefix(charset, "cp5022") {
		charset = "iso-2022-jp" // its variants differ in rare characters
	}
	if enc, err := htmlindex.Get(charset); err == nil && enc != encoding.Replacement {
		return enc
	}
	if enc, err := ianaindex.MIME.Encoding(charset); err == nil {
		return enc
	}
	return nil
}

// cleanControls drops control characters, which have no place in a header.
func cleanControls(s string) string {
	if strings.IndexFunc(s, unicode.IsControl) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, s)
}

// plainLines gives text LF line ends and drops NUL, which stores refuse.
func plainLines(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "").Replace(text)
}
