package privacy

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"ppamaild/mailbox/message"
)

// placeholder replaces erased text.
const placeholder = "[erased]"

// words are addresses and thread ids, in lower case, that identify data to erase.
type words []string

func (w words) in(text string) bool {
	_, has := w.first(text)
	return has
}

// first returns the first of w in a text.
func (w words) first(text string) (word string, has bool) {
	text = strings.ToLower(text)
	for _, word := range w {
		if isIn(text, word) {
			return word, true
		}
	}
	return "", false
}

// Characters around a complete address. An address inside a longer address belongs to another
// person. Before an address, a letter counts only as part of an escape in JSON,
// quoted-printable or a URL.
const (
	beforeAddress = `(?:^|[^\pL\pN._+-]|\\[bfnrt]|\\u[0-9a-f]{4}|[=%][0-9a-f]{2})`
	afterAddress  = `(?:$|[^\pL\pN.-]|[.-](?:$|[^\pL\pN]))`
)

func isIn(text, word string) bool {
	if !strings.Contains(text, word) || !strings.Contains(word, "@") {
		return strings.Contains(text, word)
	}
	return regexp.MustCompile(beforeAddress + regexp.QuoteMeta(word) + afterAddress).MatchString(text)
}

// inMail reports whether a mail contains one of w, in the raw or the decoded text.
func (w words) inMail(raw []byte) bool {
	if w.in(string(raw)) {
		return true
	}
	m, err := message.Parse(bytes.NewReader(raw), message.Limits{})
	if err != nil {
		return false
	}
	text := []string{m.Subject, m.Text, m.HTML}
	for _, list := range [][]message.Address{m.From, m.ReplyTo, m.To, m.Cc} {
		for _, a := range list {
			text = append(text, a.Address)
		}
	}
	for _, a := range m.Attachments {
		text = append(text, a.Report, a.Message)
	}
	return w.in(strings.Join(text, "\n"))
}

// redact replaces text in JSON. If an object has a text with one of w, all texts of that object
// are replaced. In a list, only the matching texts are replaced. Numbers stay, because they may
// be keys. found reports whether text contained one of w.
func (w words) redact(text []byte) (struck []byte, found bool) {
	if !w.in(string(text)) {
		return text, false
	}
	var value any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return []byte("null"), true
	}
	struck, err := json.Marshal(w.redactValue(value))
	if err != nil {
		return []byte("null"), true
	}
	return struck, true
}

func (w words) redactValue(value any) any {
	switch v := value.(type) {
	case string:
		if w.in(v) {
			return placeholder
		}
	case []any:
		for i := range v {
			v[i] = w.redactValue(v[i])
		}
	case map[string]any:
		about := false
		for key, inner := range v {
			text, is := inner.(string)
			about = about || is && w.in(text)
			v[key] = w.redactValue(inner)
		}
		for key, inner := range v {
			if _, is := inner.(string); is && about {
				v[key] = placeholder
			}
		}
	}
	return value
}
