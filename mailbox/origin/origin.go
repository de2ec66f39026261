// Package origin says what kind of sender a message comes from, and of a bounce
// which mail it names and whom it is about.
//
// It promises that mail from a person is not taken for automatic because of a
// field that says it is not (Auto-Submitted: no, RFC 3834 §5), nor for its subject
// or its text alone, and that nothing is believed of a bounce: what it says is for
// the caller to verify by the identifiers it names. How surely a sender is who
// they say is for package authres.
package origin

import (
	"cmp"
	"strings"

	"ppamaild/mailbox/message"
)

// Kind is what sort of sender wrote a message.
type Kind string

// The kinds of origin.
const (
	Person    Kind = "person"
	AutoReply Kind = "auto_reply" // any automatic mail that is not one of the others
	Bounce    Kind = "bounce"
	List      Kind = "list"
	Own       Kind = "own" // we sent it
)

// Origin is who a message comes from.
type Origin struct {
	Kind    Kind
	Why     string          // the mark that decided Kind; empty for a person
	From    message.Address // the one author; of a lead whom Reply-To names; zero where Problem is set
	Lead    bool            // a web form wrote it for From, which proves nothing of who filled it in
	Problem string          // why no one author can be told, in words; empty where one can
	Receipt bool            // it says that a mail was opened, or deleted unread, and no more (RFC 8098)

	// Of a bounce, and as little verified as all of it:
	BounceOf   []string    // the Message-IDs it names; only one of ours counts
	Recipients []Recipient // whom it is about, where it says so
	Failed     bool        // it speaks of a failure, not of a delay or a delivery
}

// Classifier tells origins apart. The zero value knows none of our own mail.
type Classifier struct {
	Own         func(messageID string) bool // has a valid mark of ours
	Addresses   []string                    // our own, for X-Loop
	OwnLists    []string                    // List-Ids, or addresses, of groups that stamp the agency's mail
	LeadSenders []string                    // addresses of web forms: their mail is a person's, named in Reply-To
}

// Classify is Classifier.Classify for a caller with no lists to consider.
func Classify(m *message.Message, ownDomainMAC func(id string) bool) Origin {
	return Classifier{Own: ownDomainMAC}.Classify(m)
}

// Classify tells the origin of m.
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
		o.BounceOf, o.Recipients = named(m), recipients(m)
		o.Failed = failed(m, o.Recipients)
	}
	return o
}

func (c Classifier) kind(m *message.Message, from message.Address, lead bool) (Kind, string) {
	if why := c.own(m); why != "" {
		return Own, why
	}
	machine := automatic(m, lead)
	if why := bounce(m, from, cmp.Or(machine, nobody(from, lead))); why != "" {
		return Bounce, why
	}
	if machine != "" {
		return AutoReply, machine
	}
	if why := c.list(m); why != "" && !lead {
		return List, why
	}
	if why := nobody(from, lead); why != "" {
		return AutoReply, why
	}
	return Person, ""
}

// author returns the one mailbox that a message is from. RFC 5322 §3.6 allows
// one From field only; with a second one, readers show different authors.
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

// applicant returns the one person a web form writes for. Elsewhere Reply-To is only
// where an answer goes (RFC 5322 §3.6.2).
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
	for _, item := range list {
		if s != "" && strings.EqualFold(item, s) {
			return true
		}
	}
	return false
}
