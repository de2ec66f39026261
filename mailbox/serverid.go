package mailbox

import (
	"regexp"
	"strings"

	"ppamaild/mailbox/message"
)

// sesID is what Amazon SES calls a mail that it took, whose Message-ID it replaces
// by this and the domain of the region.
var sesID = regexp.MustCompile(`^[0-9a-f]{16}(-[0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]{6}$`)

// ServerIDs returns the identifiers that a server's reply to a mail gives it
// instead of its Message-ID: Exchange writes them in angle brackets, Amazon SES
// bare and without a domain. Queue numbers are none.
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
