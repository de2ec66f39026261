package threadresolver

import (
	"net/textproto"
	"slices"
	"strings"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/messageid"
	"ppamaild/mailbox/reply"
)

// Signals holds everything in a message that names its thread. Nothing is verified yet.
type Signals struct {
	MessageID string
	From      []string   // addresses of all authors
	IDs       []ID       // identifiers of the message, its parents and references, once per field
	Refs      []FoundRef // references in the text and in the recipient addresses
	Hints     []string   // thread IDs in the subject: never sufficient
	Subject   string     // the subject line: never sufficient
	Answers   bool       // the message claims to answer or forward a mail
	Forwarded string     // the subject prefix of a forward, or empty

	conversation string // key of the Thread-Index, or ""
}

// ID is an identifier in a message and the field that contains it. The identifier is a
// Message-ID, or a key of ConversationKey.
type ID struct {
	Value string
	Field string
}

// FoundRef is a reference and its place.
type FoundRef struct {
	messageid.Ref
	Where string // InText, InQuote or the name of a field
}

// The places of references outside of fields.
const (
	InText  = "text"
	InQuote = "quoted text"
)

// maxIDs limits the identifiers of a message. The first and the last of References matter
// most: the root and the parent (RFC 5322 §3.6.4).
const maxIDs = 100

// Collect returns the signals of m. r is the parsed text of m.
func Collect(m *message.Message, r reply.Reply) Signals {
	subject := readSubject(m.Subject)
	s := Signals{
		MessageID: m.MessageID,
		IDs: slices.Concat(idsOf("In-Reply-To", m.InReplyTo), idsOf("References", m.References),
			idsOf("Message-ID", ownIDs(m))),
		Refs:      slices.Concat(refsInFields(m.Header), refsInText(r)),
		Hints:     hints(m.Subject),
		Subject:   m.Subject,
		Answers:   subject.answers || len(m.InReplyTo)+len(m.References) > 0,
		Forwarded: subject.forward,
	}
	s.readThreadIndex(m.Header.Get("Thread-Index"))
	for _, a := range m.From {
		s.From = append(s.From, a.Address)
	}
	return s
}

// ownIDs returns the Message-ID of a message and the original Message-ID replaced by the
// author's server. Both may be known from an earlier answer.
func ownIDs(m *message.Message) []string {
	var ids []string
	if m.MessageID != "" {
		ids = append(ids, m.MessageID)
	}
	return append(ids, message.ScanIDs(m.Header.Get(message.OriginalIDField))...)
}

// readThreadIndex makes Thread-Index a signal if the message answers another. A first
// Thread-Index may come from a saved draft that its author sends repeatedly. The index only
// learns such a Thread-Index.
func (s *Signals) readThreadIndex(field string) {
	index, ok := message.ParseThreadIndex(field)
	if !ok {
		return
	}
	s.conversation = ConversationKey(index)
	if index.Answers() {
		s.Answers = true
		s.IDs = append(s.IDs, ID{Value: s.conversation, Field: "Thread-Index"})
	}
}

// ConversationKey returns the key of a Thread-Index conversation in the index. The key contains
// a space, so it differs from every Message-ID.
func ConversationKey(index message.ThreadIndex) string { return "thread-index " + index.Root() }

// Learn returns the identifiers that lead to the thread of a message from now on: the
// identifiers of the message and its references. So two answers to an unseen mail stay
// together, and a mail that arrives after its answer finds the answer. The index must not
// replace known entries, because the identifiers prove nothing.
func (s Signals) Learn() []string {
	var ids []string
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	add(s.MessageID)
	for _, id := range s.IDs {
		for _, form := range Forms(id.Value) {
			add(form)
		}
	}
	add(s.conversation)
	return ids
}

// Forms returns the possible forms of a Message-ID. Amazon SES reports a Message-ID to its
// callers without the domain that it adds to the mail.
func Forms(id string) []string {
	if local, domain, ok := cutLast(id, "@"); ok && isSES(domain) && local != "" {
		return []string{id, local}
	}
	return []string{id}
}

func isSES(domain string) bool {
	const ses = "amazonses.com"
	rest, is := strings.CutSuffix(strings.ToLower(domain), ses)
	return is && (rest == "" || strings.HasSuffix(rest, "."))
}

func idsOf(field string, values []string) []ID {
	if len(values) > maxIDs {
		values = slices.Concat(values[:maxIDs/2], values[len(values)-maxIDs/2:])
	}
	var ids []ID
	seen := map[string]bool{}
	for _, v := range values {
		if !seen[v] {
			seen[v] = true
			ids = append(ids, ID{Value: v, Field: field})
		}
	}
	return ids
}

// addressFields lists the fields that may contain a plus-tagged address of the agency. Some
// hosts strip tags, so the address is never the only signal.
var addressFields = []string{"To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To"}

func refsInFields(h textproto.MIMEHeader) []FoundRef {
	var found []FoundRef
	for _, name := range addressFields {
		for _, value := range h[name] {
			found = append(found, scan(value, name)...)
		}
	}
	return found
}

func refsInText(r reply.Reply) []FoundRef {
	var own, quoted strings.Builder
	for _, s := range r.Segments {
		b := &quoted
		if s.Kind == reply.Own {
			b = &own
		}
		b.WriteString(s.Text + "\n")
	}
	return append(scan(own.String(), InText), scan(quoted.String(), InQuote)...)
}

func scan(text, where string) []FoundRef {
	var found []FoundRef
	for _, ref := range messageid.Scan(text) {
		found = append(found, FoundRef{Ref: ref, Where: where})
	}
	return found
}
