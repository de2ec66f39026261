package reading

import (
	"slices"
	"strings"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// answerOn reads line k as an answer to a question of ours: by its number, or by
// its place where the mail has as many lines as we had questions.
func answerOn(r *sheet, k int) (cell, bool) {
	if len(r.in.Asked) == 0 || r.Lines[k].J <= r.subjectEnd() {
		return cell{}, false
	}
	l := r.Lines[k]
	n := r.ItemNumber(l)
	if n == 0 {
		n = placeOfAnswer(r, k)
	}
	if n < 1 || n > len(r.in.Asked) {
		return cell{}, false
	}
	return answerTo(r, r.in.Asked[n-1], r.Body(l))
}

// answerBelowNumber reads the line below line k, which quotes a question of ours
// with its number, or says why we ask it, as its answer: "> 3. How many years?".
func answerBelowNumber(r *sheet, k int) (cell, bool) {
	if !r.Is(r.Lines[k].I, ">") || k+1 >= len(r.Lines) || r.Is(r.Lines[k+1].I, ">") || r.StartsParagraph(r.Lines[k+1].I) {
		return cell{}, false
	}
	n := numberAbove(r, k)
	if n < 1 || n > len(r.in.Asked) {
		return cell{}, false
	}
	return answerTo(r, r.in.Asked[n-1], r.Body(r.Lines[k+1]))
}

// subjectEnd is the token that the mail's own text starts at.
func (r *sheet) subjectEnd() int {
	i, _ := slices.BinarySearchFunc(r.Tokens, len(r.in.Subject), func(t text.Token, end int) int { return t.Start - end })
	return i
}

// placeOfAnswer returns which of the answers line k is, from 1, where the text
// has exactly one short line for each question; else 0.
func placeOfAnswer(r *sheet, k int) int {
	n, at := 0, 0
	for i, l := range r.Lines {
		if l.J <= r.subjectEnd() || r.Quoted[l.I] {
			continue
		}
		if n++; l.J-l.I > 8 || n > len(r.in.Asked) {
			return 0
		}
		if i == k {
			at = n
		}
	}
	if n != len(r.in.Asked) {
		return 0
	}
	return at
}

// answerTo makes a cell of an answer to the question for path.
func answerTo(r *sheet, path string, s text.Span) (cell, bool) {
	c := cell{label: s, value: s}
	if rank(path) < 0 || strings.HasSuffix(path, "].driver") { // read as prose
		return c, false
	}
	entry, field, listed := strings.Cut(path, "].")
	if own, is := strings.CutPrefix(path, "named_insured."); is && slices.Contains(personal, own) {
		c.of, c.field = &entity{'d', r.writer}, own
		return c, !s.Empty()
	}
	if !listed {
		c.field = strings.TrimPrefix(path, "garaging_address.")
		return c, !s.Empty()
	}
	list, index, _ := strings.Cut(entry, "[")
	c.field = field
	switch k := text.Atoi(index); {
	case list == "drivers" && k <= len(r.in.Known.Drivers) && driver(r, k, s) >= 0:
		c.of = &entity{'d', k}
	case list == "vehicles" && k <= len(r.in.Known.Vehicles):
		if k == len(r.vehicles) {
			r.vehicles = append(r.vehicles, &vehicle{known: -1})
		}
		c.of = &entity{'v', k}
	}
	return c, c.of != nil && !s.Empty()
}

// confirmed returns the indexes of quoted lines that the author confirms: a question answered with
// yes and, if everything we noted is right, our notes. Another value from the author outweighs a
// confirmed line.
func confirmed(r *sheet) map[int]bool {
	lines := map[int]bool{}
	for _, q := range r.questions {
		if q.last >= 0 && q.last+1 < len(r.Lines) && isYesOrNo(r, q.Span) && saysYes(r.Text, r.Lines[q.last+1]) {
			for k := r.LineOf(q.I); k <= q.last; k++ {
				lines[k] = true
			}
		}
	}
	if !vouches(r.Text) {
		return lines
	}
	for k, l := range r.Lines {
		if own := r.Unquoted(l); !own.Empty() && r.Quoted[l.I] && own.I == l.I+1 && !r.asks[l.J-1] && r.IsItem(own) {
			lines[k] = true
		}
	}
	return lines
}

// isYesOrNo reports whether a question leaves nothing to be told but yes or no, as "is it
// still 9,000 miles?" does and "is it owned or leased?" does not.
func isYesOrNo(r *sheet, q text.Span) bool {
	if !r.Among(q.I, "asks yes or no") && !(r.Is(q.I, "¿") && r.Among(q.I+1, "asks yes or no")) {
		return false
	}
	for i := q.I; i < q.J; i++ {
		if _, _, state := find.StateAt(r.Text, i); state {
			continue // "Bend, OR"
		}
		if r.Among(i, "asks for more") && !(r.Is(i, "where", "what", "how", "donde") && i > q.I+2 && !r.Is(i-1, "or", "and", ",", "o", "y")) {
			return false
		}
	}
	return true
}

// isAffirmed reports whether the answer to the quoted question around token i starts with yes.
func isAffirmed(r *sheet, i int) bool {
	for _, q := range r.questions {
		if q.I <= i && i < q.J {
			return q.last >= 0 && q.last+1 < len(r.Lines) && saysYes(r.Text, r.Lines[q.last+1])
		}
	}
	return false
}

// saysYes reports whether an own line starts with yes and nothing that takes it back.
func saysYes(r *find.Text, l text.Line) bool {
	s := r.Body(l)
	return !r.Quoted[l.I] && r.Among(s.I, "yes") && !r.Has(text.Between(s.I, r.Sentence(s.I).J), "negation") && !r.Is(s.I+1, "but", "and", "pero")
}

// vouches reports whether the author says in a statement that what we noted is right.
func vouches(r *find.Text) bool {
	for _, c := range r.Cues["vouches"] {
		s := r.Sentence(c.I)
		if !r.Quoted[c.I] && !r.Has(text.Between(s.I, c.I), "negation") && !r.Is(s.J-1, "?") {
			return true
		}
	}
	return false
}

// yesOrNoTo reads "yes on the" and "no to" before what starts at token i.
func yesOrNoTo(r *find.Text, i int) (yes, said bool) {
	i--
	for r.Is(i, "the", "a", "al", "la", "el") {
		i--
	}
	if !r.Is(i, "on", "to", "for", "a", "al") {
		return false, false
	}
	yes = r.Is(i-1, "yes", "si", "yep", "yeah")
	return yes, yes || r.Is(i-1, "no", "nope")
}
