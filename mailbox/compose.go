package mailbox

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
	"time"

	"github.com/emersion/go-message"
)

// Outgoing is a mail to be composed. Identifiers come without angle brackets.
type Outgoing struct {
	From          Address
	To            []Address
	ReplyTo       *Address
	Subject       string
	Text, HTML    string     // HTML may be empty
	Attached      []Attached // files that go along
	MessageID     string     // fixed by the caller, who has stored it
	InReplyTo     string
	References    []string    // oldest first; see ReplyReferences
	ThreadIndex   ThreadIndex // see ThreadIndex.Child; empty: the field is left out
	Date          time.Time
	AutoSubmitted string            // RFC 3834 §5: "auto-replied", "auto-generated", or empty
	Header        map[string]string // further fields; none of those above
}

// Compose returns the mail as it goes out: CRLF line ends, no line over 998
// octets, seven bits (but for an address that is not ASCII), text and HTML as
// alternatives. The same input gives the same bytes. It fails where a value has
// a line end or another control character, where an address or identifier is
// malformed, and where a field is missing or given twice.
func Compose(o Outgoing) ([]byte, error) {
	header, err := composeHeader(o)
	if err != nil {
		return nil, fmt.Errorf("composing mail: %w", err)
	}
	var buf bytes.Buffer
	buf.Grow(2048 + 5*(len(o.Text)+len(o.HTML))/4) // quoted-printable adds an eighth to most
	if err := writeMessage(&buf, header, o); err != nil {
		return nil, fmt.Errorf("composing mail: %w", err)
	}
	if !bytes.HasSuffix(buf.Bytes(), []byte("\r\n")) {
		buf.WriteString("\r\n") // SMTP would add it, and change what was approved
	}
	return buf.Bytes(), nil
}

// ownIDField repeats the Message-ID, so that our copy in Sent is found where the
// server on the way out has replaced it.
const ownIDField = "X-Ppamaild-Message-ID"

func composeHeader(o Outgoing) (message.Header, error) {
	c := composer{}
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
	c.ids(ownIDField, o.MessageID)
	if o.InReplyTo != "" {
		c.ids("In-Reply-To", o.InReplyTo)
	}
	if len(o.References) > 0 {
		c.ids("References", boundReferences(o.References)...)
	}
	if len(o.ThreadIndex) > 0 {
		// No Thread-Topic: without it that is the subject less its "Re:" ([MS-OXCMAIL]
		// §2.2.3.2.6), which an answer of ours has in common with what it answers.
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
		c.further(name, o.Header[name])
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

// boundary has "=_", which cannot occur in quoted-printable text (RFC 2045 §6.7),
// and follows from the Message-ID, whose mark nobody else can make.
func boundary(o Outgoing, of string) string {
	sum := sha256.Sum256([]byte(of + o.MessageID))
	return "=_" + hex.EncodeToString(sum[:12])
}

// writeTexts writes the text, and the HTML as its alternative.
func writeTexts(header message.Header, o Outgoing, create func(message.Header) (*message.Writer, error)) error {
	if o.HTML == "" {
		setText(&header, "text/plain")
		return writeText(o.Text)(create(header))
	}
	header.SetContentType("multipart/alternative", map[string]string{"boundary": boundary(o, "")})
	mw, err := create(header)
	if err != nil {
		return err
	}
	for _, alternative := range []struct{ kind, text string }{{"text/plain", o.Text}, {"text/html", o.HTML}} {
		var h message.Header
		setText(&h, alternative.kind)
		if err := writeText(alternative.text)(mw.CreatePart(h)); err != nil {
			return err
		}
	}
	return mw.Close()
}

func setText(h *message.Header, kind string) {
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	h.SetContentType(kind, map[string]string{"charset": "utf-8"})
}

func writeText(text string) func(*message.Writer, error) error {
	return func(w *message.Writer, err error) error {
		if err != nil {
			return err
		}
		chunks := bufio.NewWriter(w) // which takes strings without copying all of them
		if _, err := chunks.WriteString(plainLines(text)); err != nil {
			return err
		}
		return errors.Join(chunks.Flush(), w.Close())
	}
}
