package mailbox

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// decodeUTF7 reads RFC 2152, which old gateways still write.
func decodeUTF7(b []byte) string {
	var out strings.Builder
	s := string(b)
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
		if end == 0 && strings.HasPrefix(shifted, "-") {
			out.WriteByte('+')
		} else {
			out.WriteString(utf16Base64(shifted[:end]))
		}
		s = strings.TrimPrefix(shifted[end:], "-")
	}
}

func utf16Base64(s string) string {
	octets, _ := base64.RawStdEncoding.DecodeString(s) // the bits that pad it may be wrong
	units := make([]uint16, len(octets)/2)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(octets[2*i:])
	}
	return string(utf16.Decode(units))
}
