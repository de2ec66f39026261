package review

import (
	"slices"
	"strings"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// Read reads the decision of m. The lines that may be a signature are in doubt only if m is a
// decision without them.
func Read(m *message.Message, r reply.Reply, who Person, w Phrases) Decision {
	who = who.shownIn(m)
	d := readDecision(m, r, who, w)
	if d.Doubt != nil {
		who.Signatures = append(slices.Clip(who.Signatures), d.Doubt.Lines)
		if !readDecision(m, r, who, w).bare() {
			d.Doubt = nil
		}
	}
	return d
}

// readDecision parses the own text of m. r must be the parsed reply of m. Two rules concern the
// whole message. Answers between quoted questions get the numbers of the questions. A bare word is
// unclear if any part of the message raises doubt about the author's meaning.
func readDecision(m *message.Message, r reply.Reply, who Person, w Phrases) Decision {
	if r.Interleaved && len(r.Text) <= longestText {
		if d, ok := inline(r.Segments, who, w); ok {
			return doubtStrikethrough(d, m.HTML, w)
		}
	}
	d := Parse(r.Text, who, w)
	if d.Verdict == VerdictUnclear {
		if marked, ok := readHTMLSignature(m, r, who, w); ok {
			return marked
		}
		return d
	}
	if m.Attached {
		return unclear(w.Say("reply.read.attachment", d.inWords()), w.Say("reply.attachment"))
	}
	if line, ok := guessedFirst(r.Segments); ok {
		return unclear(w.Say("reply.read.next_to_quote", quote(line)), w.Say("reply.guessed"))
	}
	if m.Unread != "" { // the unread part may say "but"
		return unclear(w.Say("reply.read.unread", d.inWords()), w.Say("reply.unread", m.Unread))
	}
	if d = doubtStrikethrough(d, m.HTML, w); d.bare() {
		return unambiguous(d, m, r, who, w)
	}
	return withKept(withGuessedReason(d, r, who, w), r, who)
}

// withKept completes the text of a mail with lines that are only similar to a signature, because
// they may be the end of the mail. Lines "name: value" are no mail.
func withKept(d Decision, r reply.Reply, who Person) Decision {
	text := d.mailText()
	if text == nil || onlyValues(*text) {
		return d
	}
	var kept []string
	for _, s := range r.Segments {
		if s.Kind != reply.Signature || !s.Guessed && !strings.HasPrefix(strings.TrimLeft(s.Text, "\n")+"\n", "--\n") {
			continue
		}
		lines := strings.Split(joined([]string{withoutAdded(s.Text)}), "\n")
		if lines[0] != "" && closingFor(who).remembered(lines) < len(lines) {
			kept = append(kept, lines...)
		}
	}
	if d.Kept = joined(withoutReferences(kept)); d.Kept != "" {
		*text += "\n\n" + d.Kept
	}
	return d
}

// onlyValues reports whether each line of a text names a value.
func onlyValues(text string) bool {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" && !strings.Contains(line, ":") {
			return false
		}
	}
	return true
}

// withGuessedReason completes a decision without a reason. A guess may have put the reason into
// the signature.
func withGuessedReason(d Decision, r reply.Reply, who Person, w Phrases) Decision {
	if d.Reason == "" && (d.Verdict == VerdictReject || d.Verdict == VerdictCancel) {
		if whole := Parse(withGuesses(r), who, w); whole.Verdict == d.Verdict {
			return whole
		}
	}
	return d
}

// withGuesses returns the own text together with the text that a guess removed.
func withGuesses(r reply.Reply) string {
	var parts []string
	for _, s := range r.Segments {
		switch {
		case s.Guessed && s.Kind != reply.Attribution:
			parts = append(parts, withoutAdded(s.Text))
		case s.Guessed, s.Kind == reply.Own:
			parts = append(parts, s.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// withoutAdded removes a signature mark and, because that part is certain, program additions
// such as "Sent from my iPhone".
func withoutAdded(guessed string) string {
	if first, below, ok := strings.Cut(strings.TrimLeft(guessed, "\n"), "\n"); ok && isDash(first) {
		guessed = below
	}
	var parts []string
	for _, s := range reply.Extract(&message.Message{Text: guessed}).Segments {
		if s.Kind == reply.Own || s.Guessed {
			parts = append(parts, s.Text)
		}
	}
	return strings.Join(parts, "\n")
}
