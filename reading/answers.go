package reading

import (
	"slices"
	"strings"

	"ppamaild/reading/text"
)

// answer reads line k as an answer to a question of ours: by its number, or by
// its place where the mail has as many lines as we had questions.
func (r *reader) answer(k int) (cell, bool) {
	if len(r.in.Asked) == 0 || r.Lines[k].J <= r.subjectEnd() {
		return cell{}, false
	}
	l := r.Lines[k]
	n := r.ItemNumber(l)
	if n == 0 {
		n = r.placeOfAnswer(k)
	}
	if n < 1 || n > len(r.in.Asked) {
		return cell{}, false
	}
	return r.answerTo(r.in.Asked[n-1], r.Body(l))
}

// answerBelowNumber reads the line below line k, which quotes a question of ours
// with its number, or says why we ask it, as its answer: "> 3. How many years?".
func (r *reader) answerBelowNumber(k int) (cell, bool) {
	if !r.Is(r.Lines[k].I, ">") || k+1 >= len(r.Lines) || r.Is(r.Lines[k+1].I, ">") || r.StartsParagraph(r.Lines[k+1].I) {
		return cell{}, false
	}
	n := r.numberAbove(k)
	if n < 1 || n > len(r.in.Asked) {
		return cell{}, false
	}
	return r.answerTo(r.in.Asked[n-1], r.Body(r.Lines[k+1]))
}

// subjectEnd is the token that the mail's own text starts at.
func (r *reader) subjectEnd() int {
	i, _ := slices.BinarySearchFunc(r.Tokens, len(r.in.Subject), func(t text.Token, end int) int { return t.Start - end })
	return i
}

// placeOfAnswer returns which of the answers line k is, from 1, where the text
// has exactly one short line for each question; else 0.
func (r *reader) placeOfAnswer(k int) int {
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
func (r *reader) answerTo(path string, s text.Span) (cell, bool) {
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
	case list == "drivers" && k <= len(r.in.Known.Drivers) && r.driver(k, s) >= 0:
		c.of = &entity{'d', k}
	case list == "vehicles" && k <= len(r.in.Known.Vehicles):
		if k == len(r.vehicles) {
			r.vehicles = append(r.vehicles, &vehicle{known: -1})
		}
		c.of = &entity{'v', k}
	}
	return c, c.of != nil && !s.Empty()
}
