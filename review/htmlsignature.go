package review

import (
	"strings"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
	"ppamaild/review/signature"
)

// readHTMLSignature reads the HTML of a message with unclear plain text. Many mail programs mark
// the signature only in the HTML. The result counts only for a bare word, and only if both
// parts have the same words.
func readHTMLSignature(m *message.Message, r reply.Reply, who Person,
	w Phrases) (Decision, bool) {
	if strings.TrimSpace(m.Text) == "" || strings.TrimSpace(m.HTML) == "" {
		return Decision{}, false
	}
	shown := *m
	shown.Text = ""
	page := reply.Extract(&shown)
	if !isSigned(page) || writtenWords(page) != writtenWords(r) {
		return Decision{}, false
	}
	d := readDecision(&shown, page, who, w)
	return d, d.Verdict != VerdictUnclear && d.bare()
}

// isSigned reports whether the mail program marked the signature, with no guesses and no order
// inside. Some programs insert the signature first, and people then type into the signature.
func isSigned(r reply.Reply) bool {
	signed := false
	for _, s := range r.Segments {
		if s.Guessed || s.Kind == reply.Signature && isOrder(s.Text) {
			return false
		}
		signed = signed || s.Kind == reply.Signature
	}
	return signed && r.Clean && !r.Interleaved
}

// isOrder reports whether a line of text begins with a limit or a request, or ends in "please".
func isOrder(text string) bool {
	for line := range strings.Lines(text) {
		phrase := phraseOf(line)
		begins, _, _ := strings.Cut(phrase, " ")
		begins = strings.Trim(begins, ".,:;!")
		if strings.HasSuffix(phrase, " PLEASE") ||
			signature.Objections.Has(begins) || signature.Conditions.Has(begins) ||
			signature.Orders.Has(begins) || signature.Narrows(upper(normalizedLine(line))) {
			return true
		}
	}
	return false
}

// writtenWords returns the letters and digits of own text and signature, in order.
func writtenWords(r reply.Reply) string {
	var all strings.Builder
	for _, s := range r.Segments {
		if s.Kind == reply.Own || s.Kind == reply.Signature {
			all.WriteString(s.Text + "\n")
		}
	}
	return lettersOf(all.String())
}
