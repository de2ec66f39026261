package reply

import (
	"strings"

	"golang.org/x/net/html"
)

// role is what a container is to a reply, as the tags that it becomes.
type role struct{ open, close string }

var (
	nothing = role{}
	quotes  = role{"<blockquote>", "</blockquote>"}
	indent  = role{"<div>", "</div>"} // a block quote that is no quote
	heading = marks(Quote)            // a container of an attribution and a quote, up to the quote
)

// marks returns the role that puts a container's text between marks of a kind.
func marks(kind Kind) role {
	for letter, k := range markKinds {
		if k == kind {
			return role{"<div>" + string(markOpen) + string(letter) + "</div><div>", "</div><div>" + string(markClose) + "</div>"}
		}
	}
	return nothing
}

// byName are the classes and ids by which mail programs mark what they insert.
// Outlook puts "x_" before those of a mail that it quotes.
var byName = map[string]role{
	"gmail_quote": heading, "gmail_quote_container": heading, "gmail_extra": nothing,
	"gmail_attr": marks(Attribution), "moz-cite-prefix": marks(Attribution), "divrplyfwdmsg": marks(Attribution), "outlookmessageheader": marks(Attribution),
	"yahoo_quoted": quotes, "protonmail_quote": quotes, "zmail_extra": quotes, "tutanota_quote": quotes, "olk_src_body_section": quotes,
	"mail-editor-reference-message-container": quotes, "messagereplysection": quotes, "replysplit": quotes, "isforwardcontent": marks(Forward),
	"moz-forward-container": marks(Forward), "moz-email-headers-table": marks(Attribution),
	"gmail_signature": marks(Signature), "moz-signature": marks(Signature), "signature": marks(Signature), "protonmail_signature_block": marks(Signature),
	"ms-outlook-mobile-signature": marks(Signature), "applemailsignature": marks(Signature), "mobile-signature": marks(Signature), "yahoo-signature": marks(Signature),
}

func roleOf(t html.Token) role {
	for _, a := range t.Attr {
		switch a.Key {
		case "class", "id", "name", "data-smartmail":
			if r := named(a.Val); r != nothing && (t.Data != "blockquote" || r == quotes) {
				return r
			}
		}
	}
	if t.Data != "blockquote" {
		return nothing
	}
	if isIndent(t) {
		return indent
	}
	return quotes
}

func named(value string) role {
	for name := range strings.FieldsSeq(strings.ToLower(value)) {
		for strings.HasPrefix(name, "x_") {
			name = name[2:]
		}
		if strings.Contains(name, "yahoo_quoted") {
			return quotes
		}
		if r := byName[name]; r != nothing {
			return r
		}
	}
	return nothing
}

// isIndent reports whether a block quote only moves text to the right, as the
// indent button of webmail does.
func isIndent(t html.Token) bool {
	style := ""
	for _, a := range t.Attr {
		switch a.Key {
		case "style":
			style = strings.ReplaceAll(strings.ToLower(a.Val), " ", "")
		case "cite", "type", "class":
			return false
		}
	}
	return strings.Contains(style, "border:none") && strings.Contains(style, "margin")
}
