// Package reply separates the author's own text of a message from quotations, signatures and
// boilerplate.
//
// No text is lost: each line of the message is in one segment, in order. Time and memory are
// linear in the size of the message. Segments that were recognized only by their look are
// marked as guessed, so that no decision depends on a guess.
package reply

import (
	"slices"

	"ppamaild/mailbox/message"
)

// Reply is a message split into segments.
type Reply struct {
	Text        string    // the author's own text: LF line ends, trimmed; may be empty
	Segments    []Segment // the whole message, in order
	Interleaved bool      // own text exists below quoted text
	Clean       bool      // false: Text may be incomplete, or contain text by others
	Hidden      string    // text that the HTML hides, on one line; no reader sees it
	Notes       []string  // reasons for Clean = false, and other remarks, in words
}

// Kind is the kind of a segment.
type Kind string

// The kinds of segments. Only Own segments are by the author.
const (
	Own         Kind = "own"
	Quote       Kind = "quote"
	Attribution Kind = "attribution" // "On … wrote:", or the header block of quoted mail
	Signature   Kind = "signature"
	Forward     Kind = "forward"
	Boilerplate Kind = "boilerplate" // disclaimers, list footers, banners by a mail gateway
)

// Segment is a block of lines of one kind. The texts of all segments, joined with LF, are the
// message. Only a line with an attribution and other words is split into two segments.
type Segment struct {
	Kind    Kind
	Text    string
	Guessed bool   // recognized by its look, not by a mark of mail programs or standards
	Why     string // the sign for the kind, in a few words; empty for Own
}

// Extract splits a message into segments. Extract reads m.Text. If m.Text is blank or has lost
// its line ends, Extract reads m.HTML.
func Extract(m *message.Message) Reply {
	lines, hidden := source(m)
	cut(lines, isForward(m.Subject))
	r := assemble(lines)
	if again, ok := colored(m, r); ok {
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
