package review

import (
	"strings"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// Read reads the decision of m, which r is taken apart. It is Parse of the own
// text with what only the whole message can tell: answers between the quoted
// questions are tied to them, and a word that decides by itself is unclear
// where anything in the message makes it doubtful that its author wrote it, and
// nothing more.
func Read(m *message.Message, r reply.Reply, who Person) Decision {
	if who.Name == "" && len(m.From) == 1 {
		who.Name = ownName(m.From[0].Name)
	}
	if r.Interleaved {
		if d, ok := inline(r.Segments, who); ok {
			return doubtCrossedOut(d, m.HTML)
		}
	}
	d := Parse(r.Text, who)
	if d.Verdict == VerdictUnclear {
		if marked, ok := readMarked(m, r, who); ok {
			return marked
		}
		return d
	}
	if m.Attached {
		return unclear(d.read()+", in an attachment", "Only what stands in the mail itself decides.")
	}
	if line, ok := guessedFirst(r.Segments); ok {
		return unclear(quote(line)+" where quoted mail stands", "It can't be told whether that is yours or quoted; write it above all else.")
	}
	if m.Unread != "" { // it may be a "but"
		return unclear(d.read()+", in a mail that can't be read to its end", "Part of your mail can't be read: "+m.Unread+".")
	}
	if d = doubtCrossedOut(d, m.HTML); d.bare() {
		return undoubted(d, m, r, who)
	}
	return withGuessedReason(d, r, who)
}

// withGuessedReason gives a decision that came without its reason the one that a
// guess may have set apart as a signature.
func withGuessedReason(d Decision, r reply.Reply, who Person) Decision {
	if d.Reason == "" && (d.Verdict == VerdictReject || d.Verdict == VerdictCancel) {
		if whole := Parse(withGuesses(r), who); whole.Verdict == d.Verdict {
			return whole
		}
	}
	return d
}

// withGuesses returns the own text and, in its place, what a guess took from it.
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

// withoutAdded returns what a guess set apart without its mark and without what
// programs have added to it, which is sure.
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
