package review

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// undoubted returns d, which rests on a bare word, unless something else in the
// message makes it doubtful.
func undoubted(d Decision, m *message.Message, r reply.Reply, who Person) Decision {
	if isCalendar(m) {
		return unclear("an answer to an invitation", "What a calendar sends decides nothing; reply to the review itself.")
	}
	if whole := Parse(withGuesses(r), who); whole.Verdict != d.Verdict {
		return whole
	}
	if line, ok := speaksOn(r.Segments, closingFor(who)); ok {
		return unclear(andThen(d.read(), line), "It can't be told whether that belongs to your signature or to your answer."+insteadOf(d.read()))
	}
	if line, ok := amongQuotes(r.Segments); ok {
		return unclear(quote(line)+" among quoted lines", "It may be the end of a quoted line; write it above what is quoted.")
	}
	if strings.TrimSpace(m.Text) == "" || strings.TrimSpace(m.HTML) == "" {
		return d
	}
	// RFC 2046 §5.1.4: the parts of multipart/alternative say the same. Where they
	// do not, it is unknown which of them the author saw.
	page := reply.Extract(&message.Message{Subject: m.Subject, HTML: m.HTML})
	if isBlank(page) {
		return d
	}
	shown := Parse(withGuesses(page), who)
	if shown.Verdict == d.Verdict {
		return d
	}
	return unclear(shown.Understood, "The plain text of the mail says "+d.read()+", but its HTML says something else.")
}

// guessedFirst returns the first own words where it is a guess that they are the
// author's.
func guessedFirst(segments []reply.Segment) (line string, ok bool) {
	for _, s := range segments {
		if text := strings.TrimSpace(s.Text); s.Kind == reply.Own && text != "" {
			line, _, _ = strings.Cut(text, "\n")
			return line, s.Guessed
		}
	}
	return "", false
}

func isBlank(r reply.Reply) bool {
	return !slices.ContainsFunc(r.Segments, func(s reply.Segment) bool { return strings.TrimSpace(s.Text) != "" })
}

func isCalendar(m *message.Message) bool {
	for _, a := range m.Attachments {
		if a.Type == "text/calendar" || a.Type == "application/ics" {
			return true
		}
	}
	return false
}

// speaksOn returns a line that was set apart as a signature or a notice although
// it may be what the author went on to say.
func speaksOn(segments []reply.Segment, c closing) (line string, ok bool) {
	for _, s := range segments {
		lines := strings.Split(strings.TrimSpace(s.Text), "\n")
		switch s.Kind {
		case reply.Signature:
			if line, ok := c.speaksInSignature(lines, strings.HasPrefix(strings.TrimLeft(s.Text, "\n"), "-- \n")); ok {
				return line, true
			}
		case reply.Boilerplate:
			if !boilerplate.MatchString(s.Text) {
				return lines[0], true
			}
		}
	}
	return "", false
}

// speaksInSignature returns the line of a signature that reads as a part of the
// answer. A mark that is not exactly the usual one (RFC 3676 §4.3) may as well be
// a dash, so the line below it must be one that a signature begins with.
func (c closing) speaksInSignature(lines []string, marked bool) (line string, ok bool) {
	first := true
	for _, line := range lines {
		phrase := phraseOf(line)
		if phrase == "" {
			continue
		}
		begins, _, _ := strings.Cut(phrase, " ")
		begins = strings.Trim(begins, ".,:;!")
		h, decides := readHead(line)
		_, fits := c.allows([]string{line})
		switch {
		case objections[begins], first && conditions[begins],
			decides && decisive[h.word] && (h.plain || strings.Contains(h.sep, ":")),
			first && !marked && isDash(lines[0]) && !fits:
			return line, true
		}
		first = false
	}
	return "", false
}

func isDash(line string) bool { return strings.Trim(plainLine(line), "-_ ") == "" }

var (
	// objections begin what limits a decision or takes it back, wherever it stands.
	objections = set("BUT", "EXCEPT", "UNLESS", "HOWEVER", "WAIT", "ACTUALLY", "SORRY", "STOP", "HOLD", "DON'T", "DONT", "NOT", "PS", "P.S")
	// conditions do so where an answer goes on; further down they may be anything.
	conditions = set("ONLY", "THOUGH", "ALTHOUGH", "NO", "IF", "WHEN", "AFTER", "UNTIL", "ONCE", "PROVIDED", "ASSUMING", "ALSO", "AND", "THEN",
		"CHANGE", "MAKE", "ADD", "REMOVE", "WITH", "WITHOUT", "PLEASE")
)

// boilerplate is what notices and footers speak of.
var boilerplate = lazyregexp.MustCompile(`(?i)confidential|privileged|intended|recipient|disclos|unauthori[sz]ed|liab|virus|unsubscribe|mailing list|listinfo|https?://|environment|print|external|outside|originated|unknown sender|vertraulich|confidentiel|confidencial|vertrouwelijk|riservat`)

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
