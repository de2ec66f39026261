package message

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	errBase64 = errors.New("it has characters that are not base64")
	errFooter = errors.New("text follows the base64")
)

// decodeTransfer undoes the transfer encoding of a part. No encoding makes a body longer. With
// an error it returns the part that it could read.
func decodeTransfer(encoding string, body []byte) ([]byte, error) {
	switch encoding = transferEncoding(encoding); encoding {
	case "base64":
		return decodeBase64(body)
	case "quoted-printable":
		return decodeQuotedPrintable(body), nil
	case "x-uuencode", "uuencode", "x-uue", "uue":
		if _, content, _, ok := cutUU(body); ok {
			return content, nil
		}
		if content, _, ok := decodeUU(slices.Concat(body, []byte("\nend"))); ok {
			return content, nil // without the frame
		}
		return body, errors.New("it is not the uuencode it should be")
	case "", "7bit", "8bit", "binary":
		return body, nil
	}
	return body, fmt.Errorf("its transfer encoding %.40q is not known", encoding)
}

// transferEncoding reads the name of the encoding with common errors: quoted, commented, with a
// dash.
func transferEncoding(value string) string {
	value, _, _ = strings.Cut(strings.ToLower(value), ";")
	value, _, _ = strings.Cut(value, "(")
	value = strings.Trim(value, ` "'`)
	switch value {
	case "7-bit", "8-bit", "8bits", "7bits", "none", "text", "plain", "utf-8", "normal":
		return "8bit"
	}
	return value
}

// decodeQuotedPrintable decodes RFC 2045 §6.7. It keeps invalid input: a bare equals sign,
// bytes of eight bits, lines of any length.
func decodeQuotedPrintable(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for line := range bytes.Lines(body) {
		text := bytes.TrimRight(line, "\r\n")
		end := line[len(text):]
		if trimmed := bytes.TrimRight(text, " \t"); bytes.HasSuffix(trimmed, []byte("=")) {
			text, end = trimmed[:len(trimmed)-1], nil // a soft line break
		} else if len(end) > 0 && string(text) != "-- " { // the mark may be unencoded
			text = trimmed // §6.7 (3): final white space was added on the way
		}
		out = append(appendOctets(out, '=', text), end...)
	}
	return out
}

// appendOctets appends text and decodes bytes: mark and two hexadecimal digits.
func appendOctets[T []byte | string](out []byte, mark byte, text T) []byte {
	for i := 0; i < len(text); i++ {
		if text[i] == mark && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]) {
			out = append(out, unhex(text[i+1])<<4|unhex(text[i+2]))
			i += 2
			continue
		}
		out = append(out, text[i])
	}
	return out
}

// decodeBase64 skips other characters, as RFC 2045 §6.8 says, and accepts missing padding and
// several encodings in a row. It keeps plain text that a mailing list or gateway added after
// the base64.
func decodeBase64(body []byte) ([]byte, error) {
	body, footer := cutFooter(body)
	var err error
	content := make([]byte, 0, base64.RawStdEncoding.DecodedLen(len(body))+len(footer))
	run := make([]byte, 0, len(body)) // up to padding
	flush := func() {
		if len(run)%4 == 1 {
			run = run[:len(run)-1]
			err = errBase64
		}
		content, _ = base64.RawStdEncoding.AppendDecode(content, run) // run has only base64
		run = run[:0]
	}
	for _, c := range body {
		switch {
		case isBase64(c):
			run = append(run, c)
		case c == '=':
			flush()
		case c != '\r' && c != '\n' && c != ' ' && c != '\t':
			err = errBase64
		}
	}
	flush()
	if err != nil && !utf8.Valid(content) && !hasBase64Line(body) {
		return nil, err // the body is not base64
	}
	if len(footer) > 0 {
		return append(append(content, '\n'), footer...), errors.Join(err, errFooter)
	}
	return content, err
}

// cutFooter cuts off the lines after the last line of base64, if they are text: words, or a
// drawn line.
func cutFooter(body []byte) (data, footer []byte) {
	end, at := 0, 0
	follows := true // the line before is base64, or there is none
	for line := range bytes.Lines(body) {
		at += len(line)
		follows = isBase64Line(line, follows)
		if follows {
			end = at
		}
	}
	if footer = bytes.TrimSpace(body[end:]); end == 0 || !isFooter(footer) {
		return body, nil
	}
	return body[:end], footer
}

// isFooter distinguishes text from damaged base64.
func isFooter(text []byte) bool {
	first, _ := cutLine(text)
	return bytes.Count(text, []byte(" ")) > 1 || len(first) > 1 && len(bytes.Trim(first, "-_=*")) == 0
}

// isBase64Line reports whether base64 fills the line or its padding ends it. After another such
// line, a line of whole groups also counts, although it could be a word.
func isBase64Line(line []byte, follows bool) bool {
	line = bytes.TrimRight(line, "\r\n \t")
	data := bytes.TrimRight(line, "=")
	if len(data) == 0 || bytes.ContainsFunc(data, func(r rune) bool { return r > 127 || !isBase64(byte(r)) }) {
		return false
	}
	return len(data) >= 24 || len(data) < len(line) || follows && len(data)%4 == 0
}

func hasBase64Line(body []byte) bool {
	for line := range bytes.Lines(body) {
		line = bytes.TrimRight(line, "=\r\n \t")
		if len(line) > 0 && !bytes.ContainsFunc(line, func(r rune) bool { return r > 127 || !isBase64(byte(r)) }) {
			return true
		}
	}
	return false
}

func isBase64(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/'
}
