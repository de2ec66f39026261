// Package forward finds the message in a forward. The message may be attached, or copied into
// the text below a header that a mail program wrote. Find invents nothing: fields that the
// forward does not show stay empty. Only the forwarder vouches for the original author.
package forward

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// Original is a forwarded message.
type Original struct {
	Message  *message.Message // inline: readable From, Date, Subject, text, attachments
	Reply    reply.Reply      // the parsed Message
	Attached bool             // attached as a message, so its header is complete
	Others   int              // number of further attached messages
}

// Find returns the message that m forwards. r is the parsed text of m. It returns false if m is
// not a forward. loc is the zone of times without a zone.
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
	// Mail programs refer to a forwarded message like to an answered one.
	if len(m.InReplyTo) == 1 {
		msg.MessageID = m.InReplyTo[0]
	}
	return Original{Message: msg, Reply: reply.Extract(msg)}, true
}

// attached returns the first readable attached message.
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

// inline returns the header and the text of the first forwarded message in the text. It removes
// the quote marks of a forward that is marked as a quotation.
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

// dashes matches the line before a forward. Yahoo continues on the same line.
var dashes = lazyregexp.MustCompile(`(?m)^ *[-_=]{2,}[^-_=\n]*[-_=]{2,} *`)

var quoteMarks = lazyregexp.MustCompile(`(?m)^> ?`)

// address matches an address as mail programs show it, with or without brackets: "Alice
// <alice@customer.test>", "Alice [mailto:alice@customer.test]".
var address = lazyregexp.MustCompile(
	`[^\s<>\[\]():;,"'@]+@[^\s<>\[\]():;,"'@]+\.[^\s<>\[\]():;,"'@.]+`,
)

func parseAddress(from string) (message.Address, bool) {
	at := address.FindStringIndex(from)
	if at == nil {
		return message.Address{}, false
	}
	a := message.Address{Name: strings.Trim(strings.TrimSuffix(from[:at[0]], "mailto:"), " \t*\"'<[("), Address: from[at[0]:at[1]]}
	return a, message.CheckAddress(a.Address) == nil
}

// String describes how the message was forwarded.
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
