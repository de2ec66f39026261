package mailbox

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message"
)

var errBase64 = errors.New("it has characters that are not base64")

// decodeTransfer undoes the transfer encoding of a part, up to limit octets. With
// an error it returns what could be read, if anything.
func decodeTransfer(encoding string, body []byte, limit int) ([]byte, error) {
	encoding = transferEncoding(encoding)
	if encoding == "base64" {
		return decodeBase64(body)
	}
	var h message.Header
	h.Set("Content-Type", "application/octet-stream") // the charset is our own affair
	h.Set("Content-Transfer-Encoding", encoding)
	entity, unknown := message.New(h, bytes.NewReader(body))
	content, err := io.ReadAll(io.LimitReader(entity.Body, int64(limit)+1))
	return content, errors.Join(unknown, err)
}

// transferEncoding reads the mechanism as it is met: quoted, commented, with a dash.
func transferEncoding(value string) string {
	value, _, _ = strings.Cut(strings.ToLower(value), ";")
	value, _, _ = strings.Cut(value, "(")
	value = strings.Trim(value, ` "'`)
	switch value {
	case "7-bit", "8-bit", "none", "text", "utf-8":
		return "8bit"
	}
	return value
}

// decodeBase64 skips what is not base64, as RFC 2045 §6.8 says, and takes missing
// padding and several encodings in a row, which go-message's decoder stops at.
func decodeBase64(body []byte) ([]byte, error) {
	var err error
	content := make([]byte, 0, base64.RawStdEncoding.DecodedLen(len(body)))
	run := make([]byte, 0, len(body)) // up to padding
	flush := func() {
		if len(run)%4 == 1 {
			run = run[:len(run)-1]
			err = errBase64
		}
		content, _ = base64.RawStdEncoding.AppendDecode(content, run)
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
		return nil, err // it was never base64
	}
	return content, err
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
