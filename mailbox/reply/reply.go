// Package reply finds what the author of a message wrote themselves. It
// promises that nothing is lost (every line of the message is in one of the
// segments, in order), that time and memory are linear in the message, and
// that what was set apart by its look alone is marked as guessed, so that no
// decision need rest on a guess.
package reply

import (
	"slices"

	"ppamaild/mailbox/message"
)

// Reply is a message taken apart.
type Reply struct {
	Text        string    // the author's own text: LF line ends, trimmed; may be empty
	Segments    []Segment // the whole message, in order
	Interleaved bool      // some of the author's own text stands below quoted text
	Clean       bool      // false: it is doubtful whether Text is all of, and only, the author's own
	Hidden      string    // what the HTML does not show, on one line: no part of the message that anybody reads
	Notes       []string  // why it is doubtful, and what else is worth knowing, in words
}

// Kind is what a segment is.
type Kind string

// The kinds of segments.
const (
	Own         Kind = "own"
	Quote       Kind = "quote"
	Attribution Kind = "attribution" // "On … wrote:", or the header block of what is quoted
	Signature   Kind = "signature"
	Forward     Kind = "forward"
	Boilerplate Kind = "boilerplate" // disclaimers, list footers, banners of a mail gateway
)

// Segment is a run of lines of one kind. The texts of all segments, joined with
// LF, are the message; only a line that holds both the author's words and an
// attribution is parted in two.
type Segment struct {
	Kind    Kind
	Text    string
	Guessed bool   // set apart by its look, not by a mark that mail programs or standards give it
	Why     string // by which sign it is of its kind, in a few words; empty for Own
}

// Extract takes a message apart. It reads m.Text; only where that is blank, or
// has lost its line ends, does it read m.HTML.
func Extract(m *message.Message) Reply {
	lines, hidden := source(m)
	cut(lines, isForward(m.Subject))
	r := assemble(lines)
	if again, ok := coloured(m, r); ok {
		r = again
	}
	if len(lines) > maxLines && slices.ContainsFunc(lines[maxLines:], line.own) {
		r.Notes, r.Clean = append(r.Notes, "it is longer than what is looked at"), false
	}
	if r.Hidden = hidden; hidden != "" {
		r.Notes = append(r.Notes, "text that the HTML hides was left out")
	}
	return r
}
