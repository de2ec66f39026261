package origin

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
)

// Recipient is the report of a bounce about one address. Missing values are empty.
type Recipient struct {
	Address    string // local@domain as written
	Action     string // failed, delayed, delivered, relayed or expanded (RFC 3464 §2.3.3)
	Status     string // RFC 3463: "5.1.1"
	Diagnostic string // the server's own words, on one line
}

// Limits for one bounce.
const (
	maxRecipients = 50
	maxDiagnostic = 400       // bytes
	maxReport     = 128 << 10 // bytes of a text to search for fields
	maxNarrative  = 32 << 10  // bytes of a text to search for sentences
)

// recipients returns the recipients that a bounce reports on: from its delivery status, else
// from the same fields in its text, else from its sentences.
func recipients(m *message.Message) []Recipient {
	var all []Recipient
	for _, a := range m.Attachments {
		if isDeliveryStatus(a) {
			all = addReported(all, a.Report)
		}
	}
	text := plain(m)
	text = text[:min(len(text), maxReport)]
	if len(all) == 0 {
		all = addReported(nil, text)
	}
	if len(all) == 0 {
		all = fromSentences(m, text[:min(len(text), maxNarrative)])
	}
	return all
}

// addReported adds the field groups of a delivery status (RFC 3464 §2.3). Empty lines separate
// them. The first group describes the message and names no recipient.
func addReported(all []Recipient, report string) []Recipient {
	for group := range strings.SplitSeq(report, "\n\n") {
		fields := fieldsOf(group)
		r := Recipient{
			Address: cmp.Or(address(withoutType(fields["final-recipient"])),
				address(withoutType(fields["original-recipient"]))),
			Action:     action(fields["action"]),
			Status:     aStatus.FindString(fields["status"]),
			Diagnostic: diagnostic(withoutType(fields["diagnostic-code"])),
		}
		all = add(all, r)
	}
	return all
}

// add keeps the first report about an address.
func add(all []Recipient, r Recipient) []Recipient {
	known := func(o Recipient) bool { return strings.EqualFold(o.Address, r.Address) }
	if r.Address == "" || len(all) == maxRecipients || slices.ContainsFunc(all, known) {
		return all
	}
	return append(all, r)
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
		} else if last != "" && len(fields[last]) < maxDiagnostic {
			fields[last] += " " + strings.TrimSpace(line)
		}
	}
	return fields
}

// withoutType returns the value of a field with a type: "rfc822; a@b".
func withoutType(value string) string {
	if _, after, ok := strings.Cut(value, ";"); ok {
		return after
	}
	return value
}

// diagnostic joins a server's words on one line.
func diagnostic(value string) string {
	value = strings.Join(strings.Fields(value), " ")
	return strings.ToValidUTF8(value[:min(len(value), maxDiagnostic)], "")
}

var (
	anAddress = lazyregexp.MustCompile(`[^\s<>()\[\]:;,"'|]+@[^\s<>()\[\]:;,"'|@]+`)
	aStatus   = lazyregexp.MustCompile(`\b[245]\.\d{1,3}\.\d{1,3}\b`)
	// returned matches the beginning of the returned mail.
	returned = lazyregexp.MustCompile(`(?im)^[-> ]*(?:-+ ?(?:this is a copy|below this line|original message|message header|returned message|unsent message|the header|undelivered message)|(?:original message headers|received|return-path|message-id):)`)
)

func address(s string) string { return strings.TrimRight(anAddress.FindString(s), ".") }

// fromSentences returns the recipients of a bounce without a delivery status: the addresses at
// the beginning of a line above the returned mail, each with the text up to the next empty line.
// Next come the addresses in X-Failed-Recipients, then the only address in the text.
func fromSentences(m *message.Message, text string) []Recipient {
	if at := returned.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	lines := strings.Split(text, "\n")
	var all []Recipient
	for i, line := range lines {
		line = strings.TrimLeft(line, " \t<*'\"-")
		who := address(line)
		if who == "" || !strings.HasPrefix(line, who) || len(all) == maxRecipients {
			continue
		}
		said := strings.Trim(strings.TrimPrefix(line, who), " \t>:,'\"") + " " + paragraph(lines[i+1:])
		all = add(all, Recipient{Address: who, Status: aStatus.FindString(said), Diagnostic: diagnostic(said)})
	}
	listed := strings.Join(m.Header["X-Failed-Recipients"], " ")
	for _, who := range anAddress.FindAllString(listed[:min(len(listed), maxNarrative)], maxRecipients) {
		all = add(all, Recipient{Address: who})
	}
	if len(all) == 0 {
		all = onlyRecipient(text)
	}
	return all
}

// onlyRecipient returns the address of a text that has exactly one.
func onlyRecipient(text string) []Recipient {
	var all []Recipient
	for _, who := range anAddress.FindAllString(text, maxRecipients) {
		all = add(all, Recipient{Address: strings.TrimRight(who, "."), Status: aStatus.FindString(text)})
	}
	if len(all) != 1 {
		return nil
	}
	return all
}

// paragraph joins the lines up to the next empty line or the next address.
func paragraph(lines []string) string {
	var said []string
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" || len(said) == 10 || strings.HasPrefix(strings.TrimLeft(line, "<"), address(line)) && address(line) != "" {
			break
		}
		said = append(said, line)
	}
	return strings.Join(said, " ")
}

// failed reports whether a bounce is about a failure. RFC 3464 §2.3.3: a delay, a relay or a
// delivery is not a failure.
func failed(m *message.Message, about []Recipient) bool {
	acted := false
	for _, r := range about {
		if r.Action == "failed" {
			return true
		}
		acted = acted || r.Action != "" || strings.HasPrefix(r.Status, "2")
	}
	if acted {
		return false
	}
	text := opening(m)
	if words := notification.FindStringSubmatch(text); words != nil {
		return words[1] == "bounce"
	}
	return phraseIn(strings.ToLower(m.Subject), lateSubjects) == "" && phraseIn(text, latePhrases) == ""
}
