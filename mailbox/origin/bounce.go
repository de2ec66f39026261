package origin

import (
	"mime"
	"net/textproto"
	"slices"
	"strings"

	"ppamaild/mailbox"
)

// bounce returns the mark by which m reports on the delivery of another
// message, or "".
func bounce(m *mailbox.Message, from mailbox.Address) string {
	switch reportType(m) {
	case "delivery-status": // RFC 6522 §3, RFC 3464 §2
		return "multipart/report; report-type=delivery-status"
	case "disposition-notification", "feedback-report":
		return ""
	}
	if m.Header.Get("X-Failed-Recipients") != "" {
		return "X-Failed-Recipients"
	}
	local, _, _ := strings.Cut(strings.ToLower(from.Address), "@")
	switch {
	case slices.Contains([]string{"mailer-daemon", "postmaster", "post_master", "mail-daemon", "mdaemon"}, local):
		return "From " + from.Address
	case local == "" && strings.Contains(strings.ToLower(m.Header.Get("From")), "mailer-daemon"):
		return "From " + m.Header.Get("From")
	}
	if subject := strings.ToLower(m.Subject); bounceSubject(subject) && (emptyEnvelope(m) || !strings.HasPrefix(subject, "re:") && len(m.InReplyTo) == 0) {
		return "Subject: " + m.Subject
	}
	return ""
}

var bounceSubjects = []string{
	"undelivered mail returned to sender", "undeliverable:", "undeliverable mail", "delivery status notification",
	"mail delivery failed", "mail delivery failure", "delivery failure", "failure notice", "returned mail:",
	"mail system error - returned mail", "message delivery failure", "unzustellbar:", "non remis :", "non remis:", "no se puede entregar:",
	"nicht zustellbar:", "undeliverable message", "mail delivery warning", "returned mail -", "mail could not be delivered", "message undeliverable", "warning: could not send message",
}

func bounceSubject(lower string) bool {
	return slices.ContainsFunc(bounceSubjects, func(s string) bool { return strings.HasPrefix(strings.TrimSpace(lower), s) })
}

// reportType returns the report-type of a multipart/report, lower case ("unknown"
// where it is not said), or "" for any other message.
func reportType(m *mailbox.Message) string {
	field := m.Header.Get("Content-Type")
	media, params, err := mime.ParseMediaType(field)
	if err != nil {
		media = keyword(field)
	}
	if media != "multipart/report" {
		return ""
	}
	if kind := strings.ToLower(params["report-type"]); kind != "" {
		return kind
	}
	return "unknown"
}

// maxNamed bounds how many identifiers are taken from one bounce.
const maxNamed = 50

// named returns the Message-IDs that a bounce names: those it answers, and those
// of header fields in its report (RFC 3464 §2.1: the third part is the message,
// or its header) or in its text, where older servers put them.
func named(m *mailbox.Message) []string {
	ids := slices.Concat(m.InReplyTo, m.References)
	for _, a := range m.Attachments {
		ids = append(ids, namedIn(a.Report)...)
	}
	ids = append(ids, namedIn(m.Text)...)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return ids[:min(len(ids), maxNamed)]
}

func namedIn(text string) []string {
	var ids []string
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimLeft(line, "> \t|"), ":")
		if !ok || len(ids) > maxNamed {
			continue
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "message-id", "original-message-id", "x-original-message-id", "x-microsoft-original-message-id":
			ids = append(ids, identifiers(value)...)
		}
	}
	return ids
}

// identifiers returns what stands in angle brackets on one line.
func identifiers(s string) []string {
	var ids []string
	for {
		_, after, ok := strings.Cut(s, "<")
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

func canonical(name string) string { return textproto.CanonicalMIMEHeaderKey(name) }
