package origin

import (
	"cmp"
	"mime"
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/message/htmltext"
)

// bounce returns the mark by which m reports on the delivery of another message, or "". machine
// is the mark by which m is automatic, or "".
func bounce(m *message.Message, from message.Address, machine string) string {
	switch kind := reportType(m); {
	case kind == "delivery-status": // RFC 6522 §3, RFC 3464 §2
		return "multipart/report; report-type=delivery-status"
	case kind == "unknown" && slices.ContainsFunc(m.Attachments, isDeliveryStatus):
		return "multipart/report with a delivery status"
	case kind != "" && kind != "unknown":
		return "" // a report about something else
	case strings.HasSuffix(contentType(m), "/delivery-status"):
		return "Content-Type: " + contentType(m)
	case m.Header.Get("X-Failed-Recipients") != "":
		return "X-Failed-Recipients"
	case isMailer(m, from):
		return "From " + strings.TrimSpace(m.Header.Get("From"))
	}
	return bounceWords(m, machine)
}

// bounceWords returns the words by which m reports on a delivery, or "". A subject that a person
// could write is not enough, and neither is text alone.
func bounceWords(m *message.Message, machine string) string {
	likely := subjectBegins(m, bounceSubjects)
	switch {
	case subjectBegins(m, serverSubjects), likely && emptyEnvelope(m):
		return "Subject: " + m.Subject
	case !likely && machine == "":
		return ""
	}
	if phrase := undelivered(m); phrase != "" {
		return "it says: " + phrase
	}
	return ""
}

func isDeliveryStatus(a message.Attachment) bool {
	return a.Type == "message/delivery-status" || a.Type == "message/global-delivery-status" // RFC 6533 §3
}

// contentType returns the message's media type in lower case.
func contentType(m *message.Message) string {
	field := m.Header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(field)
	if err != nil {
		return keyword(field)
	}
	return media
}

// reportType returns the report-type of a multipart/report in lower case, "unknown" if it is
// missing, or "" for any other message. A receipt without its report counts as one (RFC 8098
// §3).
func reportType(m *message.Message) string {
	switch contentType(m) {
	case "message/disposition-notification", "message/global-disposition-notification":
		return dispositionReport
	case "multipart/report":
	default:
		return ""
	}
	_, params, _ := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if kind := strings.ToLower(strings.TrimSpace(params["report-type"])); kind != "" {
		return kind
	}
	return "unknown"
}

// isMailer reports whether From is the address of a mail server.
func isMailer(m *message.Message, from message.Address) bool {
	local, _, _ := strings.Cut(strings.ToLower(from.Address), "@")
	switch withoutMarks(local) {
	case "mailerdaemon", "postmaster", "maildaemon", "mdaemon":
		return true
	}
	field := strings.ToLower(m.Header.Get("From"))
	return (local == "" || !strings.Contains(from.Address, "@")) && (strings.Contains(field, "mailer-daemon") || strings.Contains(field, "mail delivery"))
}

// subjectBegins reports whether the subject begins with one of the words. An answer, or a mail
// in a conversation, does not count.
func subjectBegins(m *message.Message, words []string) bool {
	subject := strings.TrimLeft(strings.ToLower(m.Subject), " [(*!-")
	return (len(m.InReplyTo) == 0 || emptyEnvelope(m)) && prefixOf(subject, words) != ""
}

// maxOpening is the length of the examined text: the beginning of a mail is enough to classify
// the mail.
const (
	maxOpening = 4 << 10   // bytes
	maxHTML    = 128 << 10 // bytes
)

var (
	// enhanced matches a status code (RFC 3463 §2) or a reply code (RFC 5321 §4.2) of a
	// failure.
	enhanced = lazyregexp.MustCompile(`\b[45]\.\d{1,3}\.\d{1,3}\b|\b[45]\d\d[ -]`)
	// notification matches a delivery report of Amazon SES in JSON.
	notification = lazyregexp.MustCompile(`(?i)\\?"(?:notification|event)Type\\?"\s*:\s*\\?"(Bounce|Delivery|DeliveryDelay)\\?"`)
)

// undelivered returns the words of a text that report a failed or late delivery. The text must
// also contain an address, a code, or the mail.
func undelivered(m *message.Message) string {
	text := opening(m)
	if words := notification.FindString(text); words != "" {
		return words
	}
	if !strings.Contains(text, "@") && !enhanced.MatchString(text) && !slices.ContainsFunc(m.Attachments, isReturned) {
		return ""
	}
	return cmp.Or(phraseIn(text, undeliveredPhrases), phraseIn(text, latePhrases))
}

func isReturned(a message.Attachment) bool {
	return a.Type == "message/rfc822" || a.Type == "text/rfc822-headers" || a.Type == "message/global"
}

// opening returns the beginning of a message in lower case.
func opening(m *message.Message) string {
	text := plain(m)
	return strings.ToLower(text[:min(len(text), maxOpening)])
}

// plain returns the text of a message, or the text of its HTML.
func plain(m *message.Message) string {
	if strings.TrimSpace(m.Text) != "" || m.HTML == "" {
		return m.Text
	}
	return htmltext.Text(m.HTML[:min(len(m.HTML), maxHTML)])
}
