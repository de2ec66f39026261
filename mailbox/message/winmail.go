package message

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"ppamaild/mailbox/message/charset"
	"ppamaild/mailbox/message/internal/rtf"
	"ppamaild/mailbox/message/tnef"
)

// winmail adds the files of a winmail.dat, and its text if the message has no other text.
func (p *parser) winmail(data []byte) {
	content, ok := tnef.Read(data)
	if !ok {
		p.problem("a winmail.dat can't be read")
		p.silent = cmp.Or(p.silent, "its winmail.dat is damaged")
		return
	}
	p.problem("the message came as winmail.dat (TNEF)")
	if content.Cut {
		p.problem("a winmail.dat breaks off")
		p.silent = cmp.Or(p.silent, "its winmail.dat breaks off")
	}
	for _, file := range content.Files {
		p.attach(Attachment{Name: file.Name, Type: "application/octet-stream", Size: file.Size})
	}
	if slices.ContainsFunc(p.pieces, (*piece).hasWords) {
		return
	}
	c := p.newPiece()
	c.text = []byte(p.winmailText(content.Text))
	c.html = []byte(p.winmailText(content.HTML))
	cut := content.Cut
	if c.isBlank() && len(content.RTF) > 0 && !p.winmailRTF(c, content.RTF) {
		cut = true
		p.silent = cmp.Or(p.silent, "its text is only in winmail.dat, as RTF that is damaged")
	}
	if cut {
		p.noteUnreadable(p.silent) // the missing part may begin with "but"
	}
}

// winmailRTF reads RTF and reports whether it is whole. Outlook sends RTF alone when it
// makes no HTML.
func (p *parser) winmailRTF(c *piece, compressed []byte) bool {
	source, err := rtf.Decompress(compressed, p.lim.TextBytes)
	text, isHTML := rtf.Read(source, inCodePage)
	if isHTML {
		c.html = []byte(charset.PlainLines(text))
	} else {
		c.text = []byte(charset.PlainLines(text))
	}
	return err == nil
}

func (p *parser) winmailText(t tnef.Text) string {
	if t.Wide {
		return charset.PlainLines(strings.TrimRight(t.UTF16(), "\x00"))
	}
	return p.decodeCharset(bytes.TrimRight(t.Octets, "\x00"), t.Label)
}
