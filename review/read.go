package review

import (
	"fmt"
	"strings"

	"ppamaild/mailbox/reply"
)

// Read reads the decision of a reply that was taken apart. It is Parse of the
// reply's own text, with more care where a bare word decides: what was set apart
// by a guess must not be what keeps the decision from being unclear, and the
// word must not stand where the wrapped end of a quoted line would.
func Read(r reply.Reply, who Person) Decision {
	d := Parse(r.Text, who)
	if !d.bare() {
		return d
	}
	if whole := Parse(withGuesses(r), who); whole.Verdict != d.Verdict {
		return unclear(whole.Why)
	}
	if line, ok := amongQuotes(r.Segments); ok {
		return unclear(fmt.Sprintf("%q stands among quoted lines; write it above them", shorten(line)))
	}
	return d
}

// bare reports whether d rests on a word without an argument.
func (d Decision) bare() bool {
	return d.Verdict == VerdictAccept || d.Verdict == VerdictCommand && arguments[d.Commands[0].Word] == noArgument
}

// withGuesses returns the own text and, in its place, what a guess took from it.
func withGuesses(r reply.Reply) string {
	var parts []string
	for _, s := range r.Segments {
		if s.Kind == reply.Own || s.Guessed {
			parts = append(parts, s.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// amongQuotes reports whether the first own words have quoted text above them
// and either more of it below, or directly above a quoted line without an end,
// whose last word they may be.
func amongQuotes(segments []reply.Segment) (line string, ok bool) {
	var above string
	for i, s := range segments {
		text := strings.TrimSpace(s.Text)
		switch {
		case s.Kind == reply.Quote:
			above = s.Text
		case s.Kind == reply.Own && text != "" && above != "":
			return text, quotedBelow(segments[i+1:]) || runsOn(above)
		case s.Kind == reply.Own && text != "":
			return "", false
		}
	}
	return "", false
}

func quotedBelow(segments []reply.Segment) bool {
	for _, s := range segments {
		if s.Kind == reply.Quote && strings.TrimSpace(s.Text) != "" {
			return true
		}
	}
	return false
}

// runsOn reports whether quoted text ends in a long line without an end of
// sentence or a blank line after it.
func runsOn(quoted string) bool {
	const long = 50
	last := quoted[strings.LastIndexByte(quoted, '\n')+1:]
	return len(last) >= long && !strings.ContainsAny(last[len(last)-1:], ".!?:>")
}
