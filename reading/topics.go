package reading

import (
	"ppamaild/quote"
	"ppamaild/reading/text"
)

// topic returns the heading that token i stands under: a sentence of few words that begins
// its line, "Tickets. None for her.", or such a line above the items of a list; else none.
func (d *document) topic(i int) text.Span {
	k := d.LineOf(i)
	if s := d.Sentence(d.Body(d.Lines[k]).I); s.J <= i && d.isTopic(s) {
		return s
	}
	for n := 0; k > 0 && n < mostEntries && d.Is(d.Lines[k].I, "-", "*", "•", "·"); n++ {
		k--
	}
	if l := d.Lines[k]; l.J <= i && !d.Is(l.I, "-", "*", "•", "·", ">") && d.isTopic(l.Span) {
		return l.Span
	}
	return text.Span{}
}

// isTopic reports whether s is a word or three, and perhaps a mark.
func (d *document) isTopic(s text.Span) bool {
	if s.J-s.I > 1 && d.Is(s.J-1, ".", ":", "?", "-") {
		s.J--
	}
	for i := s.I; i < s.J; i++ {
		if d.Kind(i) != text.Word {
			return false
		}
	}
	return !s.Empty() && s.J-s.I <= 3
}

// readRecordTopics reads what stands behind "Tickets." or "Accidents?" on its line: "None
// for her. I got one in May."
func (r *reader) readRecordTopics() {
	for _, of := range []struct{ cue, field string }{{"accident", "accidents"}, {"ticket", "violations"}} {
		for _, c := range r.Cues[of.cue] {
			head, l := r.Sentence(c.I), r.Lines[r.LineOf(c.I)]
			if r.Quiet[c.I] || r.Body(l).I != head.I || head.J >= l.J || !r.isTopic(head) {
				continue
			}
			for s := r.Sentence(head.J); s.I < l.J; s = r.Sentence(s.J) {
				if !r.Has(s, "accident", "ticket") || of.cue == "ticket" && !r.Has(s, "accident") {
					r.sayUnderTopic(of.field, s)
				}
				if s.J >= len(r.Tokens) {
					break
				}
			}
		}
	}
}

// sayUnderTopic claims the number that s gives, of whom it names, else of everybody.
func (r *reader) sayUnderTopic(field string, s text.Span) {
	for i := s.I; i < s.J; i++ {
		n, ok := r.number(i)
		if r.Is(i, "none", "nothing", "zero", "no", "ninguno", "ninguna", "nunca", "never") {
			n, ok = number{Span: text.Between(i, i+1)}, true
		}
		if !ok || n.dollar || n.n > 9 || isYears(r.At(n.J)) || !r.countsOwn(i, s) || r.counted(field, s) {
			continue
		}
		people := r.namedIn(s)
		if people == nil && n.n > 0 {
			people = r.peopleAt(i)
		} else if people == nil {
			people = r.everyDriver()
		}
		r.sayOf(people, field, n.n, n.Span, quote.Stated)
		return
	}
}

// countsOwn reports whether a number at token i says how many somebody has.
func (r *reader) countsOwn(i int, s text.Span) bool {
	return i == s.I || r.Breaks(i-1) || r.isPersonEnd(i-1) || r.Among(i-1, "personal") ||
		r.Is(i-1, "have", "has", "had", "got", "just", "only", "and", "tengo", "tiene", "tuvo", "hay", "y")
}

// namedIn returns the people whom the first words for somebody in s stand for, or nil.
func (r *reader) namedIn(s text.Span) []int {
	for i := s.I; i < s.J; i++ {
		if r.who[i] > everybody && (r.Among(i, "personal") || r.Is(i, "me", "mine", "her", "him", "hers") || r.isKin(i) || r.isGiven(i) >= 0) {
			return r.peopleAt(i)
		}
	}
	return nil
}

// readOnly reads "that is the only ticket" as none of those who have not got it.
func (r *reader) readOnly() {
	for _, of := range []struct{ cue, field string }{{"accident", "accidents"}, {"ticket", "violations"}} {
		for _, c := range r.Cues[of.cue] {
			if r.Quiet[c.I] || !r.Is(c.I-1, "only") || !r.Is(c.I-2, "the") || !r.hasIncident(of.field) {
				continue
			}
			for _, k := range r.everyDriver() {
				if !r.hasClaim(entity{'d', k}, of.field) {
					r.infer(entity{'d', k}, of.field, 0, text.Between(c.I-1, c.J))
				}
			}
		}
	}
}

// hasIncident reports whether the mail says that somebody has an accident, or a ticket.
func (r *reader) hasIncident(field string) bool {
	for _, c := range r.claims {
		if n, ok := c.value.(int); ok && c.field == field && n > 0 {
			return true
		}
	}
	return false
}
