// Package tnef reads winmail.dat files. Outlook wraps a message in TNEF ([MS-OXTNEF]) for
// Exchange; elsewhere the message arrives as an attachment. Read returns only the texts and the
// names of the attached files. No maintained Go library accepts damaged input.
//
// Read does not fail on truncated input: Read returns the readable part and sets Content.Cut.
package tnef

import (
	"cmp"

	"ppamaild/mailbox/message/charset"
)

const (
	signature       = 0x223e9f78
	attrBody        = 0x0002800c // attBody
	attrCodePage    = 0x00069007 // attOemCodepage
	attrMessage     = 0x00069003 // attMsgProps
	attrAttachBegin = 0x00069002 // attAttachRenddata
	attrAttachTitle = 0x00018010 // attAttachTitle
	attrAttachData  = 0x0006800f // attAttachData
	attrAttachProps = 0x00069005 // attAttachment

	propBody     = 0x1000 // PR_BODY
	propRTF      = 0x1009 // PR_RTF_COMPRESSED
	propHTML     = 0x1013 // PR_BODY_HTML
	propCodePage = 0x3fde // PR_INTERNET_CPID, of the HTML
	propFileName = 0x3707 // PR_ATTACH_LONG_FILENAME

	propLong = 0x0003 // PtypInteger32
	propWide = 0x001f // PtypString, UTF-16
)

// Content is the readable content of a winmail.dat.
type Content struct {
	Text, HTML Text
	RTF        []byte // compressed
	Files      []File
	Cut        bool // the data is incomplete
}

// Text is a text in the charset that Label names, or in UTF-16 if Wide is set.
type Text struct {
	Octets []byte
	Wide   bool
	Label  string
}

// UTF16 returns a wide text as UTF-8.
func (t Text) UTF16() string { return utf16Text(t.Octets) }

// File is an attached file.
type File struct {
	Name string
	Size int64
}

// Read reads a winmail.dat. It reports false if data is not TNEF.
func Read(data []byte) (Content, bool) {
	r := reader{label: "windows-1252"}
	ok := r.read(data)
	r.Text.Label = r.label
	r.HTML.Label = cmp.Or(r.htmlLabel, r.label)
	return r.Content, ok
}

// reader is the state of reading one winmail.dat.
type reader struct {
	Content
	label     string // of text that is not UTF-16
	htmlLabel string
}

// read reads the attributes. It returns false if data is not TNEF.
func (t *reader) read(data []byte) bool {
	r := leReader{data: data}
	if r.uint32() != signature {
		return false
	}
	r.take(2) // key
	for len(r.data) > 0 {
		r.take(1) // level
		id := r.uint32()
		length := int(r.uint32())
		t.Cut = length > len(r.data)
		value := r.take(min(length, len(r.data)))
		r.take(2) // checksum
		t.attribute(id, value)
		if r.broken || t.Cut {
			t.Cut = true
			break
		}
	}
	return true
}

// attribute keeps texts and file names. TNEF may repeat a text; the first that is not empty
// counts.
func (t *reader) attribute(id uint32, value []byte) {
	switch id {
	case attrCodePage:
		code := leReader{data: value}
		t.label = charset.CodePage(int(code.uint32()))
	case attrBody:
		t.Text.set(value, false)
	case attrMessage, attrAttachProps:
		t.properties(value)
	case attrAttachBegin:
		t.Files = append(t.Files, File{Name: "unnamed"})
	case attrAttachTitle:
		t.nameFile(value, false)
	case attrAttachData:
		if n := len(t.Files); n > 0 {
			t.Files[n-1].Size = int64(len(value))
		}
	}
}

func (t *Text) set(octets []byte, wide bool) {
	if len(t.Octets) == 0 {
		t.Octets, t.Wide = octets, wide
	}
}

// nameFile names the file that began last, or adds a file if there is none.
func (t *reader) nameFile(value []byte, wide bool) {
	var name string
	if wide {
		name = utf16Text(value)
	} else {
		name, _ = charset.Decode(value, t.label)
	}
	if len(t.Files) == 0 {
		t.Files = append(t.Files, File{})
	}
	t.Files[len(t.Files)-1].Name = name
}

// properties reads MAPI properties ([MS-OXCDATA] §2.11).
func (t *reader) properties(data []byte) {
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
			t.Text.set(value, wide)
		case id == propHTML:
			t.HTML.set(value, wide)
		case id == propRTF:
			t.RTF = value
		case id == propCodePage && kind == propLong:
			code := leReader{data: value}
			t.htmlLabel = charset.CodePage(int(code.uint32()))
		case id == propFileName && len(value) > 0 && len(t.Files) > 0:
			t.nameFile(value, wide)
		}
	}
}
