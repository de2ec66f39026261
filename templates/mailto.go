package templates

import "strings"

// MailtoURL returns a link that opens a mail with an address, a subject and a body. RFC 6068
// §2: the text is UTF-8 and percent-encoded, with %20 for a space, never "+". §5: a line break
// in the body is %0D%0A.
func MailtoURL(to, subject, body string) string {
	body = strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\n", "\r\n")
	return "mailto:" + encode(to, "@") + "?subject=" + encode(oneLine(subject), "") + "&body=" + encode(body, "")
}

// encode percent-encodes all but the unreserved characters of RFC 3986 §2.3 and the characters
// in also.
func encode(s, also string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if unreserved(c) || strings.IndexByte(also, c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.Write([]byte{'%', hex[c>>4], hex[c&15]})
	}
	return b.String()
}

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
