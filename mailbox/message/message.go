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

// Message is what could be read of a message. Identifiers come without their
// angle brackets.
type Message struct {
	Header      textproto.MIMEHeader // every field as it stands, unfolded, encoded words decoded where there can be any; keys canonical
	MessageID   string
	InReplyTo   []string
	References  []string
	From        []Address // every author of every From field; more than one From field is noted in Problems
	ReplyTo     []Address
	To          []Address
	Cc          []Address
	Subject     string
	Date        time.Time // with its own offset; zero where it is missing or unreadable
	Text        string    // text/plain parts, LF line ends; flowed lines kept as they came (see Flowed)
	Flowed      bool      // RFC 3676 format=flowed
	DelSp       bool      // RFC 3676 delsp=yes: the space that ends a flowed line is not part of the text
	HTML        string    // text/html parts, decoded to UTF-8
	Attached    bool      // Text or HTML is that of an attachment, as the message has none of its own
	Attachments []Attachment
	Unread      string   // why words of the author can't be read ("it is encrypted (PGP)"); empty where all can
	Departs     string   // what its HTML says that its text does not, in words; empty where they say the same
	Problems    []string // what was broken, in words, and Departs; empty for a sound message
}

// VisibleText returns the plain text, or the visible text of the HTML if there is none.
func (m *Message) VisibleText() string { return cmp.Or(m.Text, htmltext.Text(m.HTML)) }

// Attachment names a part that is not the message's own text, nor a signature of it.
type Attachment struct {
	Name string
	Type string // media type, lower case
	Size int64  // octets, decoded
	// Report is the decoded text of a part that speaks about another message
	// (message/* and text/rfc822-headers, as in RFC 3464), up to 64 KiB; LF line
	// ends. It is never the author's text.
	Report  string
	Message string // a message that is attached whole: its octets
	ID      string // its Content-ID without brackets, by which HTML shows it in its place
}

// String names the attachment for a person: "policy.pdf (application/pdf, 34 kB)".
func (a Attachment) String() string {
	size := fmt.Sprintf("%d octets", a.Size)
	switch {
	case a.Size >= 1e6:
		size = fmt.Sprintf("%.1f MB", float64(a.Size)/1e6)
	case a.Size >= 1e3:
		size = fmt.Sprintf("%d kB", (a.Size+500)/1e3)
	}
	return fmt.Sprintf("%s (%s, %s)", cmp.Or(a.Name, "no name"), a.Type, size)
}
