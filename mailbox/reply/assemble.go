package reply

import "strings"

// assemble makes segments of runs of lines of one kind. A blank line belongs to
// what stands above it, so that it parts nothing by itself.
func assemble(lines []line) Reply {
	var r Reply
	for i := 0; i < len(lines); {
		first := nextFilled(lines, i)
		if first == len(lines) {
			first = i
		}
		of := lines[first].sort
		end := first + 1
		for end < len(lines) && (lines[end].blank() || lines[end].sort == of) {
			end++
		}
		r.Segments = append(r.Segments, Segment{Kind: of.kind, Text: joined(lines[i:end]), Guessed: of.guessed, Why: of.why})
		i = end
	}
	r.judge()
	return r
}

func joined(lines []line) string {
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l.text)
	}
	return b.String()
}

// judge fills in what follows from the segments.
func (r *Reply) judge() {
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

// Answers is the author's own text with the quoted lines that it answers between,
// each of these marked with ">". Where it stands above them all, those that ask something
// come first, and a blank line parts them from Text, but where that answers by number.
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
			parts = append(parts, beside(quoted(text), said))
		}
	}
	return strings.Join(parts, "\n")
}

// Part is the text of the segments of a kind, in order; "" where there are none.
func (r Reply) Part(kind Kind) string {
	var parts []string
	for _, s := range r.Segments {
		if s.Kind == kind {
			parts = append(parts, s.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// mostPassedOn bounds what is taken for one page: a longer quotation is a conversation.
const mostPassedOn = 8 << 10

// PassedOn is what the author hands on: what is forwarded, else what is quoted below or
// above their own text, without its marks; "" where they answer within that, and where
// it is long.
func (r Reply) PassedOn() string {
	if forward := r.Part(Forward); forward != "" || r.Interleaved {
		return forward
	}
	page := r.Part(Quote)
	if len(page) > mostPassedOn {
		return ""
	}
	lines := strings.Split(page, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimLeft(l, ">|"), " ")
	}
	return strings.Join(lines, "\n")
}

// quoted marks each line with ">" that is not yet.
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

// looksQuoted reports whether own text has a line that begins like the header of
// a quoted mail which was not recognised as one.
func looksQuoted(text string) bool {
	for s := range strings.Lines(text) {
		if p := label(strings.TrimSpace(s)); p&from != 0 && strings.Contains(s, "@") {
			return true
		}
	}
	return false
}
