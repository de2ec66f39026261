// Package origin classifies the sender of a message. For a bounce it also returns the mail that
// the bounce names.
//
// A person's mail does not count as automatic because of a field that says otherwise
// (Auto-Submitted: no, RFC 3834 §5), or because of its subject or text alone. Nothing in a
// bounce is verified: the caller checks the identifiers that it names. Package authres judges
// whether a sender is authentic.
package origin

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/mailbox/message"
)

// Kind is the kind of a sender.
type Kind string

// The kinds of origin.
const (
	Person    Kind = "person"
	AutoReply Kind = "auto_reply" // any other automatic mail
	Bounce    Kind = "bounce"
	List      Kind = "list"
	Own       Kind = "own" // we sent it
)

// Origin is the result of Classify.
type Origin struct {
	Kind    Kind
	Why     string          // the mark that decided Kind; empty for a person
	From    message.Address // the only author; for a lead the person in Reply-To; zero if Problem is set
	Lead    bool            // a web form wrote it for From; no proof of the author
	Problem string          // why there is no single author, in words; or empty
	Receipt bool            // only says that a mail was opened or deleted (RFC 8098)

	// Of a bounce, unverified:
	BounceOf []string // the Message-IDs in the bounce; only the daemon's own count
	Failed   bool     // it reports a failure, not a delay or a delivery
}

// Classifier classifies messages. The zero value recognizes no mail by the agency.
type Classifier struct {
	Own         func(messageID string) bool // reports a valid MAC by the agency
	Addresses   []string                    // our addresses, for X-Loop
	OwnLists    []string                    // List-Ids or addresses of groups that the agency's mail passes
	LeadSenders []string                    // addresses of web forms; Reply-To names the person
}

// Classify is Classifier.Classify without any lists.
func Classify(m *message.Message, ownDomainMAC func(id string) bool) Origin {
	return Classifier{Own: ownDomainMAC}.Classify(m)
}

// Classify returns the origin of m.
func (c Classifier) Classify(m *message.Message) Origin {
	var o Origin
	o.From, o.Problem = author(m)
	o.Lead = containsFold(c.LeadSenders, o.From.Address)
	o.Kind, o.Why = c.kind(m, o.From, o.Lead)
	o.Receipt = o.Kind == AutoReply && receipt(m) != ""
	if o.Lead && o.Kind != Bounce && o.Kind != Own {
		o.From, o.Problem = applicant(m)
	}
	if o.Kind == Bounce {
		o.BounceOf, o.Failed = namedIDs(m), failed(m)
	}
	return o
}

func (c Classifier) kind(m *message.Message, from message.Address, lead bool) (Kind, string) {
	if why := c.own(m); why != "" {
		return Own, why
	}
	machine := automatic(m, lead)
	if why := bounce(m, from, cmp.Or(machine, unreadAddress(from, lead))); why != "" {
		return Bounce, why
	}
	if machine != "" {
		return AutoReply, machine
	}
	if why := c.list(m); why != "" && !lead {
		return List, why
	}
	if why := unreadAddress(from, lead); why != "" {
		return AutoReply, why
	}
	return Person, ""
}

// author returns the only author of a message. RFC 5322 §3.6 allows only one From field; with
// two, mail programs show different authors.
func author(m *message.Message) (message.Address, string) {
	switch {
	case len(m.Header["From"]) > 1:
		return message.Address{}, "more than one From field"
	case len(m.From) > 1:
		return message.Address{}, "more than one author in From"
	case len(m.From) == 0 || m.From[0].Address == "":
		return message.Address{}, "no readable author in From"
	}
	return m.From[0], ""
}

// applicant returns the only person that a web form writes for. In other mail Reply-To is only
// the address for answers (RFC 5322 §3.6.2).
func applicant(m *message.Message) (message.Address, string) {
	if len(m.Header["Reply-To"]) != 1 || len(m.ReplyTo) != 1 || m.ReplyTo[0].Address == "" {
		return message.Address{}, "the web form's Reply-To does not name one person"
	}
	return m.ReplyTo[0], ""
}

func (c Classifier) own(m *message.Message) string {
	if c.Own != nil && m.MessageID != "" && c.Own(m.MessageID) {
		return "Message-ID is one of ours"
	}
	for _, loop := range m.Header["X-Loop"] {
		if containsFold(c.Addresses, strings.TrimSpace(loop)) {
			return "X-Loop: " + loop
		}
	}
	return ""
}

func containsFold(list []string, s string) bool {
	is := func(item string) bool { return strings.EqualFold(item, s) }
	return s != "" && slices.ContainsFunc(list, is)
}
