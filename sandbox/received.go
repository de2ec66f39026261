package sandbox

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
	"time"
)

// Received is a message from the reader's point of view. Identifiers have no angle brackets,
// and texts have LF line ends.
type Received struct {
	Raw        []byte // original bytes
	Header     mail.Header
	MessageID  string
	InReplyTo  string
	References []string
	From       mail.Address      // the first author
	ReplyTo    mail.Address      // From, if the message has no Reply-To
	Subject    string            // decoded
	Date       time.Time         // zero if unreadable
	Text       string            // text/plain parts
	HTML       string            // text/html parts
	Files      map[string]string // attachments by file name; nil for none
}

// parse parses a well-formed message. Malformed messages are errors, so that tests notice them.
func parse(raw []byte) (Received, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Received{}, fmt.Errorf("parsing the header: %w", err)
	}
	r := Received{Raw: raw, Header: m.Header}
	r.MessageID = cmp.Or(identifiers(m.Header.Get("Message-Id"))...)
	r.InReplyTo = cmp.Or(identifiers(m.Header.Get("In-Reply-To"))...)
	r.References = identifiers(m.Header.Get("References"))
	r.From = firstAddress(m.Header, "From")
	r.ReplyTo = cmp.Or(firstAddress(m.Header, "Reply-To"), r.From)
	r.Date, _ = m.Header.Date()
	if r.Subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		return Received{}, fmt.Errorf("decoding the subject: %w", err)
	}
	return r, r.readPart(textproto.MIMEHeader(m.Header), m.Body)
}

// readPart adds a part, with its inner parts, to Text and HTML.
func (r *Received) readPart(header textproto.MIMEHeader, body io.Reader) error {
	media, params, err := mime.ParseMediaType(cmp.Or(header.Get("Content-Type"), "text/plain"))
	if err != nil {
		return fmt.Errorf("parsing Content-Type: %w", err)
	}
	if strings.HasPrefix(media, "multipart/") {
		return r.readParts(multipart.NewReader(body, params["boundary"]))
	}
	text, err := io.ReadAll(decoder(header.Get("Content-Transfer-Encoding"), body))
	if err != nil {
		return fmt.Errorf("decoding %s: %w", media, err)
	}
	disposition, file, err := mime.ParseMediaType(cmp.Or(header.Get("Content-Disposition"), "inline"))
	if err != nil {
		return fmt.Errorf("parsing Content-Disposition: %w", err)
	}
	switch {
	case disposition == "attachment" && r.Files == nil:
		r.Files = map[string]string{file["filename"]: string(text)}
	case disposition == "attachment":
		r.Files[file["filename"]] = string(text)
	case media == "text/plain":
		r.Text += toLF(text)
	case media == "text/html":
		r.HTML += toLF(text)
	}
	return nil
}

func (r *Received) readParts(parts *multipart.Reader) error {
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading a part: %w", err)
		}
		if err := r.readPart(part.Header, part); err != nil {
			return err
		}
	}
}

func decoder(encoding string, body io.Reader) io.Reader {
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, body)
	}
	return body
}

func toLF(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }

func firstAddress(header mail.Header, field string) mail.Address {
	list, err := header.AddressList(field)
	if err != nil {
		return mail.Address{}
	}
	return *list[0]
}

// identifiers returns the identifiers in angle brackets (RFC 5322 §3.6.4).
func identifiers(field string) []string {
	var ids []string
	for word := range strings.FieldsSeq(field) {
		ids = append(ids, strings.Trim(word, "<>"))
	}
	return ids
}
