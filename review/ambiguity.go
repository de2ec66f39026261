package review

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
	"ppamaild/review/signature"
)

// unambiguous returns d, a bare word, unless the rest of the message makes d ambiguous.
func unambiguous(d Decision, m *message.Message, r reply.Reply, who Person, w Phrases) Decision {
	if isCalendar(m) {
		return unclear(w.Say("reply.read.invitation"), w.Say("reply.invitation"))
	}
	if whole := Parse(withGuesses(r), who, w); whole.Verdict != d.Verdict {
		return whole
	}
	if line, ok := speaksOn(r.Segments, closingFor(who)); ok {
		return unclear(andThen(d.inWords(), line, w),
			w.Say("reply.signature")+insteadOf(d.inWords(), w))
	}
	if line, ok := amongQuotes(r.Segments); ok {
		return unclear(w.Say("reply.read.among_quotes", quote(line)), w.Say("reply.end_of_quote"))
	}
	if strings.TrimSpace(m.Text) == "" || strings.TrimSpace(m.HTML) == "" {
		return d
	}
	// RFC 2046 §5.1.4: the parts of multipart/alternative have the same meaning. If they
	// differ, the author may have seen either part.
	page := reply.Extract(&message.Message{Subject: m.Subject, HTML: m.HTML})
	if isBlank(page) {
		return d
	}
	shown := Parse(withGuesses(page), who, w)
	if shown.Verdict == d.Verdict {
		return d
	}
	return unclear(shown.Understood, w.Say("reply.html_differs", d.inWords()))
}

// guessedFirst returns the first own line, if reply only guesses that the author wrote the
// line.
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

// speaksOn returns a line in a signature or notice that may belong to the answer.
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

// speaksInSignature returns the first signature line that reads like part of the answer. Only
// "-- " marks a signature for certain (RFC 3676 §4.3). After another dash, the next line must
// look like the beginning of a signature.
func (c closing) speaksInSignature(lines []string, marked bool) (line string, ok bool) {
	first := true
	for _, line := range lines {
		phrase := phraseOf(line)
		if phrase == "" {
			continue
		}
		begins, _, _ := strings.Cut(phrase, " ")
		begins = strings.Trim(begins, ".,:;!")
		h, decides := readCommandWord(line)
		_, fits := c.allows([]string{line})
		switch {
		case signature.Objections.Has(begins), first && signature.Conditions.Has(begins),
			decides && decisive.Get()[h.word] && (h.bare || strings.Contains(h.sep, ":")),
			first && !marked && isDash(lines[0]) && !fits:
			return line, true
		}
		first = false
	}
	return "", false
}

func isDash(line string) bool { return strings.Trim(normalizedLine(line), "-_ ") == "" }

// boilerplate matches words of notices and footers.
var boilerplate = lazyregexp.MustCompile(`(?i)confidential|privileged|intended|recipient|disclos|unauthori[sz]ed|liab|virus|unsubscribe|mailing list|listinfo|https?://|environment|print|external|outside|originated|unknown sender|vertraulich|confidentiel|confidencial|vertrouwelijk|riservat`)

// amongQuotes returns the first own text if the text may belong to the quotation above. Either
// more quoted text follows, or the quoted line above has no end.
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

// runsOn reports whether the last quoted line is long, has no end of sentence, and no blank
// line follows.
func runsOn(quoted string) bool {
	const long = 50
	last := quoted[strings.LastIndexByte(quoted, '\n')+1:]
	return len(last) >= long && !strings.ContainsAny(last[len(last)-1:], ".!?:>")
}
