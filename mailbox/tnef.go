package mailbox

import (
	"encoding/binary"
	"fmt"
	"unicode/utf16"
)

// TNEF ([MS-OXTNEF]) is what Outlook wraps a message in for Exchange; elsewhere it
// arrives as winmail.dat. Only what a person wrote and the names of what was
// attached are read.
const (
	tnefSignature   = 0x223e9f78
	tnefBody        = 0x0002800c // attBody
	tnefCodePage    = 0x00069007 // attOemCodepage
	tnefMessage     = 0x00069003 // attMsgProps
	tnefAttachTitle = 0x00018010 // attAttachTitle

	propBody = 0x1000 // PR_BODY
	propHTML = 0x1013 // PR_BODY_HTML
	propWide = 0x001f // PtypString, UTF-16
)

// tnef adds what a winmail.dat holds, where the message has no text of its own.
func (p *parser) tnef(data []byte) {
	r := leReader{data: data}
	if r.uint32() != tnefSignature {
		p.problem("a winmail.dat can't be read")
		return
	}
	r.take(2) // key
	p.problem("the message came as winmail.dat (TNEF)")
	label := "windows-1252"
	for len(r.data) > 0 {
		r.take(1) // level
		id := r.uint32()
		value := r.take(int(r.uint32()))
		r.take(2) // checksum
		if r.broken {
			p.problem("a winmail.dat breaks off")
			return
		}
		switch id {
		case tnefCodePage:
			code := leReader{data: value}
			label = fmt.Sprintf("windows-%d", code.uint32())
		case tnefBody:
			p.tnefText(&p.text, value, label)
		case tnefMessage:
			p.tnefProps(value, label)
		case tnefAttachTitle:
			name, _ := decodeBytes(value, label)
			p.m.Attachments = append(p.m.Attachments, Attachment{Name: cleanControls(name), Type: "application/octet-stream"})
		}
	}
}

// tnefText adds value unless there is such text already, as TNEF repeats it.
func (p *parser) tnefText(to *[]byte, value []byte, label string) {
	if len(*to) == 0 {
		p.addText(to, p.decodeCharset(trimNUL(value), label))
	}
}

func trimNUL(b []byte) []byte {
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}

// tnefProps adds the bodies among MAPI properties ([MS-OXCDATA] §2.11).
func (p *parser) tnefProps(data []byte, label string) {
	r := leReader{data: data}
	for n := r.uint32(); n > 0 && !r.broken; n-- {
		kind, id := r.uint16(), r.uint16()
		if id >= 0x8000 {
			r.propName()
		}
		value := r.propValue(kind)
		charset := label
		if kind == propWide {
			value, charset = utf16Text(value), "utf-8"
		}
		switch id {
		case propBody:
			p.tnefText(&p.text, value, charset)
		case propHTML:
			p.tnefText(&p.html, value, charset)
		}
	}
}

// leReader reads little-endian values; past the end it is broken and gives zeros.
type leReader struct {
	data   []byte
	broken bool
}

func (r *leReader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.data, r.broken = nil, true
		return nil
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *leReader) uint16() uint16 {
	b := r.take(2)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint16(b)
}

func (r *leReader) uint32() uint32 {
	b := r.take(4)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}

// padded takes a counted value that is padded to four octets.
func (r *leReader) padded() []byte {
	n := int(r.uint32())
	value := r.take(n)
	r.take((4 - n%4) % 4)
	return value
}

func (r *leReader) propName() {
	r.take(16) // GUID
	if named := r.uint32(); named == 1 {
		r.padded()
	} else {
		r.take(4)
	}
}

// propValue returns the (last) value of a property.
func (r *leReader) propValue(kind uint16) []byte {
	const multiple = 0x1000
	count := uint32(1)
	variable := false
	switch kind &^ multiple {
	case 0x1e, propWide, 0x102, 0x0d: // string of octets, of UTF-16, binary, object
		variable = true
	}
	if variable || kind&multiple != 0 {
		count = r.uint32()
	}
	var value []byte
	for ; count > 0 && !r.broken; count-- {
		if variable {
			value = r.padded()
		} else {
			value = r.take(fixedWidth(kind &^ multiple))
		}
	}
	return value
}

// fixedWidth is the width of a value in TNEF, where the least is four octets.
func fixedWidth(kind uint16) int {
	switch kind {
	case 0x05, 0x06, 0x07, 0x14, 0x40: // double, currency, time, 64 bits, FILETIME
		return 8
	case 0x48: // GUID
		return 16
	}
	return 4
}

func utf16Text(b []byte) []byte {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}
