package reply

import (
	"iter"
	"strings"
)

// assemble merges consecutive lines of one kind into segments.
func assemble(lines []line) Reply {
	count := 0
	for range sections(lines) {
		count++
	}
	r := Reply{Segments: make([]Segment, 0, count)}
	for of, section := range sections(lines) {
		r.Segments = append(r.Segments, Segment{Kind: of.kind, Text: joined(section), Guessed: of.guessed, Why: of.why})
	}
	r.finish()
	return r
}

// sections yields consecutive lines of one class. A blank line belongs to the line above.
func sections(lines []line) iter.Seq2[class, []line] {
	return func(yield func(class, []line) bool) {
		for i := 0; i < len(lines); {
			first := nextFilled(lines, i)
			if first == len(lines) {
				first = i
			}
			of := lines[first].class
			end := first + 1
			for end < len(lines) && (lines[end].blank() || lines[end].class == of) {
				end++
			}
			if !yield(of, lines[i:end]) {
				return
			}
			i = end
		}
	}
}

func joined(lines []line) string {
	if len(lines) == 1 {
		return lines[0].text
	}
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l.text)
	}
	return b.String()
}

// finish computes the fields that follow from the segments.
func (r *Reply) finish() {
	var own []string
	quoted, guessed, between := false, false, false
	for _, s := range r.Segments {
		text := strings.TrimSpace(s.Text)
		guessed = guessed || s.Guessed && text != ""
		switch {
		case s.Kind == Quote:
			quoted = true
			between = between || r.Interleaved
		case s.Kind == Own && text != "":
			r.Interleaved = r.Interleaved || quoted
			between = between || quoted && len(own) > 0
			own = append(own, text)
		}
	}
	r.Text = strings.Join(own, "\n\n")
	r.note(guessed, "some lines were set apart by their look alone")
	r.note(between, "it answers between quoted lines")
	r.note(r.Text == "" && len(r.Segments) > 0, "nothing of the author's own was found")
	r.note(looksQuoted(r.Text), "a header of another mail stands in the author's own text")
	r.Clean = len(r.Notes) == 0
}

// Answers returns the author's own text, with each answered quoted line before its answer.
// Quoted lines begin with ">". If the own text is above the quotation, the quoted lines with
// questions come first, and a blank line separates them from Text. If the own text has numbered
// answers, each answer follows the question with the same number.
func (r Reply) Answers() string {
	if !r.Interleaved {
		return r.byNumber()
	}
	var parts []string
	said := r.announces()
	for _, s := range r.Segments {
		switch text := strings.TrimSpace(s.Text); {
		case text == "":
		case s.Kind == Own:
			parts = append(parts, text)
		case s.Kind == Quote:
			parts = append(parts, splitAnswers(quoted(text), said))
		}
	}
	return strings.Join(parts, "\n")
}

// Part returns the text of all segments of a kind, in order, or "".
func (r Reply) Part(kind Kind) string {
	var parts []string
	for _, s := range r.Segments {
		if s.Kind == kind {
			parts = append(parts, s.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// maxForwarded limits a forwarded text, in bytes. A longer quotation is a conversation.
const maxForwarded = 8 << 10

// Forwarded returns the text that the author passes on without marks: the forwarded mail, or
// the text quoted below or above the own text. Forwarded returns "" if the author answers
// within the quotation, or if the text is longer than maxForwarded.
func (r Reply) Forwarded() string {
	if forward := r.Part(Forward); forward != "" || r.Interleaved {
		return forward
	}
	page := r.Part(Quote)
	if len(page) > maxForwarded {
		return ""
	}
	lines := strings.Split(page, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimLeft(l, ">|"), " ")
	}
	return strings.Join(lines, "\n")
}

// quoted marks each line with ">", unless marked.
func quoted(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if !strings.HasPrefix(l, ">") {
			lines[i] = "> " + l
		}
	}
	return strings.Join(lines, "\n")
}

func (r *Reply) note(applies bool, words string) {
	if applies {
		r.Notes = append(r.Notes, words)
	}
}

// looksQuoted reports whether own text has a line like the header of a quoted mail that was not
// recognized.
func looksQuoted(text string) bool {
	for s := range strings.Lines(text) {
		if p := label(strings.TrimSpace(s)); p&from != 0 && strings.Contains(s, "@") {
			return true
		}
	}
	return false
}
