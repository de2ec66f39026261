package origin

import (
	"regexp"
	"slices"
	"strings"

	"ppamaild/mailbox"
	"ppamaild/mailbox/message"
)

// maxNamed bounds how many identifiers are taken from one bounce.
const maxNamed = 50

// named returns the Message-IDs that a bounce names: those of the message that it
// returns (RFC 3464 §2.1: the third part is that message, or its header), or of the
// copy in its text, where older servers put it, and then those it answers.
func named(m *message.Message) []string {
	var ids []string
	for _, a := range m.Attachments {
		ids = append(ids, namedIn(a.Report)...)
	}
	text := plain(m)
	ids = slices.Concat(ids, namedIn(text[:min(len(text), maxReport)]), m.InReplyTo, m.References)
	var once []string
	for _, id := range ids {
		if len(once) < maxNamed && !slices.Contains(once, id) {
			once = append(once, id)
		}
	}
	return once
}

// namedIn returns the identifiers in fields that stand in a text.
func namedIn(text string) []string {
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
			ids = append(ids, identifiers(value)...)
		}
		if len(ids) > maxNamed {
			break
		}
	}
	return ids
}

// identifying begins what names a message: a field, or the same inside a sentence
// or a notification in JSON.
var identifying = regexp.MustCompile(`(?i)^(?:.*?message-?id\b|in-reply-to:|references:)`)

// unquoted takes the punctuation of JSON for white space.
var unquoted = strings.NewReplacer(`"`, " ", `\`, " ", ",", " ", ":", " ", "}", " ")

// identifiers returns what stands in angle brackets on one line, and what Amazon SES
// calls mails, which it writes without any.
func identifiers(s string) []string {
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
