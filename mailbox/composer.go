package mailbox

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

// composer collects header fields and the first thing wrong with them. It checks
// every value itself: go-message mangles a line end in an address list instead of
// refusing it.
type composer struct {
	fields []field
	err    error
}

func (c *composer) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *composer) add(name, value string) {
	if strings.ContainsFunc(value, unicode.IsControl) {
		c.fail(fmt.Errorf("the value of %s has a line end or control character", name))
	}
	if !utf8.ValidString(value) {
		c.fail(fmt.Errorf("the value of %s is not UTF-8", name))
	}
	c.fields = append(c.fields, field{name, value})
}

// text adds unstructured text (RFC 5322 §2.2.1).
func (c *composer) text(name, value string) {
	if strings.ContainsFunc(value, unicode.IsControl) {
		c.fail(fmt.Errorf("the value of %s has a line end or control character", name))
	}
	c.add(name, encodeText(strings.Join(strings.Fields(value), " ")))
}

func (c *composer) addresses(name string, addresses ...Address) {
	if len(addresses) == 0 {
		c.fail(fmt.Errorf("%s has no address", name))
	}
	var written []string
	for _, a := range addresses {
		if err := checkAddress(a.Address); err != nil {
			c.fail(fmt.Errorf("%s: %w", name, err))
		}
		if strings.ContainsFunc(a.Name, unicode.IsControl) {
			c.fail(fmt.Errorf("%s: a name has a line end or control character", name))
		}
		written = append(written, formatAddress(a))
	}
	c.add(name, strings.Join(written, ", "))
}

func (c *composer) ids(name string, ids ...string) {
	var written []string
	for _, id := range ids {
		if id == "" || len(id) > maxWritable || !isASCII(id) || strings.ContainsAny(id, "<> \t()\",;") {
			c.fail(fmt.Errorf("%s: %.80q is no identifier", name, id))
		}
		written = append(written, "<"+id+">")
	}
	c.add(name, strings.Join(written, " "))
}

// further adds a field of the caller's.
func (c *composer) further(name, value string) {
	key := textproto.CanonicalMIMEHeaderKey(name)
	given := slices.ContainsFunc(c.fields, func(f field) bool { return textproto.CanonicalMIMEHeaderKey(f.name) == key })
	switch {
	case given || strings.HasPrefix(key, "Content-") || slices.Contains(reserved, key):
		c.fail(fmt.Errorf("the field %s is not the caller's to add", name))
	case !isField([]byte(name+":")) || strings.ContainsAny(name, " \t"):
		c.fail(fmt.Errorf("%q is no field name", name))
	}
	c.text(name, value)
}

// reserved are fields that Compose alone writes, or that only others may.
var reserved = []string{
	"Mime-Version", "Reply-To", "In-Reply-To", "References", "Auto-Submitted",
	"Sender", "Cc", "Bcc", "Return-Path", "Received",
}

// header returns the fields in their order; go-message adds at the top.
func (c *composer) header() message.Header {
	var h message.Header
	for _, f := range slices.Backward(c.fields) {
		h.Add(f.name, f.value)
	}
	return h
}

// maxWritable is the longest word that fits a line whatever the field (RFC 5322 §2.1.1).
const maxWritable = 900

// encodeText writes text as encoded words (RFC 2047) where it is not plain, would
// be taken for one, or has a word that no line can hold.
func encodeText(text string) string {
	long := slices.ContainsFunc(strings.Fields(text), func(word string) bool { return len(word) > maxWritable })
	if isASCII(text) && !strings.Contains(text, "=?") && !long {
		return text
	}
	const room = 45 // octets of a word, so that it has no more than 75 characters
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

// formatAddress writes a mailbox, its name as atoms, quoted or encoded.
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
