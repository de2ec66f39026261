package origin

import (
	"slices"
	"strings"

	"ppamaild/mailbox/message"
)

// Limits for one bounce, in bytes.
const (
	maxReport = 128 << 10 // of a text to search for fields
	maxField  = 400       // of a folded field
)

// failed reports whether a bounce is about a failure. RFC 3464 §2.3.3: a delay, a relay or a
// delivery is not a failure.
func failed(m *message.Message) bool {
	var done []string
	for _, a := range m.Attachments {
		if isDeliveryStatus(a) {
			done = append(done, actions(a.Report)...)
		}
	}
	if text := plain(m); len(done) == 0 {
		done = actions(text[:min(len(text), maxReport)])
	}
	if len(done) > 0 {
		return slices.Contains(done, "failed")
	}
	text := opening(m)
	if words := notification.FindStringSubmatch(text); words != nil {
		return words[1] == "bounce"
	}
	return phraseIn(strings.ToLower(m.Subject), lateSubjects) == "" &&
		phraseIn(text, latePhrases) == ""
}

// actions returns the known actions of a delivery status, one for each recipient (RFC 3464 §2.3).
// Empty lines separate the groups of fields. The group of the message names no recipient.
func actions(report string) (all []string) {
	for group := range strings.SplitSeq(report, "\n\n") {
		fields := fieldsOf(group)
		if !strings.Contains(fields["final-recipient"]+fields["original-recipient"], "@") {
			continue
		}
		if done := action(fields["action"]); done != "" {
			all = append(all, done)
		} else if strings.HasPrefix(fields["status"], "2.") { // success (RFC 3463)
			all = append(all, "delivered")
		}
	}
	return all
}

// action reads an Action field, including non-standard words of some servers.
func action(value string) string {
	switch word := keyword(value); word {
	case "failed", "delayed", "delivered", "relayed", "expanded":
		return word
	case "failure", "fail", "error":
		return "failed"
	}
	return ""
}

// fieldsOf returns header fields, unfolded, by name in lower case. The first of two equal
// fields counts.
func fieldsOf(text string) map[string]string {
	fields := map[string]string{}
	last := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.TrimLeft(line, ">|"), "\r\n")
		if name, value, ok := strings.Cut(line, ":"); ok && line[0] != ' ' && line[0] != '\t' {
			last = strings.ToLower(strings.TrimSpace(name))
			if _, twice := fields[last]; twice {
				last = ""
				continue
			}
			fields[last] = strings.TrimSpace(value)
		} else if last != "" && len(fields[last]) < maxField {
			fields[last] += " " + strings.TrimSpace(line)
		}
	}
	return fields
}
