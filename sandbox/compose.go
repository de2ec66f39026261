package sandbox

import (
	"bytes"
	"fmt"
	"maps"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"slices"
	"strings"
	"time"
)

// Mail is a message to send. Identifiers have no angle brackets.
type Mail struct {
	From       string // field value such as "Ann <ann@customer.test>"; empty: the sender
	To         []string
	Cc         []string
	Subject    string
	Text       string // LF line ends
	HTML       string // empty: the mail has only text/plain
	MessageID  string // empty: Send makes one
	InReplyTo  string
	References []string
	Header     map[string]string // replaces or adds fields; an empty value removes a field
}

// bytes formats the message according to RFC 5322, with CRLF.
func (m Mail) bytes(date time.Time) ([]byte, error) {
	fields := map[string]string{
		"From":         m.From,
		"To":           strings.Join(m.To, ", "),
		"Cc":           strings.Join(m.Cc, ", "),
		"Subject":      mime.QEncoding.Encode("utf-8", m.Subject),
		"Date":         date.Format(time.RFC1123Z),
		"Message-Id":   bracket(m.MessageID),
		"In-Reply-To":  bracket(m.InReplyTo),
		"References":   bracket(m.References...),
		"Mime-Version": "1.0",
	}
	body, err := m.body(fields)
	if err != nil {
		return nil, fmt.Errorf("writing the body: %w", err)
	}
	for name, value := range m.Header {
		fields[textproto.CanonicalMIMEHeaderKey(name)] = value
	}
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", name, fields[name])
		}
	}
	b.WriteString("\r\n")
	b.Write(body)
	return b.Bytes(), nil
}

// body formats the body and sets the fields that describe the body.
func (m Mail) body(fields map[string]string) ([]byte, error) {
	var b bytes.Buffer
	if m.HTML == "" {
		fields["Content-Type"] = "text/plain; charset=utf-8"
		fields["Content-Transfer-Encoding"] = "quoted-printable"
		return quoted(m.Text)
	}
	parts := multipart.NewWriter(&b)
	fields["Content-Type"] = "multipart/alternative; boundary=" + parts.Boundary()
	for _, alternative := range []struct{ media, text string }{{"plain", m.Text}, {"html", m.HTML}} {
		header := make(textproto.MIMEHeader)
		header.Set("Content-Type", "text/"+alternative.media+"; charset=utf-8")
		header.Set("Content-Transfer-Encoding", "quoted-printable")
		text, err := quoted(alternative.text)
		if err != nil {
			return nil, err
		}
		part, err := parts.CreatePart(header)
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(text); err != nil {
			return nil, err
		}
	}
	err := parts.Close()
	return b.Bytes(), err
}

func quoted(text string) ([]byte, error) {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

// bracket formats identifiers for a header field, one per line.
func bracket(ids ...string) string {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" })
	for i, id := range ids {
		ids[i] = "<" + id + ">"
	}
	return strings.Join(ids, "\r\n ")
}

// recipients returns the addresses of the envelope.
func (m Mail) recipients() ([]string, error) {
	var to []string
	for _, field := range slices.Concat(m.To, m.Cc) {
		a, err := mail.ParseAddress(field)
		if err != nil {
			return nil, fmt.Errorf("recipient %q: %w", field, err)
		}
		to = append(to, a.Address)
	}
	return to, nil
}

// SubjectOfReply returns the subject of a reply (RFC 5322 §3.6.5).
func SubjectOfReply(subject string) string {
	if len(subject) >= 3 && strings.EqualFold(subject[:3], "re:") {
		return subject
	}
	return "Re: " + subject
}
