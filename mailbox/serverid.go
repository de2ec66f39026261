package mailbox

import (
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
)

// sesID matches Amazon SES's name for a mail. SES replaces the Message-ID with this name and
// the domain of the region.
var sesID = lazyregexp.MustCompile(`^[0-9a-f]{16}(-[0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]{6}$`)

// ServerIDs returns the identifiers in a server's reply that replace the Message-ID of a mail.
// Exchange writes them in angle brackets, Amazon SES without brackets and domain. Queue numbers
// do not count.
func ServerIDs(reply string) []string {
	var ids []string
	for word := range strings.FieldsSeq(reply) {
		inner, bracketed := strings.CutPrefix(word, "<")
		inner, closed := strings.CutSuffix(inner, ">")
		switch {
		case bracketed && closed && strings.Contains(inner, "@") && len(inner) <= message.MaxID:
			ids = append(ids, inner)
		case sesID.MatchString(word):
			ids = append(ids, word)
		}
	}
	return ids
}
