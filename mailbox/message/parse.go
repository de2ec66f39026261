package message

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"slices"
	"sync"

	"ppamaild/mailbox/message/charset"
)

// Limits bound what Parse reads. Zero values stand for the defaults; what is
// over a limit is left out, and Problems and Unread say so. Time needs no limit of
// its own: it is linear in what is read, and Lines and Tags bound what whoever reads
// the text spends on it.
type Limits struct {
	Bytes       int64 // of the message; default 64 MiB
	HeaderBytes int   // of each header; default 256 KiB
	TextBytes   int   // of Text and of HTML; default 4 MiB
	Lines       int   // of Text; default 100,000
	Tags        int   // of HTML; default 40,000
	Parts       int   // MIME parts; default 200
	Depth       int   // of nested multiparts; default 20
}

func (l Limits) withDefaults() Limits {
	return Limits{
		Bytes:       cmp.Or(l.Bytes, 64<<20),
		HeaderBytes: cmp.Or(l.HeaderBytes, 256<<10),
		TextBytes:   cmp.Or(l.TextBytes, 4<<20),
		Lines:       cmp.Or(l.Lines, 100_000),
		Tags:        cmp.Or(l.Tags, 40_000),
		Parts:       cmp.Or(l.Parts, 200),
		Depth:       cmp.Or(l.Depth, 20),
	}
}

// maxIDs bounds References: the first one and the latest are kept.
const maxIDs = 200

// Parse reads a message as far as a person could still make sense of it. It fails
// only where r does before anything came, or where there is nothing to read.
func Parse(r io.Reader, lim Limits) (*Message, error) {
	lim = lim.withDefaults()
	raw, err := io.ReadAll(io.LimitReader(r, lim.Bytes+1))
	if len(raw) == 0 {
		return nil, fmt.Errorf("reading message: %w", cmp.Or(err, errors.New("it is empty")))
	}
	p := &parser{lim: lim, m: &Message{Header: textproto.MIMEHeader{}}, hint: sync.OnceValue(func() string { return charset.Named(raw) })}
	if err != nil {
		p.leaveOut("the message breaks off: %v", err)
	}
	if int64(len(raw)) > lim.Bytes {
		raw = raw[:lim.Bytes]
		p.leaveOut("the message is over %d octets; the rest was left out", lim.Bytes)
	}
	fields, body := p.splitMessage(raw)
	p.header(fields)
	p.part(newPart(fields, body, "text/plain"), place{})
	p.finish(body)
	return p.m, nil
}

// parser is the state of one Parse.
type parser struct {
	lim    Limits
	m      *Message
	hint   charset.Hint // what the message names somewhere
	parts  int          // seen so far
	read   int          // of them, those that are not multiparts
	pieces []*piece
	spare  []part // attachments that are text
	silent string // why there may be no text

	reaction string // the emoji that a mail program has said the author chose; "" where they wrote
}

// maxProblems keeps a message of 40,000 broken parts from being described at length.
const maxProblems = 50

func (p *parser) problem(format string, args ...any) {
	said := fmt.Sprintf(format, args...)
	if len(p.m.Problems) < maxProblems && !slices.Contains(p.m.Problems, said) {
		p.m.Problems = append(p.m.Problems, said)
	}
}

// verbatim are fields that are read as a language of their own. RFC 2047 §5 has no
// encoded words there, and a sender's address that looks like one would turn into
// what the sender likes: "; dkim=pass …".
var verbatim = []string{"Authentication-Results", "Dkim-Signature"}

// header fills in what the message's own fields say.
func (p *parser) header(fields []field) {
	if len(fields) == 0 {
		p.problem("the message has no header")
	}
	for _, f := range fields {
		value := f.value
		if !slices.Contains(verbatim, f.name) {
			value = decodeWords(value)
		}
		p.m.Header[f.name] = append(p.m.Header[f.name], value)
	}
	m := p.m
	m.From = p.authors(fields)
	m.ReplyTo = p.addresses(fields, "Reply-To")
	m.To = p.addresses(fields, "To")
	m.Cc = p.addresses(fields, "Cc")
	p.subject()
	m.InReplyTo = p.ids("In-Reply-To")
	m.References = p.ids("References")
	p.messageID()
	p.date()
	if n := len(m.Header["From"]); n != 1 {
		p.problem("the message has %d From fields", n)
	}
	if len(m.From) == 0 {
		p.problem("no author can be read from From")
	}
}

// authors reads From. One with control characters names nobody: the server that
// vouched for the sender may have read another address.
func (p *parser) authors(fields []field) []Address {
	if slices.ContainsFunc(fields, func(f field) bool { return f.name == "From" && f.dirty }) {
		p.problem("From has control characters")
		return nil
	}
	return p.addresses(fields, "From")
}

// maxSubject is longer than anybody reads: answers repeat the subject in their header,
// and servers refuse one of many kilobytes.
const maxSubject = 2000

func (p *parser) subject() {
	subject := p.m.Header.Get("Subject")
	if p.m.Subject = clipped(subject, maxSubject); len(subject) > maxSubject {
		p.problem("the Subject has %d octets; the first %d are kept", len(subject), maxSubject)
	}
}

func (p *parser) messageID() {
	values := p.m.Header["Message-Id"]
	if len(values) > 1 {
		p.problem("the message has %d Message-ID fields; the first counts", len(values))
	}
	if len(values) > 0 {
		if ids := ScanIDs(values[0]); len(ids) > 0 {
			p.m.MessageID = ids[0]
		}
	}
	if p.m.MessageID == "" {
		p.problem("the message has no Message-ID")
	}
}

func (p *parser) ids(name string) []string {
	var ids []string
	for _, value := range p.m.Header[name] {
		ids = append(ids, ScanIDs(value)...)
	}
	if len(ids) > maxIDs {
		p.problem("%s names %d messages; %d are kept", name, len(ids), maxIDs)
		ids = slices.Concat(ids[:1], ids[len(ids)-maxIDs+1:])
	}
	return ids
}

func (p *parser) date() {
	value := p.m.Header.Get("Date")
	date, err := parseDate(value)
	switch {
	case value == "":
		p.problem("the message has no Date")
	case err != nil:
		p.problem("the Date can't be read: %.80q", value)
	}
	p.m.Date = date
}

// finish makes the text of what was read. Where that is nothing it falls back on
// text that came as an attachment, then on the raw body.
func (p *parser) finish(body []byte) {
	wordless := (p.silent != "" || len(p.spare) == 1) && !slices.ContainsFunc(p.pieces, (*piece).hasWords)
	switch {
	case !wordless:
	case p.silent != "":
		p.seal(p.silent)
	case len(p.spare) == 1 && p.m.Unread == "":
		p.problem("the message has no text but that of an attachment (%q), which was read", cmp.Or(p.spare[0].name, p.spare[0].kind))
		p.m.Attached = true
		p.ownText(p.spare[0], place{})
	}
	if p.read == 0 && len(body) > 0 {
		p.problem("no part can be read; the text is the raw body")
		p.m.Unread = cmp.Or(p.m.Unread, "no part of it can be made out")
		p.newPiece().text = []byte(p.decodeCharset(body[:min(len(body), p.lim.TextBytes)], ""))
	}
	p.compose()
}
