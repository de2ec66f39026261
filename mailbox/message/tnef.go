package message

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"ppamaild/mailbox/message/internal/rtf"
)

// TNEF ([MS-OXTNEF]) is what Outlook wraps a message in for Exchange; elsewhere it
// arrives as winmail.dat. Only what a person wrote and the names of what was
// attached are read. There is no Go library for it that is kept and takes damaged
// input.
const (
	tnefSignature   = 0x223e9f78
	tnefBody        = 0x0002800c // attBody
	tnefCodePage    = 0x00069007 // attOemCodepage
	tnefMessage     = 0x00069003 // attMsgProps
	tnefAttachBegin = 0x00069002 // attAttachRenddata
	tnefAttachTitle = 0x00018010 // attAttachTitle
	tnefAttachData  = 0x0006800f // attAttachData
	tnefAttachProps = 0x00069005 // attAttachment

	propBody     = 0x1000 // PR_BODY
	propRTF      = 0x1009 // PR_RTF_COMPRESSED
	propHTML     = 0x1013 // PR_BODY_HTML
	propCodePage = 0x3fde // PR_INTERNET_CPID, of the HTML
	propFileName = 0x3707 // PR_ATTACH_LONG_FILENAME

	propLong = 0x0003 // PtypInteger32
	propWide = 0x001f // PtypString, UTF-16
)

// tnefReader is the state of reading one winmail.dat.
type tnefReader struct {
	text, html tnefValue
	rtf        []byte // compressed
	label      string // of text, unless it is UTF-16
	htmlLabel  string
	files      []Attachment
	cut        bool
}

type tnefValue struct {
	octets []byte
	wide   bool
}

// tnef adds what a winmail.dat holds; its text where the message has no other.
func (p *parser) tnef(data []byte) {
	t := tnefReader{label: "windows-1252"}
	if !t.read(data) {
		p.problem("a winmail.dat can't be read")
		p.silent = cmp.Or(p.silent, "its winmail.dat is damaged")
		return
	}
	p.problem("the message came as winmail.dat (TNEF)")
	if t.cut {
		p.problem("a winmail.dat breaks off")
		p.silent = cmp.Or(p.silent, "its winmail.dat breaks off")
	}
	for _, file := range t.files {
		p.attach(file)
	}
	if slices.ContainsFunc(p.pieces, (*piece).hasWords) {
		return
	}
	c := p.newPiece()
	c.text = []byte(p.tnefText(t.text, t.label))
	c.html = []byte(p.tnefText(t.html, cmp.Or(t.htmlLabel, t.label)))
	if c.isBlank() && len(t.rtf) > 0 && !p.tnefRTF(c, t.rtf) {
		t.cut = true
		p.silent = cmp.Or(p.silent, "its text is only in winmail.dat, as RTF that is damaged")
	}
	if t.cut {
		p.seal(p.silent) // what is missing may be a "but"
	}
}

// tnefRTF reads RTF, which is all there is where Outlook makes no HTML, and reports
// whether it is whole.
func (p *parser) tnefRTF(c *piece, compressed []byte) bool {
	source, err := rtf.Decompress(compressed, p.lim.TextBytes)
	text, isHTML := rtf.Read(source, inCodePage)
	if isHTML {
		c.html = []byte(plainLines(text))
	} else {
		c.text = []byte(plainLines(text))
	}
	return err == nil
}

func (p *parser) tnefText(v tnefValue, label string) string {
	if v.wide {
		return plainLines(strings.TrimRight(utf16Text(v.octets), "\x00"))
	}
	return p.decodeCharset(bytes.TrimRight(v.octets, "\x00"), label)
}

// read goes through the attributes; it reports false where data is no TNEF.
func (t *tnefReader) read(data []byte) bool {
	r := leReader{data: data}
	if r.uint32() != tnefSignature {
		return false
	}
	r.take(2) // key
	for len(r.data) > 0 {
		r.take(1) // level
		id := r.uint32()
		length := int(r.uint32())
		t.cut = length > len(r.data)
		value := r.take(min(length, len(r.data)))
		r.take(2) // checksum
		t.attribute(id, value)
		if r.broken || t.cut {
			t.cut = true
			break
		}
	}
	return true
}

// attribute takes what a person may want; TNEF may repeat a text, and the first
// that is not empty counts.
func (t *tnefReader) attribute(id uint32, value []byte) {
	switch id {
	case tnefCodePage:
		code := leReader{data: value}
		t.label = codePageLabel(int(code.uint32()))
	case tnefBody:
		t.text.set(value, false)
	case tnefMessage, tnefAttachProps:
		t.properties(value)
	case tnefAttachBegin:
		t.files = append(t.files, Attachment{Name: "unnamed", Type: "application/octet-stream"})
	case tnefAttachTitle:
		t.nameFile(value, false)
	case tnefAttachData:
		if n := len(t.files); n > 0 {
			t.files[n-1].Size = int64(len(value))
		}
	}
}

func (v *tnefValue) set(octets []byte, wide bool) {
	if len(v.octets) == 0 {
		*v = tnefValue{octets, wide}
	}
}

// nameFile names the file that was begun last, or one of which nothing else is known.
func (t *tnefReader) nameFile(value []byte, wide bool) {
	var name string
	if wide {
		name = utf16Text(value)
	} else {
		name, _ = decodeBytes(value, t.label)
	}
	if len(t.files) == 0 {
		t.files = append(t.files, Attachment{Type: "application/octet-stream"})
	}
	t.files[len(t.files)-1].Name = name
}

// properties goes through MAPI properties ([MS-OXCDATA] §2.11).
func (t *tnefReader) properties(data []byte) {
	r := leReader{data: data}
	for n := r.uint32(); n > 0 && !r.broken; n-- {
		kind, id := r.uint16(), r.uint16()
		if id >= 0x8000 {
			r.propName()
		}
		value := r.propValue(kind)
		wide := kind == propWide
		switch {
		case id == propBody:
			t.text.set(value, wide)
		case id == propHTML:
			t.html.set(value, wide)
		case id == propRTF:
			t.rtf = value
		case id == propCodePage && kind == propLong:
			code := leReader{data: value}
			t.htmlLabel = codePageLabel(int(code.uint32()))
		case id == propFileName && len(value) > 0 && len(t.files) > 0:
			t.nameFile(value, wide)
		}
	}
}
