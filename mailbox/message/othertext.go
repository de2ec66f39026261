package message

import (
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message/charset"
	"ppamaild/mailbox/message/htmltext"
	"ppamaild/mailbox/message/internal/rtf"
)

// isOtherText reports whether a type is a text type that mail programs use instead of plain
// text and HTML. Parse reads it if a message has no other text. RFC 2046 §4.1.4: unknown text
// counts as plain.
func isOtherText(kind string) bool {
	switch kind {
	case "text/enriched", "text/richtext", "text/markdown", "text/x-markdown", "text/x-plain", "text/rtf":
		return true
	}
	return false
}

// otherText returns the text of such a part.
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

// inCodePage decodes bytes of RTF.
func inCodePage(octets []byte, number int) string {
	text, _ := charset.Decode(octets, charset.CodePage(number))
	return text
}

// enrichments are the commands of enriched text and of its predecessor, richtext (RFC 1896 §2,
// RFC 1341 §7.1.3).
var enrichments = lazyregexp.MustCompile(`(?is)<param>[^<]{0,200}</param>|</?[a-z0-9-]{1,60}>`)
