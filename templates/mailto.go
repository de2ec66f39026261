package templates

import (
	"net/url"
	"strings"
)

// MailtoURL returns a link that opens a mail with an address, a subject and a body. RFC 6068
// §2: the text is UTF-8 and percent-encoded, with %20 for a space, never "+". §5: a line break
// in the body is %0D%0A.
func MailtoURL(to, subject, body string) string {
	body = strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\n", "\r\n")
	to = strings.ReplaceAll(encode(to), "%40", "@")
	return "mailto:" + to + "?subject=" + encode(oneLine(subject)) + "&body=" + encode(body)
}

func encode(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
