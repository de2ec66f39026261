package message

import (
	"regexp"
	"strings"

	"ppamaild/mailbox/message/charset"
	"ppamaild/mailbox/message/htmltext"
	"ppamaild/mailbox/message/internal/rtf"
)

// isOtherText holds for the types, besides plain text and HTML, that people's programs
// write mails in. It is read where a message has nothing else: RFC 2046 §4.1.4 has text of
// a kind that is not known count as plain.
func isOtherText(kind string) bool {
	switch kind {
	case "text/enriched", "text/richtext", "text/markdown", "text/x-markdown", "text/x-plain", "text/rtf":
		return true
	}
	return false
}

// otherText is the text of a part of that kind, which is in no charset of its own yet.
func (p *parser) otherText(pt part, content []byte) string {
	if pt.kind == "text/rtf" {
		text, isHTML := rtf.Read(content, inCodePage)
		if isHTML {
			text = htmltext.Text(text)
		}
		return charset.PlainLines(text)
	}
	text := p.decodeCharset(content, pt.params["charset"])
	if pt.kind == "text/enriched" || pt.kind == "text/richtext" {
		text = strings.ReplaceAll(enrichments.ReplaceAllString(text, ""), "<<", "<")
	}
	return text
}

// inCodePage reads octets of RTF.
func inCodePage(octets []byte, number int) string {
	text, _ := charset.Decode(octets, charset.CodePage(number))
	return text
}

// enrichments are the commands of enriched text, and of richtext, which came before it
// (RFC 1896 §2, RFC 1341 §7.1.3).
var enrichments = regexp.MustCompile(`(?is)<param>[^<]{0,200}</param>|</?[a-z0-9-]{1,60}>`)
