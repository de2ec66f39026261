package message

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	htmlcharset "golang.org/x/net/html/charset"

	"ppamaild/mailbox/message/charset"
)

// part is a MIME entity before decoding.
type part struct {
	fields []field
	body   []byte
	kind   string // media type, lower case
	params map[string]string
	name   string // file name; empty: not a file
}

func newPart(fields []field, body []byte, defaultKind string) part {
	pt := part{fields: fields, body: body}
	pt.kind, pt.params = mediaType(fieldValue(fields, "Content-Type"))
	if !strings.Contains(pt.kind, "/") { // RFC 2045 §5.2
		pt.kind = defaultKind
	}
	return pt
}

// place is the position of an entity in the message.
type place struct {
	depth  int    // number of multiparts and signatures around it
	within string // media type around it
	piece  *piece // its alternative; nil: none
}

func (w place) inside(kind string) place {
	return place{depth: w.depth + 1, within: kind, piece: w.piece}
}

// part reads one entity and its content.
func (p *parser) part(pt part, at place) {
	p.parts++
	disposition, params := mediaType(fieldValue(pt.fields, "Content-Disposition"))
	pt.name = decodeWords(cmp.Or(params["filename"], pt.params["name"]))
	switch {
	case strings.HasPrefix(pt.kind, "multipart/"):
		if p.multipart(pt, at) {
			return
		}
		p.ownText(pt, at)
	case isText(pt.kind):
		if disposition == "attachment" || pt.name != "" && p.hasText(pt.kind) {
			p.spare = append(p.spare, pt)
			p.attachment(pt)
			return
		}
		p.ownText(pt, at)
	case isOtherText(pt.kind) && pt.name == "" && disposition != "attachment" && at.within != "multipart/alternative":
		p.spare = append(p.spare, pt)
		p.attachment(pt)
	case isSMIME(pt) && p.readSigned(pt, at):
	case pt.kind == "text/vnd.google.email-reaction+json" && p.reacted(pt):
		p.read++
	case isAuxiliary(pt.kind),
		at.within == "multipart/alternative" && strings.HasPrefix(pt.kind, "text/") &&
			!at.piece.isBlank() && pt.kind != "text/calendar":
		p.read++ // a signature, half a file from a Mac, a third alternative
	default:
		p.attachment(pt)
	}
}

// isText reports whether people write text in a media type. Before PGP/MIME, signed text had
// its own type.
func isText(kind string) bool {
	return kind == "text/plain" || kind == "text/html" || kind == "application/pgp"
}

// isAuxiliary reports whether a part only serves another part.
func isAuxiliary(kind string) bool {
	switch kind {
	case "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature", "application/applefile":
		return true
	}
	return false
}

// hasText reports whether the message already has text of a type.
func (p *parser) hasText(kind string) bool {
	return slices.ContainsFunc(p.pieces, func(c *piece) bool {
		return len(c.html) > 0 && kind == "text/html" || len(c.text) > 0 && kind != "text/html"
	})
}

// multipart reads the parts of pt. It returns false if there are none.
func (p *parser) multipart(pt part, at place) bool {
	if p.tooDeep(at) {
		return true
	}
	defaultKind := "text/plain"
	switch pt.kind {
	case "multipart/digest":
		defaultKind = "message/rfc822" // RFC 2046 §5.1.5
	case "multipart/alternative":
		at.piece = cmp.Or(at.piece, p.newPiece())
	}
	s, ok := p.splitter(pt)
	if !ok {
		return false
	}
	for body, ok := s.next(); ok; body, ok = s.next() {
		if p.parts >= p.lim.Parts {
			p.leaveOut("the message has more than %d parts; the rest was left out", p.lim.Parts)
			return true
		}
		h := readHeader(body, p.lim.HeaderBytes, p.hint)
		p.part(newPart(h.fields, h.body, defaultKind), at.inside(pt.kind))
	}
	if !s.closed {
		p.problem("a multipart is not closed")
	}
	return true
}

// splitter finds the parts of pt: by its boundary, under a transfer encoding that RFC 2045 §6.4
// forbids, or by a line that looks like a boundary.
func (p *parser) splitter(pt part) (splitter, bool) {
	s := splitter{rest: pt.body, boundary: pt.params["boundary"]}
	if s.boundary != "" && s.start() {
		return s, true
	}
	if content := p.decode(pt); len(content) < len(pt.body) {
		s = splitter{rest: content, boundary: pt.params["boundary"]}
		if s.boundary != "" && s.start() {
			p.problem("a multipart has a transfer encoding")
			return s, true
		}
	}
	p.problem("the boundary of a multipart is missing or does not occur")
	s = splitter{rest: pt.body, boundary: guessBoundary(pt.body)}
	return s, s.boundary != "" && s.start()
}

func (p *parser) tooDeep(at place) bool {
	if at.depth < p.lim.Depth {
		return false
	}
	p.leaveOut("multiparts are nested more than %d deep; what is below was left out", p.lim.Depth)
	return true
}

// reacted reports whether a part makes the message an emoji reaction.
func (p *parser) reacted(pt part) bool {
	emoji, ok := emojiReaction(p.decode(pt))
	if ok {
		p.reaction = emoji
		p.problem("its author chose an emoji as a reaction to a mail, and wrote nothing")
	}
	return ok
}

func (p *parser) newPiece() *piece {
	c := new(piece)
	p.pieces = append(p.pieces, c)
	return c
}

// ownText adds a part to the message's own text.
func (p *parser) ownText(pt part, at place) {
	p.read++
	content := p.decode(pt)
	if len(content) > p.lim.TextBytes {
		p.leaveOut("the text is over %d bytes; the rest was left out", p.lim.TextBytes)
		content = content[:p.lim.TextBytes]
	}
	to := at.piece
	if to == nil {
		to = p.newPiece()
	}
	if isHTML(pt.kind, content) || pt.kind == "text/html" && len(to.text) > 0 {
		to.html = p.limitHTML(addLines(to.html, p.decodeCharset(content, htmlLabel(pt, content))))
		return
	}
	if !p.hasText(pt.kind) {
		p.m.Flowed = strings.EqualFold(pt.params["format"], "flowed")
		p.m.DelSp = p.m.Flowed && strings.EqualFold(pt.params["delsp"], "yes")
	}
	to.text = p.limitText(addLines(to.text, p.withoutArmor(p.otherText(pt, cutFiles(content, p.noteFile)))))
}

// isHTML looks at the content if the type cannot be right. HTML without tags would lose its
// line ends, and an HTML document is not plain text.
func isHTML(kind string, content []byte) bool {
	if kind == "text/html" {
		return bytes.ContainsAny(content, "<&")
	}
	start := bytes.ToLower(bytes.TrimLeft(content[:min(len(content), 100)], " \t\r\n\xef\xbb\xbf"))
	return bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html"))
}

// htmlLabel returns the charset that the part names, or else the charset that its HTML names.
func htmlLabel(pt part, content []byte) string {
	if label := pt.params["charset"]; label != "" {
		return label
	}
	_, label, sure := htmlcharset.DetermineEncoding(content[:min(len(content), 1024)], "text/html")
	if !sure && label == "windows-1252" { // which means unknown
		return ""
	}
	return label
}

func (p *parser) decodeCharset(content []byte, label string) string {
	text, sound := charset.DecodeHinted(content, label, p.hint)
	if !sound {
		p.problem("text is not in the charset it should be in (%.40q)", label)
	}
	return charset.PlainLines(text)
}
