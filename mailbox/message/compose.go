package message

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message"

	"ppamaild/mailbox/message/charset"
)

// Outgoing is a mail to compose. Identifiers have no angle brackets.
type Outgoing struct {
	From          Address
	To            []Address
	ReplyTo       *Address
	Subject       string
	Text, HTML    string     // HTML may be empty
	Attached      []Attached // files to send with the mail
	Pictures      []Attached // pictures that the HTML shows by their Content-ID
	MessageID     string     // chosen and stored by the caller
	InReplyTo     string
	References    []string    // oldest first; see ReplyReferences
	ThreadIndex   ThreadIndex // see ThreadIndex.Child; empty: no field
	Date          time.Time
	AutoSubmitted string            // RFC 3834 §5: "auto-replied", "auto-generated", or empty
	Header        map[string]string // more fields, not any of the above
}

// Compose returns the mail as sent: CRLF line ends, lines of at most 998 bytes, seven bits
// (except for a non-ASCII address), text and HTML as alternatives. Equal input gives equal
// bytes. Compose fails if a value contains a line end or another control character, if an
// address or identifier is malformed, and if a field is missing or given twice.
func Compose(o Outgoing) ([]byte, error) {
	header, err := composeHeader(o)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	buf.Grow(2048 + 5*(len(o.Text)+len(o.HTML))/4) // quoted-printable adds an eighth to most texts
	if err := writeMessage(&buf, header, o); err != nil {
		return nil, err
	}
	if !bytes.HasSuffix(buf.Bytes(), []byte("\r\n")) {
		buf.WriteString("\r\n") // otherwise SMTP would add a line end and change the approved mail
	}
	return buf.Bytes(), nil
}

// OwnIDField repeats the Message-ID, so that Find recognizes our copy in Sent after the server
// has replaced the Message-ID.
const OwnIDField = "X-Ppamaild-Message-ID"

func composeHeader(o Outgoing) (message.Header, error) {
	c := headerWriter{}
	if o.Date.IsZero() {
		c.fail(errors.New("no date is given"))
	}
	c.add("Date", o.Date.Format(time.RFC1123Z))
	c.addresses("From", o.From)
	c.addresses("To", o.To...)
	if o.ReplyTo != nil {
		c.addresses("Reply-To", *o.ReplyTo)
	}
	c.text("Subject", o.Subject)
	c.ids("Message-ID", o.MessageID)
	c.ids(OwnIDField, o.MessageID)
	if o.InReplyTo != "" {
		c.ids("In-Reply-To", o.InReplyTo)
	}
	if len(o.References) > 0 {
		c.ids("References", boundReferences(o.References)...)
	}
	if len(o.ThreadIndex) > 0 {
		// No Thread-Topic. Its default is the subject without "Re:" ([MS-OXCMAIL] §2.2.3.2.6),
		// which is equal for our answer and the mail that it answers.
		c.add("Thread-Index", o.ThreadIndex.String())
	}
	switch o.AutoSubmitted {
	case "":
	case "auto-replied", "auto-generated":
		c.add("Auto-Submitted", o.AutoSubmitted)
	default:
		c.fail(fmt.Errorf("Auto-Submitted is %q", o.AutoSubmitted))
	}
	for _, name := range slices.Sorted(maps.Keys(o.Header)) {
		c.addExtra(name, o.Header[name])
	}
	return c.header(), c.err
}

// writeMessage writes header and bodies.
func writeMessage(w io.Writer, header message.Header, o Outgoing) error {
	if len(o.Attached) == 0 {
		return writeTexts(header, o, func(h message.Header) (*message.Writer, error) { return message.CreateWriter(w, h) })
	}
	header.SetContentType("multipart/mixed", map[string]string{"boundary": boundary(o, "mixed")})
	mw, err := message.CreateWriter(w, header)
	if err != nil {
		return err
	}
	err = writeTexts(message.Header{}, o, mw.CreatePart)
	for _, a := range o.Attached {
		err = errors.Join(err, a.write(mw))
	}
	return errors.Join(err, mw.Close())
}

// boundary contains "=_", which cannot occur in quoted-printable text (RFC 2045 §6.7). A text
// with "--=_" is encoded (see needsNoEncoding). The boundary depends on the Message-ID, and only
// the agency can compute its MAC.
func boundary(o Outgoing, of string) string {
	sum := sha256.Sum256([]byte(of + o.MessageID))
	return "=_" + hex.EncodeToString(sum[:12])
}

// writeTexts writes the text, with the HTML as its alternative.
func writeTexts(header message.Header, o Outgoing, create func(message.Header) (*message.Writer, error)) error {
	if o.HTML == "" {
		return writeText(header, "text/plain", o.Text, create)
	}
	header.SetContentType("multipart/alternative", map[string]string{"boundary": boundary(o, "")})
	mw, err := create(header)
	if err != nil {
		return err
	}
	err = writeText(message.Header{}, "text/plain", o.Text, mw.CreatePart)
	return errors.Join(err, writeHTML(o, mw.CreatePart), mw.Close())
}

// writeHTML writes the HTML, with its pictures in the same part (RFC 2387).
func writeHTML(o Outgoing, create func(message.Header) (*message.Writer, error)) error {
	if len(o.Pictures) == 0 {
		return writeText(message.Header{}, "text/html", o.HTML, create)
	}
	var h message.Header
	h.SetContentType("multipart/related",
		map[string]string{"boundary": boundary(o, "related"), "type": "text/html"})
	mw, err := create(h)
	if err != nil {
		return err
	}
	err = writeText(message.Header{}, "text/html", o.HTML, mw.CreatePart)
	for _, p := range o.Pictures {
		err = errors.Join(err, p.write(mw))
	}
	return errors.Join(err, mw.Close())
}

// writeText writes one text. It uses no encoding if every server passes the text on unchanged.
func writeText(h message.Header, kind, text string, create func(message.Header) (*message.Writer, error)) error {
	text, encoding := charset.PlainLines(text), "quoted-printable"
	if needsNoEncoding(text) {
		text, encoding = strings.ReplaceAll(text, "\n", "\r\n"), "7bit"
	}
	h.Set("Content-Transfer-Encoding", encoding)
	h.SetContentType(kind, map[string]string{"charset": "utf-8"})
	w, err := create(h)
	if err != nil {
		return err
	}
	chunks := bufio.NewWriter(w) // accepts strings without copying all of them
	if _, err := chunks.WriteString(text); err != nil {
		return err
	}
	return errors.Join(chunks.Flush(), w.Close())
}

// maxLine is the maximum length of a line in bytes, without its end (RFC 5322 §2.1.1).
const maxLine = 998

// needsNoEncoding reports whether a text needs no encoding: it is ASCII with short lines, no
// line looks like a boundary, and no line has a feature that some servers change: a final blank,
// or "From " at the beginning (RFC 2049 §3, RFC 4155).
func needsNoEncoding(text string) bool {
	for i := range len(text) {
		if c := text[i]; c > '~' || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) > maxLine || strings.HasPrefix(line, "From ") || strings.HasPrefix(line, "--=_") || strings.TrimRight(line, " \t") != line {
			return false
		}
	}
	return true
}
