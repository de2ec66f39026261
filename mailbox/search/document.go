package search

import (
	"strings"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/message/htmltext"
	"ppamaild/spelling"
)

// document is a text to search. Each form of the text is computed on first use.
type document struct {
	text                   string
	lowered, folded, split string
}

// maxNested is the maximum depth of attached messages to search.
const maxNested = 2

// newDocument collects the words of a message: authors and recipients, subject and text, names
// of attachments, and attached messages.
func newDocument(m *message.Message) *document {
	var b strings.Builder
	gather(&b, m, maxNested)
	return &document{text: b.String()}
}

func gather(b *strings.Builder, m *message.Message, depth int) {
	add := func(s string) {
		b.WriteString(s)
		b.WriteString("\n\n")
	}
	for _, list := range [][]message.Address{m.From, m.To, m.Cc, m.ReplyTo} {
		for _, a := range list {
			add(a.Name)
			add(a.Address)
		}
	}
	add(m.Subject)
	add(unfold(m))
	add(htmltext.Text(m.HTML))
	for _, a := range m.Attachments {
		add(a.Name)
		attached, err := message.Parse(strings.NewReader(a.Message), message.Limits{TextBytes: maxOctets})
		if err != nil || depth == 0 {
			add(a.Report)
			continue
		}
		gather(b, attached, depth-1)
	}
}

// unfold removes the final blank of flowed lines with DelSp, because it splits a word (RFC 3676
// §4.1).
func unfold(m *message.Message) string {
	if m.Flowed && m.DelSp {
		return strings.ReplaceAll(m.Text, " \n", "")
	}
	return m.Text
}

func (d *document) lower() string {
	if d.lowered == "" {
		d.lowered = strings.ToLower(d.text)
	}
	return d.lowered
}

func (d *document) words() string {
	if d.folded == "" {
		d.folded = spelling.Words(d.text)
	}
	return d.folded
}

func (d *document) sentences() string {
	if d.split == "" {
		d.split = spelling.Sentences(d.text)
	}
	return d.split
}
