package message

import (
	"cmp"
	"fmt"
	"net/textproto"
	"time"

	"ppamaild/mailbox/message/htmltext"
)

// Address is one mailbox of RFC 5322 §3.4.
type Address struct {
	Name    string // decoded; may be empty
	Address string // local@domain; the domain in lower case
}

// Message is a parsed message. Identifiers have no angle brackets.
type Message struct {
	Header      textproto.MIMEHeader // all fields, unfolded and decoded; canonical keys
	MessageID   string
	InReplyTo   []string
	References  []string
	From        []Address // every author of every From field; Problems notes a second From field
	ReplyTo     []Address
	To          []Address
	Cc          []Address
	Subject     string
	Date        time.Time // with its own offset; zero if missing or unreadable
	Text        string    // text/plain parts, LF line ends; flowed lines as received (see Flowed)
	Flowed      bool      // RFC 3676 format=flowed
	DelSp       bool      // RFC 3676 delsp=yes: the space that ends a flowed line is not part of the text
	HTML        string    // text/html parts, decoded to UTF-8
	Attached    bool      // Text or HTML comes from an attachment, because the message has no text
	Attachments []Attachment
	Unread      string   // why the author's words are unreadable ("it is encrypted (PGP)")
	Departs     string   // content of the HTML that the text lacks, in words; or empty
	Problems    []string // defects, in words, and Departs; empty for a valid message
}

// VisibleText returns the plain text, or the visible text of the HTML if there is none.
func (m *Message) VisibleText() string { return cmp.Or(m.Text, htmltext.Text(m.HTML)) }

// Attachment is a part that is neither the message's own text nor its signature.
type Attachment struct {
	Name string
	Type string // media type, lower case
	Size int64  // bytes, decoded
	// Report is the decoded text of a part about another message (message/* and
	// text/rfc822-headers, as in RFC 3464), up to 64 KiB, with LF line ends. It is never the
	// author's text.
	Report  string
	Message string // bytes of a completely attached message
	ID      string // Content-ID without brackets, by which HTML refers to it
	Content []byte // decoded; only with Limits.Files
}

// String describes the attachment to a person: "policy.pdf (application/pdf, 34 KB)".
func (a Attachment) String() string {
	return fmt.Sprintf("%s (%s, %s)", cmp.Or(a.Name, "no name"), a.Type, a.size())
}

// Short names the attachment with its size: "policy.pdf, 34 KB".
func (a Attachment) Short() string {
	return cmp.Or(a.Name, a.Type) + ", " + a.size()
}

func (a Attachment) size() string {
	switch {
	case a.Size >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(a.Size)/1e6)
	case a.Size >= 1e3:
		return fmt.Sprintf("%d KB", (a.Size+500)/1e3)
	}
	return fmt.Sprintf("%d bytes", a.Size)
}
