package threadresolver

import (
	"net/textproto"
	"slices"
	"strings"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/messageid"
	"ppamaild/mailbox/reply"
)

// Signals is all that a message says about the thread it belongs to. None of it
// is verified yet.
type Signals struct {
	MessageID string
	From      []string   // addresses of every author
	IDs       []ID       // what it is called, answers and refers to, each once a field
	Refs      []FoundRef // references in the text and in the addresses it was sent to
	Hints     []string   // thread ids in the subject: never enough to join
	Subject   string     // its subject line: never enough to join either
	Answers   bool       // it says that it answers or forwards something
	Forwarded string     // the subject's prefix that says it is a forward; else empty

	conversation string // key of its Thread-Index; "" if it has none
}

// ID is an identifier that a message names, and the field that names it: a
// Message-ID, or the key of Thread-Index that ConversationKey makes.
type ID struct {
	Value string
	Field string
}

// FoundRef is a reference and where it was found.
type FoundRef struct {
	messageid.Ref
	Where string // InText, InQuote or the name of a field
}

// Where a reference may be found besides fields.
const (
	InText  = "text"
	InQuote = "quoted text"
)

// maxIDs bounds how many identifiers of a message are looked up. The first and
// the last of References matter most: the root and the parent (RFC 5322 §3.6.4).
const maxIDs = 100

// Collect reads the signals of m, whose text was taken apart as r.
func Collect(m *message.Message, r reply.Reply) Signals {
	subject := readSubject(m.Subject)
	s := Signals{
		MessageID: m.MessageID,
		IDs: slices.Concat(idsOf("In-Reply-To", m.InReplyTo), idsOf("References", m.References),
			idsOf("Message-ID", names(m))),
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

// names returns what a message is called: its Message-ID, and the one that its
// author's server replaced. A message that comes after its own answer is known by
// either already.
func names(m *message.Message) []string {
	var ids []string
	if m.MessageID != "" {
		ids = append(ids, m.MessageID)
	}
	return append(ids, message.ScanIDs(m.Header.Get(message.OriginalIDField))...)
}

// readThreadIndex takes Thread-Index for a signal where it says that the message
// answers another. One that begins a conversation may come from a saved draft that
// is sent again and again, and is only learnt.
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

// ConversationKey is what an index holds a thread under for the conversation that
// a Thread-Index is of. No Message-ID can look like it, as none has a space.
func ConversationKey(index message.ThreadIndex) string { return "thread-index " + index.Root() }

// Learn returns the identifiers by which a thread that takes this message in
// should be found from then on: its own and those it refers to, so that two
// answers to a mail that we never saw stay together, and a mail that comes after
// its answer finds it. Of a known thread the index must keep what it has: the ids
// prove nothing.
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

// Forms returns the ways in which a Message-ID may be written: Amazon SES tells
// its callers one without the domain that it puts into the mail.
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

// addressFields are where a plus-tagged address of ours may come back. Hosts
// that strip tags make this one signal of several, never the only one.
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
