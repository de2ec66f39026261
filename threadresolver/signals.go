package threadresolver

import (
	"net/textproto"
	"regexp"
	"slices"
	"strings"

	"ppamaild/mailbox"
	"ppamaild/mailbox/reply"
	"ppamaild/threadresolver/seal"
)

// Signals is all that a message says about the thread it belongs to. None of it
// is verified yet.
type Signals struct {
	MessageID string
	From      []string   // addresses of every author
	IDs       []ID       // what it answers and refers to, oldest first, each once a field
	Refs      []FoundRef // references in the text and in the addresses it was sent to
	Hints     []string   // thread ids in the subject: never enough to join
	Forwarded string     // the subject's prefix that says it is a forward; else empty
}

// ID is a Message-ID that a message names, and the field that names it.
type ID struct {
	Value string
	Field string // "In-Reply-To" or "References"
}

// FoundRef is a reference and where it was found.
type FoundRef struct {
	seal.Ref
	Where string // "text", "quoted text" or the name of a field
}

// maxIDs bounds how many identifiers of a message are looked up. The first and
// the last of References matter most: the root and the parent (RFC 5322 §3.6.4).
const maxIDs = 100

// Collect reads the signals of m, whose text was taken apart as r.
func Collect(m *mailbox.Message, r reply.Reply) Signals {
	s := Signals{
		MessageID: m.MessageID,
		IDs:       slices.Concat(idsOf("In-Reply-To", m.InReplyTo), idsOf("References", m.References)),
		Refs:      slices.Concat(refsInFields(m.Header), refsInText(r)),
		Hints:     hints(m.Subject),
		Forwarded: forwardPrefix(m.Subject),
	}
	for _, a := range m.From {
		s.From = append(s.From, a.Address)
	}
	return s
}

// Learn returns the Message-IDs by which a thread that takes this message in
// should be found from then on: its own and those it refers to, so that two
// answers to a mail that we never saw stay together.
func (s Signals) Learn() []string {
	var ids []string
	if s.MessageID != "" {
		ids = append(ids, s.MessageID)
	}
	for _, id := range s.IDs {
		if !slices.Contains(ids, id.Value) {
			ids = append(ids, id.Value)
		}
	}
	return ids
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
	return append(scan(own.String(), "text"), scan(quoted.String(), "quoted text")...)
}

func scan(text, where string) []FoundRef {
	var found []FoundRef
	for _, ref := range seal.Scan(text) {
		found = append(found, FoundRef{Ref: ref, Where: where})
	}
	return found
}

var subjectTag = regexp.MustCompile(`(?i)\[([QT]-[0-9A-Z]{6})\]`)

func hints(subject string) []string {
	var ids []string
	for _, match := range subjectTag.FindAllStringSubmatch(subject, -1) {
		if id := strings.ToUpper(match[1]); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// forwardPrefixes are what mail programs put before the subject of a forward.
var forwardPrefixes = []string{"fwd", "fw", "wg", "tr", "rv", "enc", "i", "vs", "vb", "doorst", "fs", "pd", "перенаправлено", "пересл", "转发", "轉寄", "転送", "전달"}

// forwardPrefix returns the prefix that says a message is a forward. Only the
// outermost counts: "Re: Fwd: …" answers one.
func forwardPrefix(subject string) string {
	s := strings.ToLower(strings.TrimSpace(subjectTag.ReplaceAllString(subject, "")))
	before, _, ok := strings.Cut(strings.ReplaceAll(s, "：", ":"), ":")
	if before = strings.TrimSpace(before); ok && slices.Contains(forwardPrefixes, before) {
		return before
	}
	return ""
}
