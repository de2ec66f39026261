package privacy

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"ppamaild/mailbox/message"
)

// erased stands where words were.
const erased = "[erased]"

// words are what tells that something is about whom or what is to be erased: addresses
// and the ids of threads, in lower case.
type words []string

func (w words) in(text string) bool {
	_, has := w.first(text)
	return has
}

// first returns the first of them that a text has.
func (w words) first(text string) (word string, has bool) {
	text = strings.ToLower(text)
	for _, word := range w {
		if isIn(text, word) {
			return word, true
		}
	}
	return "", false
}

// What may stand before and after an address that is not a part of a longer one, which
// is somebody else's: letters are before it only as what JSON, quoted-printable or a URL
// writes for another character.
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

// inMail looks for words in a mail as it stands and as it reads.
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

// strike returns JSON with all that stands beside one of the words erased: the texts of
// the innermost object, and those of a list that has one. Numbers stay, so that what is
// counted off by them is found. It reports whether there were any.
func (w words) strike(text []byte) (struck []byte, found bool) {
	if !w.in(string(text)) {
		return text, false
	}
	var value any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return []byte("null"), true
	}
	struck, err := json.Marshal(w.strikeValue(value))
	if err != nil {
		return []byte("null"), true
	}
	return struck, true
}

func (w words) strikeValue(value any) any {
	switch v := value.(type) {
	case string:
		if w.in(v) {
			return erased
		}
	case []any:
		for i := range v {
			v[i] = w.strikeValue(v[i])
		}
	case map[string]any:
		about := false
		for key, inner := range v {
			text, is := inner.(string)
			about = about || is && w.in(text)
			v[key] = w.strikeValue(inner)
		}
		for key, inner := range v {
			if _, is := inner.(string); is && about {
				v[key] = erased
			}
		}
	}
	return value
}
