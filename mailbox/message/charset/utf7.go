package charset

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// decodeUTF7 decodes UTF-7 (RFC 2152), which old gateways still write. A plus sign that begins
// no sequence stays a plus sign, as in a telephone number.
func decodeUTF7(b []byte) string {
	var out strings.Builder
	s := strings.ToValidUTF8(string(b), "\ufffd")
	for {
		plain, shifted, found := strings.Cut(s, "+")
		out.WriteString(plain)
		if !found {
			return out.String()
		}
		end := 0
		for end < len(shifted) && isBase64(shifted[end]) {
			end++
		}
		text, ok := utf16Base64(shifted[:end])
		switch {
		case ok:
			out.WriteString(text)
			s = strings.TrimPrefix(shifted[end:], "-")
		case strings.HasPrefix(shifted, "-"):
			out.WriteByte('+')
			s = shifted[1:]
		default:
			out.WriteByte('+')
			s = shifted
		}
	}
}

// utf16Base64 decodes whole UTF-16 units. The bits after them must be zero.
func utf16Base64(s string) (string, bool) {
	octets, err := base64.RawStdEncoding.Strict().DecodeString(s)
	if err != nil || len(octets) < 2 || len(octets)%2 != 0 {
		return "", false
	}
	units := make([]uint16, len(octets)/2)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(octets[2*i:])
	}
	return string(utf16.Decode(units)), true
}

func isBase64(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/'
}
