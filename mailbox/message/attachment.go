package message

import (
	"cmp"
	"fmt"
	"strings"

	"ppamaild/mailbox/message/charset"
)

// maxReport is the maximum size of a stored report about another message.
const maxReport = 64 << 10

func (p *parser) attachment(pt part) {
	p.read++
	content := p.decode(pt)
	a := Attachment{Name: pt.name, Type: pt.kind, Size: int64(len(content)), ID: strings.Trim(fieldValue(pt.fields, "Content-Id"), "<> \t")}
	if p.lim.Files {
		a.Content = content
	}
	if pt.kind == "message/rfc822" || strings.HasSuffix(strings.ToLower(pt.name), ".eml") {
		a.Message = string(content)
	}
	switch {
	case pt.kind == "message/partial":
		p.noteUnreadable("it is one piece of a message that was sent in several")
	case strings.HasPrefix(pt.kind, "message/"), pt.kind == "text/rfc822-headers":
		text, _ := charset.Decode(content[:min(len(content), maxReport)], pt.params["charset"])
		a.Report = charset.PlainLines(text)
	case pt.kind == "text/calendar":
		text, _ := charset.DecodeHinted(content[:min(len(content), maxReport)], pt.params["charset"], p.hint)
		p.problem("%s", invitation(charset.PlainLines(text)))
		a.Name = cmp.Or(a.Name, "invite.ics")
	case pt.kind == "application/pgp-encrypted":
		p.noteUnreadable("it is encrypted (PGP)")
	}
	p.attach(a)
	if pt.kind == "application/ms-tnef" || strings.EqualFold(pt.name, "winmail.dat") {
		p.winmail(content)
	}
}

// maxFileName is longer than file names on any system.
const maxFileName = 255

// attach adds an attachment, up to the limit on parts. Files in a winmail.dat or in the text
// are not MIME parts, but they count too.
func (p *parser) attach(a Attachment) {
	if len(p.m.Attachments) >= p.lim.Parts {
		p.problem("the message has more than %d attachments; the rest is not named", p.lim.Parts)
		return
	}
	a.Name = clip(cleanControls(a.Name), maxFileName)
	p.m.Attachments = append(p.m.Attachments, a)
}

// noteFile lists a file that was part of a text.
func (p *parser) noteFile(name string, size int, how string) {
	p.problem("a file was part of the text (%s)", how)
	p.attach(Attachment{Name: strings.ToValidUTF8(name, "\ufffd"), Type: "application/octet-stream", Size: int64(size)})
}

// isSMIME reports whether a part is encrypted, or a signature that contains the text.
func isSMIME(pt part) bool {
	return pt.kind == "application/pkcs7-mime" || pt.kind == "application/x-pkcs7-mime" || strings.EqualFold(pt.name, "smime.p7m")
}

// readSigned reads the content of an S/MIME part. It returns false if it cannot.
func (p *parser) readSigned(pt part, at place) bool {
	if strings.EqualFold(pt.params["smime-type"], "certs-only") || p.tooDeep(at) {
		return false
	}
	content, err := signedContent(p.decode(pt))
	if err != nil {
		p.noteUnreadable(err.Error())
		return false
	}
	h := readHeader(content, p.lim.HeaderBytes, p.hint)
	p.part(newPart(h.fields, h.body, "text/plain"), at.inside(pt.kind))
	return true
}

// leaveOut records that a part of the message was not read.
func (p *parser) leaveOut(format string, args ...any) {
	p.problem(format, args...)
	p.m.Unread = cmp.Or(p.m.Unread, fmt.Sprintf(format, args...))
}

// noteUnreadable records why words of the author cannot be read.
func (p *parser) noteUnreadable(why string) {
	p.problem("the message can't be read: %s", why)
	p.m.Unread = cmp.Or(p.m.Unread, why)
}

// decode undoes the transfer encoding. If the body is damaged, it returns the part that it
// could read, or the body as received if that part is empty.
func (p *parser) decode(pt part) []byte {
	content, err := decodeTransfer(fieldValue(pt.fields, "Content-Transfer-Encoding"), pt.body)
	if err != nil {
		p.problem("a part is damaged: %v", err)
		if len(content) == 0 {
			return pt.body
		}
	}
	return content
}
