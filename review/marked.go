package review

import (
	"strings"
	"unicode"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// readMarked reads the HTML of a message whose plain text is unclear. Mail programs mark
// the signature there, and many have no mark for it in the plain text, where it may be
// anything. It counts only for a bare word, and where both say the same.
func readMarked(m *message.Message, r reply.Reply, who Person) (Decision, bool) {
	if strings.TrimSpace(m.Text) == "" || strings.TrimSpace(m.HTML) == "" {
		return Decision{}, false
	}
	shown := *m
	shown.Text = ""
	page := reply.Extract(&shown)
	if !isSigned(page) || writtenWords(page) != writtenWords(r) {
		return Decision{}, false
	}
	d := Read(&shown, page, who)
	return d, d.Verdict != VerdictUnclear && d.bare()
}

// isSigned reports whether a mail program marked the signature, nothing was guessed, and
// nothing was written into that: it is easily done in programs that put it there first.
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

// isOrder reports whether a line of text begins as what limits a decision or asks for
// something.
func isOrder(text string) bool {
	for line := range strings.Lines(text) {
		begins, _, _ := strings.Cut(phraseOf(line), " ")
		begins = strings.Trim(begins, ".,:;!")
		if objections[begins] || conditions[begins] || orders[begins] {
			return true
		}
	}
	return false
}

// shownApart is what mail programs write into the plain text for a link, behind its words,
// and for a picture.
var shownApart = lazyregexp.MustCompile(`<(?:https?|mailto|tel):[^<>\n]*>|(?m:^\[[^\[\]\n]*\]$)`)

// writtenWords returns the letters and digits of what the author of a message wrote or
// signed with, in order.
func writtenWords(r reply.Reply) string {
	var all strings.Builder
	for _, s := range r.Segments {
		if s.Kind == reply.Own || s.Kind == reply.Signature {
			all.WriteString(shownApart.ReplaceAllString(s.Text, "\n"))
		}
	}
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return -1
	}, all.String())
}
