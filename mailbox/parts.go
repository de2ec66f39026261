package mailbox

import (
	"bytes"
	"cmp"
	"mime"
	"strings"

	"golang.org/x/net/html/charset"
)

// part is a MIME entity that is not yet decoded.
type part struct {
	fields []field
	body   []byte
	kind   string // media type, lower case
	params map[string]string
}

func newPart(fields []field, body []byte, defaultKind string) part {
	pt := part{fields: fields, body: body}
	pt.kind, pt.params = mediaType(fieldValue(fields, "Content-Type"))
	if !strings.Contains(pt.kind, "/") { // RFC 2045 §5.2
		pt.kind = defaultKind
	}
	return pt
}

// maxParamField is the longest field whose parameters are parsed in full.
const maxParamField = 8 << 10

// mediaType reads a value with parameters, as Content-Type and
// Content-Disposition have, and makes do with malformed ones.
func mediaType(value string) (string, map[string]string) {
	value = value[:min(len(value), maxParamField)]
	kind, params, err := mime.ParseMediaType(value)
	if err == nil {
		return kind, params
	}
	pieces := strings.Split(value, ";")
	params = map[string]string{}
	for _, piece := range pieces[1:] {
		name, value, ok := strings.Cut(piece, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := params[name]; ok && !twice {
			params[name] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return strings.ToLower(strings.TrimSpace(pieces[0])), params
}

// part reads one entity and what it holds.
func (p *parser) part(pt part, depth int) {
	p.parts++
	disposition, params := mediaType(fieldValue(pt.fields, "Content-Disposition"))
	name := cleanControls(decodeWords(cmp.Or(params["filename"], pt.params["name"])))
	text := &p.text
	if pt.kind == "text/html" {
		text = &p.html
	}
	switch {
	case strings.HasPrefix(pt.kind, "multipart/") && p.multipart(pt, depth):
	case pt.kind != "text/plain" && pt.kind != "text/html" && !strings.HasPrefix(pt.kind, "multipart/"),
		disposition == "attachment", name != "" && len(*text) > 0:
		p.attachment(pt, name)
	default:
		p.ownText(pt, text)
	}
}

// multipart reads the parts of pt, and reports false if there are none to be seen.
func (p *parser) multipart(pt part, depth int) bool {
	if depth >= p.lim.Depth {
		p.problem("multiparts are nested more than %d deep; what is below was left out", p.lim.Depth)
		return true
	}
	defaultKind := "text/plain"
	if pt.kind == "multipart/digest" {
		defaultKind = "message/rfc822" // RFC 2046 §5.1.5
	}
	s := splitter{rest: pt.body, boundary: pt.params["boundary"]}
	if s.boundary == "" || !s.start() {
		p.problem("the boundary of a multipart is missing or does not occur")
		s = splitter{rest: pt.body, boundary: guessBoundary(pt.body)}
		if s.boundary == "" || !s.start() {
			return false
		}
	}
	for body, ok := s.next(); ok; body, ok = s.next() {
		if p.parts >= p.lim.Parts {
			p.problem("the message has more than %d parts; the rest was left out", p.lim.Parts)
			return true
		}
		h := readHeader(body, p.lim.HeaderBytes)
		p.part(newPart(h.fields, h.body, defaultKind), depth+1)
	}
	if !s.closed {
		p.problem("a multipart is not closed")
	}
	return true
}

// ownText adds a part to the message's own text.
func (p *parser) ownText(pt part, to *[]byte) {
	p.read++
	content := p.decode(pt, p.lim.TextBytes)
	if to == &p.text && len(p.text) == 0 {
		p.m.Flowed = strings.EqualFold(pt.params["format"], "flowed")
		p.m.DelSp = p.m.Flowed && strings.EqualFold(pt.params["delsp"], "yes")
	}
	label := pt.params["charset"]
	if label == "" && to == &p.html {
		_, label, _ = charset.DetermineEncoding(content[:min(len(content), 1024)], "text/html")
	}
	p.addText(to, p.decodeCharset(content, label))
}

func (p *parser) decodeCharset(content []byte, label string) string {
	text, sound := decodeBytes(content, label)
	if !sound {
		p.problem("text is not in the charset it should be in (%.40q)", label)
	}
	return plainLines(text)
}

func (p *parser) addText(to *[]byte, text string) {
	if len(*to) > 0 && len(text) > 0 && !bytes.HasSuffix(*to, []byte("\n")) {
		*to = append(*to, '\n')
	}
	*to = append(*to, text...)
	if len(*to) > p.lim.TextBytes {
		p.problem("the text is over %d octets; the rest was left out", p.lim.TextBytes)
		*to = bytes.ToValidUTF8((*to)[:p.lim.TextBytes], nil)
	}
}

// maxReport is how much is kept of a part that speaks about another message.
const maxReport = 64 << 10

func (p *parser) attachment(pt part, name string) {
	p.read++
	content := p.decode(pt, len(pt.body))
	a := Attachment{Name: name, Type: pt.kind, Size: int64(len(content))}
	if strings.HasPrefix(pt.kind, "message/") || pt.kind == "text/rfc822-headers" {
		text, _ := decodeBytes(content[:min(len(content), maxReport)], pt.params["charset"])
		a.Report = plainLines(text)
	}
	p.m.Attachments = append(p.m.Attachments, a)
	if pt.kind == "application/ms-tnef" || strings.EqualFold(name, "winmail.dat") {
		p.tnef(content)
	}
}

// decode undoes the transfer encoding. Of a body that breaks it keeps what was
// read, or all of it as it stands where that is nothing.
func (p *parser) decode(pt part, limit int) []byte {
	content, err := decodeTransfer(fieldValue(pt.fields, "Content-Transfer-Encoding"), pt.body, limit)
	if err != nil {
		p.problem("a part is damaged: %v", err)
		if len(content) == 0 {
			return pt.body
		}
	}
	return content
}
