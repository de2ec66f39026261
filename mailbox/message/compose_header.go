package message

import (
	"encoding/base64"
	"fmt"
	"net/textproto"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-message"
)

// headerWriter collects header fields and the first error. Every value is checked, because
// go-message corrupts a line end in an address list instead of refusing the value.
type headerWriter struct {
	fields []field
	err    error
}

func (c *headerWriter) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// check refuses a value that a header cannot contain.
func (c *headerWriter) check(name, value string) {
	switch {
	case strings.ContainsFunc(value, unicode.IsControl):
		c.fail(fmt.Errorf("%s has a line end or another control character", name))
	case !utf8.ValidString(value):
		c.fail(fmt.Errorf("%s is not UTF-8", name))
	}
}

func (c *headerWriter) add(name, value string) {
	c.check(name, value)
	c.fields = append(c.fields, field{name: name, value: value})
}

// text adds unstructured text (RFC 5322 §2.2.1).
func (c *headerWriter) text(name, value string) {
	c.check(name, value)
	c.add(name, encodeText(strings.Join(strings.Fields(value), " ")))
}

func (c *headerWriter) addresses(name string, addresses ...Address) {
	if len(addresses) == 0 {
		c.fail(fmt.Errorf("%s has no address", name))
	}
	var written []string
	for _, a := range addresses {
		if err := CheckAddress(a.Address); err != nil {
			c.fail(fmt.Errorf("%s: %w", name, err))
		}
		c.check("a name in "+name, a.Name)
		written = append(written, formatAddress(a))
	}
	c.add(name, strings.Join(written, ", "))
}

func (c *headerWriter) ids(name string, ids ...string) {
	var written []string
	for _, id := range ids {
		if !isWritable(id) {
			c.fail(fmt.Errorf("%s: %.80q is no identifier", name, id))
		}
		written = append(written, "<"+id+">")
	}
	c.add(name, strings.Join(written, " "))
}

// addExtra adds a field of the caller.
func (c *headerWriter) addExtra(name, value string) {
	key := textproto.CanonicalMIMEHeaderKey(name)
	given := slices.ContainsFunc(c.fields, func(f field) bool { return textproto.CanonicalMIMEHeaderKey(f.name) == key })
	switch {
	case given || strings.HasPrefix(key, "Content-") || slices.Contains(reserved, key):
		c.fail(fmt.Errorf("the field %s is not the caller's to add", name))
	case !isFieldName(name):
		c.fail(fmt.Errorf("%q is no field name", name))
	}
	c.text(name, value)
}

// reserved are fields that only Compose may write, or that ppamaild must not write.
var reserved = []string{
	"Mime-Version", "Reply-To", "In-Reply-To", "References", "Thread-Index", "Auto-Submitted",
	"Sender", "Cc", "Bcc", "Return-Path", "Received",
}

// header returns the fields in order. go-message adds fields at the top.
func (c *headerWriter) header() message.Header {
	var h message.Header
	for _, f := range slices.Backward(c.fields) {
		h.AddRaw(fold(f))
	}
	return h
}

// fold writes a field and breaks its lines at a space before 78 characters (RFC 5322 §2.1.1,
// §2.2.3). go-message breaks inside long words.
func fold(f field) []byte {
	const width = 76
	line := make([]byte, 0, len(f.name)+len(f.value)+8)
	line = append(append(line, f.name...), ':')
	length := len(line)
	for word := range strings.SplitSeq(f.value, " ") {
		if length > len(f.name)+1 && length+1+len(word) > width {
			line = append(line, "\r\n"...)
			length = 0
		}
		line = append(append(line, ' '), word...)
		length += 1 + len(word)
	}
	return append(line, "\r\n"...)
}

// maxWritable is the maximum length of a word that fits a line of any field (RFC 5322 §2.1.1).
const maxWritable = 900

// encodeText writes text as encoded words (RFC 2047) if it is not plain, looks like an encoded
// word, or has a word that is too long for a line.
func encodeText(text string) string {
	long := slices.ContainsFunc(strings.Fields(text), func(word string) bool { return len(word) > maxWritable })
	if IsASCII(text) && !strings.Contains(text, "=?") && !long {
		return text
	}
	const room = 45 // bytes of a word, so that it has at most 75 characters
	var words []string
	for len(text) > 0 {
		n := 0
		for n < len(text) {
			_, size := utf8.DecodeRuneInString(text[n:])
			if n+size > room {
				break
			}
			n += size
		}
		words = append(words, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(text[:n]))+"?=")
		text = text[n:]
	}
	return strings.Join(words, " ")
}

// formatAddress writes a mailbox, with its name as atoms, quoted or encoded.
func formatAddress(a Address) string {
	name := strings.Join(strings.Fields(a.Name), " ")
	if name == "" {
		return a.Address
	}
	encoded := encodeText(name)
	if encoded == name && strings.ContainsAny(name, `()<>[]:;@\,."`) {
		encoded = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	}
	return encoded + " <" + a.Address + ">"
}
