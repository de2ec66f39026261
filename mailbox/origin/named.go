package origin

import (
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/mailbox"
	"ppamaild/mailbox/message"
)

// maxIDs limits the identifiers from one bounce.
const maxIDs = 50

// namedIDs returns the Message-IDs in a bounce. The IDs come from the returned message (RFC 3464
// §2.1: the third part is that message, or its header), or from its copy in the text, as older
// servers write it. The Message-IDs that the returned message answers follow.
func namedIDs(m *message.Message) []string {
	var ids []string
	for _, a := range m.Attachments {
		ids = append(ids, idsInFields(a.Report)...)
	}
	text := plain(m)
	inText := idsInFields(text[:min(len(text), maxReport)])
	ids = slices.Concat(ids, inText, m.InReplyTo, m.References)
	var once []string
	for _, id := range ids {
		if len(once) < maxIDs && !slices.Contains(once, id) {
			once = append(once, id)
		}
	}
	return once
}

// idsInFields returns the identifiers in fields within a text.
func idsInFields(text string) []string {
	var ids []string
	inField := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.TrimLeft(line, ">|"), "\r\n")
		value, folded := line, inField && strings.TrimLeft(line, " \t") != line
		if !folded {
			name := identifying.FindString(line)
			inField, value = name != "", line[len(name):]
		}
		if inField {
			ids = append(ids, bracketedIDs(value)...)
		}
		if len(ids) > maxIDs {
			break
		}
	}
	return ids
}

// identifying matches the beginning of a field that names a message, also inside a sentence or
// a JSON notification.
var identifying = lazyregexp.MustCompile(`(?i)^(?:.*?message-?id\b|in-reply-to:|references:)`)

// unquoted replaces the punctuation of JSON with blanks.
var unquoted = lazy.Replacing(`"`, " ", `\`, " ", ",", " ", ":", " ", "}", " ")

// bracketedIDs returns the text in angle brackets on one line, and Amazon SES's names for mails,
// which have no brackets.
func bracketedIDs(s string) []string {
	var ids []string
	for {
		before, after, ok := strings.Cut(s, "<")
		ids = append(ids, mailbox.ServerIDs(unquoted.Replace(before))...)
		if !ok {
			return ids
		}
		id, rest, ok := strings.Cut(after, ">")
		if !ok {
			return ids
		}
		if strings.Contains(id, "@") && !strings.ContainsAny(id, " \t<") {
			ids = append(ids, id)
		}
		s = rest
	}
}
