package message

import (
	"slices"
	"strings"
)

// maxReferences limits the References of a reply. The first one keeps the thread together in
// mail programs; the latest ones give the position in the thread.
const maxReferences = 20

// ReplyReferences returns the References of a reply to parent, oldest first.
//
// RFC 5322 §3.6.4: the parent's References, or its only In-Reply-To if it has no References,
// and then the parent's Message-ID.
func ReplyReferences(parent *Message) []string {
	refs := parent.References
	if len(refs) == 0 && len(parent.InReplyTo) == 1 {
		refs = parent.InReplyTo
	}
	refs = slices.Clone(refs)
	if parent.MessageID != "" {
		refs = slices.DeleteFunc(refs, func(id string) bool { return id == parent.MessageID })
		refs = append(refs, parent.MessageID)
	}
	return boundReferences(refs)
}

func boundReferences(refs []string) []string {
	if len(refs) <= maxReferences {
		return refs
	}
	return slices.Concat(refs[:1], refs[len(refs)-maxReferences+1:])
}

// Writable returns the foreign ids that a field can contain unchanged. A reply omits the
// others, which some senders and gateways create.
func Writable(ids ...string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !isWritable(id) })
}

// isWritable reports whether id is visible ASCII that fits a line. Quoted strings (RFC 5322
// §4.5.4), commas and parentheses occur, and mail programs pass them on in brackets.
func isWritable(id string) bool {
	return id != "" && len(id) <= maxWritable && !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' || r == '<' || r == '>' })
}

// WasNamed reports whether a field gives id as the message's earlier Message-ID.
func (m *Message) WasNamed(id string) bool {
	return slices.ContainsFunc([]string{OriginalIDField, OwnIDField}, func(field string) bool {
		return slices.Contains(ScanIDs(m.Header.Get(field)), id)
	})
}

// OriginalIDField holds the Message-ID that Outlook's servers replaced.
const OriginalIDField = "X-Microsoft-Original-Message-Id"
