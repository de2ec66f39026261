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

// Limits bound the data that Parse reads. A zero value means the default. Parse omits data over
// a limit and notes the omission in Problems and Unread. Time needs no limit, because it is
// linear in the data read. Lines and Tags limit the time of later readers.
type Limits struct {
	Bytes       int64 // of the message; default 64 MiB
	HeaderBytes int   // of each header; default 256 KiB
	TextBytes   int   // of Text and of HTML; default 4 MiB
	Lines       int   // of Text; default 100,000
	Tags        int   // of HTML; default 40,000
	Parts       int   // MIME parts; default 200
	Depth       int   // of nested multiparts; default 20
	Files       bool  // keep the content of attachments
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
		Files:       l.Files,
	}
}

// maxIDs limits References: Parse keeps the first and the latest ones.
const maxIDs = 200

// Parse reads a message as far as a person could still understand it. It fails only if r fails
// before the first byte, or if r is empty.
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
		p.leaveOut("the message is over %d bytes; the rest was left out", lim.Bytes)
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
	hint   charset.Hint // charset that the message names somewhere
	parts  int          // parts so far
	read   int          // parts so far without multiparts
	pieces []*piece
	spare  []part // text attachments
	silent string // why there may be no text

	reaction string // the emoji of a reaction, according to the mail program; "" for a written mail
}

// maxProblems limits the description of a message with 40,000 broken parts.
const maxProblems = 50

func (p *parser) problem(format string, args ...any) {
	said := fmt.Sprintf(format, args...)
	if len(p.m.Problems) < maxProblems && !slices.Contains(p.m.Problems, said) {
		p.m.Problems = append(p.m.Problems, said)
	}
}

// verbatim are fields with a syntax of their own and no encoded words (RFC 2047 §5). Otherwise
// a sender could hide "; dkim=pass …" in an address that looks like an encoded word.
var verbatim = []string{"Authentication-Results", "Dkim-Signature"}

// header stores the fields of the message itself.
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

// authors reads From. An address with control characters does not count, because the server
// that authenticated the sender may have read another address.
func (p *parser) authors(fields []field) []Address {
	if slices.ContainsFunc(fields, func(f field) bool { return f.name == "From" && f.dirty }) {
		p.problem("From has control characters")
		return nil
	}
	return p.addresses(fields, "From")
}

// maxSubject is longer than any useful subject. Answers repeat the subject in their header, and
// servers refuse a subject of many kilobytes.
const maxSubject = 2000

// maxAddresses is the maximum number of addresses of one kind of field.
const maxAddresses = 500

// addresses reads every field with a name.
func (p *parser) addresses(fields []field, name string) []Address {
	var all []Address
	for _, f := range fields {
		if f.name == name {
			all = append(all, scanAddresses(f.value)...)
		}
	}
	if len(all) > maxAddresses {
		p.problem("%s has %d addresses; %d are kept", name, len(all), maxAddresses)
		all = all[:maxAddresses]
	}
	return all
}

func (p *parser) subject() {
	subject := p.m.Header.Get("Subject")
	if p.m.Subject = clip(subject, maxSubject); len(subject) > maxSubject {
		p.problem("the Subject has %d bytes; the first %d are kept", len(subject), maxSubject)
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

// finish builds the text. If there is none, it uses text attachments, then the raw body.
func (p *parser) finish(body []byte) {
	wordless := (p.silent != "" || len(p.spare) == 1) && !slices.ContainsFunc(p.pieces, (*piece).hasWords)
	switch {
	case !wordless:
	case p.silent != "":
		p.noteUnreadable(p.silent)
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
