package reply

import (
	"strings"

	"golang.org/x/net/html"

	"ppamaild/lazy"
)

// shape is the treatment of an element with a meaning for replies.
type shape int

const (
	plain   shape = iota
	quoting       // the text is quoted
	moved         // a block quote that only indents its text
	marked        // the text has the role's kind
	heading       // contains an attribution and then the quote; marked up to the quote
	ruled         // a rule is above the text
)

// role is the meaning of an element, and the sign for the meaning.
type role struct {
	shape shape
	kind  Kind
	why   string
}

// byName has the classes, ids and names with which mail programs mark inserted text. Outlook
// prefixes the names in quoted mails with "x_", and Yahoo with "ydp" and a number. Lark appends
// a number.
var byName = lazy.Value[map[string]role]{New: func() map[string]role {
	return named(map[shape]map[Kind]string{
		heading: {Quote: quoteHeading},
		quoting: {Quote: `yahoo_quoted protonmail_quote zmail_extra tutanota_quote olk_src_body_section
		mail-editor-reference-message-container ms-outlook-mobile-reference-message messagereplysection replysplit
		mail-quote-collapse ntes-mailmaster-quote isreplycontent front-blockquote missive_quote hs_reply clean_bq
		__quoted_text__ history-quote-wrapper lark-mail-quote quote`},
		marked: {
			Attribution: `gmail_attr moz-cite-prefix divrplyfwdmsg outlookmessageheader moz-email-headers-table reply-intro
			__headers__`,
			Forward: "moz-forward-container isforwardcontent",
			Signature: `gmail_signature gmail_signature_prefix moz-signature signature protonmail_signature_block tutanota_signature
			ms-outlook-mobile-signature applemailsignature applemailsignaturebelowsignature mobile-signature yahoo-signature
			composer_signature zmail_signature_below -x-evo-signature -x-evo-signature-wrapper messagesignaturesection bloop_sign
			front-signature mb_sig __sig_pre__ __sig_post__ signature_old`,
		},
		ruled: {Quote: "appendonsend stopspelling zwchr ms-outlook-mobile-body-separator-line"},
	})
}}

// quoteHeading is the class of Gmail and similar programs for an attribution with its quote,
// and for forwards.
const (
	quoteHeading   = "gmail_quote"
	forwardHeading = "gmail_quote of a forward"
)

func named(names map[shape]map[Kind]string) map[string]role {
	m := map[string]role{}
	for s, kinds := range names {
		for kind, list := range kinds {
			for name := range strings.FieldsSeq(list) {
				m[name] = role{s, kind, name}
			}
		}
	}
	return m
}

// roleOf returns the role of an element: by its names, or else by tag and style.
func roleOf(t html.Token) role {
	style := ""
	for _, a := range t.Attr {
		switch a.Key {
		case "class", "id", "name", "data-smartmail", "data-marker":
			if r := roleNamed(a.Val); r.shape != plain && (t.Data != "blockquote" || r.shape == quoting) {
				return r
			}
		case "style":
			style = strings.ReplaceAll(strings.ToLower(a.Val), " ", "")
		}
	}
	switch {
	case t.Data == "blockquote":
		return blockquote(t, style)
	case t.Data == "signature": // Mailspring
		return role{marked, Signature, "signature"}
	case t.Data == "hr", t.Data == "div" && strings.Contains(style, "border-top:") && strings.Contains(style, "solid"):
		return role{shape: ruled}
	}
	return role{}
}

func roleNamed(value string) role {
	for name := range strings.FieldsSeq(strings.ToLower(value)) {
		for strings.HasPrefix(name, "x_") {
			name = name[2:]
		}
		switch {
		case strings.Contains(name, "yahoo_quoted"):
			name = "yahoo_quoted"
		case strings.HasPrefix(name, "lark-mail-quote"):
			name = "lark-mail-quote"
		case strings.HasPrefix(name, "ydp") && strings.HasSuffix(name, "signature"):
			name = "yahoo-signature"
		}
		if r, ok := byName.Get()[name]; ok {
			return r
		}
	}
	return role{}
}

// bareQuote is the sign for a block quote without a mail program's mark.
const bareQuote = "blockquote"

// blockquote distinguishes a quote from an indent by a webmail button.
func blockquote(t html.Token, style string) role {
	r := role{quoting, Quote, bareQuote}
	for _, a := range t.Attr {
		switch a.Key {
		case "type", "cite":
			r.why = "blockquote type=cite"
			return r
		case "class":
			if known := roleNamed(a.Val); known.why != "" {
				r.why = "blockquote " + known.why
			}
			return r
		}
	}
	switch {
	case strings.Contains(style, "border:none") && strings.Contains(style, "margin"):
		return role{shape: moved}
	case strings.Contains(style, "border"):
		r.why = "blockquote with a border"
	}
	return r
}
