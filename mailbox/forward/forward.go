// Package forward finds the message that another one passes on, be it attached
// as it was or copied into the text under a header that a mail program wrote. It
// promises that nothing is made up: what the forward does not show stays empty.
// That the original came from whom it names is only the forwarder's word.
package forward

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// Original is a message that was forwarded.
type Original struct {
	Message  *message.Message // inline: its From, Date and Subject as far as they can be read, its text, and what is attached
	Reply    reply.Reply      // Message taken apart
	Attached bool             // as a message of its own, so that its header is whole
	Others   int              // further messages that are attached
}

// Find returns what m, whose text was taken apart as r, forwards; false if it is
// no forward. loc is where a time without a zone is of.
func Find(m *message.Message, r reply.Reply, loc *time.Location) (Original, bool) {
	if o, found := attached(m); found {
		return o, true
	}
	head, text, found := inline(r)
	if !found {
		return Original{}, false
	}
	from, sent, subject := reply.HeaderFields(dashes.ReplaceAllString(head, ""))
	msg := &message.Message{Subject: subject, Text: text, Attachments: m.Attachments, Date: parseDate(sent, loc)}
	if a, ok := parseAddress(from); ok {
		msg.From = []message.Address{a}
	}
	// Mail programs name what they forward as they name what they answer.
	if len(m.InReplyTo) == 1 {
		msg.MessageID = m.InReplyTo[0]
	}
	return Original{Message: msg, Reply: reply.Extract(msg)}, true
}

// attached returns the first message that is attached and can be read.
func attached(m *message.Message) (o Original, found bool) {
	for _, a := range m.Attachments {
		if a.Message == "" {
			continue
		}
		if found {
			o.Others++
			continue
		}
		msg, err := message.Parse(strings.NewReader(a.Message), message.Limits{})
		if err != nil || len(msg.From) == 0 {
			continue
		}
		o, found = Original{Message: msg, Reply: reply.Extract(msg), Attached: true}, true
	}
	return o, found
}

// inline returns the header and the text of the first message that is forwarded
// in the text. A forward that is marked as a quotation is read without its marks.
func inline(r reply.Reply) (head, text string, found bool) {
	is := func(s reply.Segment) bool { return s.Kind == reply.Forward }
	at := slices.IndexFunc(r.Segments, is)
	if at < 0 {
		return "", "", false
	}
	var below []string
	for _, s := range r.Segments[at:] {
		below = append(below, s.Text)
	}
	text = strings.TrimSpace(strings.Join(below, "\n"))
	if at > 0 && r.Segments[at-1].Kind == reply.Attribution {
		return r.Segments[at-1].Text, text, true
	}
	bare := quoteMarks.ReplaceAllString(text, "")
	if bare == text {
		return "", text, true
	}
	if h, t, again := inline(reply.Extract(&message.Message{Subject: "Fwd:", Text: bare})); again {
		return h, t, true
	}
	return "", bare, true
}

// dashes are the line that says that a forward follows; Yahoo goes on behind it.
var dashes = regexp.MustCompile(`(?m)^ *[-_=]{2,}[^-_=\n]*[-_=]{2,} *`)

var quoteMarks = regexp.MustCompile(`(?m)^> ?`)

// address is one that a mail program shows, with or without angle brackets:
// "Alice <alice@customer.test>", "Alice [mailto:alice@customer.test]".
var address = regexp.MustCompile(`[^\s<>\[\]():;,"'@]+@[^\s<>\[\]():;,"'@]+\.[^\s<>\[\]():;,"'@.]+`)

func parseAddress(from string) (message.Address, bool) {
	at := address.FindStringIndex(from)
	if at == nil {
		return message.Address{}, false
	}
	a := message.Address{Name: strings.Trim(strings.TrimSuffix(from[:at[0]], "mailto:"), " \t*\"'<[("), Address: from[at[0]:at[1]]}
	return a, message.CheckAddress(a.Address) == nil
}

// String says in words how it was forwarded, for people.
func (o Original) String() string {
	how := "copied into the text of a forward"
	if o.Attached {
		how = "attached to a forward"
	}
	if o.Others > 0 {
		how += fmt.Sprintf(", with %d more", o.Others)
	}
	return how
}
