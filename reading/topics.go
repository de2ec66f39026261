package reading

import "ppamaild/quote"

// topic returns the heading that token i stands under: a sentence of few words that begins
// its line, "Tickets. None for her.", or such a line above the items of a list; else none.
func (d *document) topic(i int) span {
	k := d.lineOf(i)
	if s := d.sentence(d.body(d.lines[k]).i); s.j <= i && d.isTopic(s) {
		return s
	}
	for n := 0; k > 0 && n < mostEntries && d.is(d.lines[k].i, "-", "*", "•", "·"); n++ {
		k--
	}
	if l := d.lines[k]; l.j <= i && !d.is(l.i, "-", "*", "•", "·", ">") && d.isTopic(l.span) {
		return l.span
	}
	return span{}
}

// isTopic reports whether s is a word or three, and perhaps a mark.
func (d *document) isTopic(s span) bool {
	if s.j-s.i > 1 && d.is(s.j-1, ".", ":", "?", "-") {
		s.j--
	}
	for i := s.i; i < s.j; i++ {
		if d.kind(i) != word {
			return false
		}
	}
	return !s.empty() && s.j-s.i <= 3
}

// readRecordTopics reads what stands behind "Tickets." or "Accidents?" on its line: "None
// for her. I got one in May."
func (r *reader) readRecordTopics() {
	for _, of := range []struct{ cue, field string }{{"accident", "accidents"}, {"ticket", "violations"}} {
		for _, c := range r.cues[of.cue] {
			head, l := r.sentence(c.i), r.lines[r.lineOf(c.i)]
			if r.quiet[c.i] || r.body(l).i != head.i || head.j >= l.j || !r.isTopic(head) {
				continue
			}
			for s := r.sentence(head.j); s.i < l.j; s = r.sentence(s.j) {
				if !r.has(s, "accident", "ticket") || of.cue == "ticket" && !r.has(s, "accident") {
					r.sayUnderTopic(of.field, s)
				}
				if s.j >= len(r.toks) {
					break
				}
			}
		}
	}
}

// sayUnderTopic claims the number that s gives, of whom it names, else of everybody.
func (r *reader) sayUnderTopic(field string, s span) {
	for i := s.i; i < s.j; i++ {
		n, ok := r.number(i)
		if r.is(i, "none", "nothing", "zero", "no", "ninguno", "ninguna", "nunca", "never") {
			n, ok = number{span: span{i, i + 1}}, true
		}
		if !ok || n.dollar || n.n > 9 || isYears(r.at(n.j)) || !r.countsOwn(i, s) || r.counted(field, s) {
			continue
		}
		people := r.namedIn(s)
		if people == nil && n.n > 0 {
			people = r.peopleAt(i)
		} else if people == nil {
			people = r.everyDriver()
		}
		r.sayOf(people, field, n.n, n.span, quote.Stated)
		return
	}
}

// countsOwn reports whether a number at token i says how many somebody has.
func (r *reader) countsOwn(i int, s span) bool {
	return i == s.i || r.breaks(i-1) || r.isPersonEnd(i-1) || r.among(i-1, "personal") ||
		r.is(i-1, "have", "has", "had", "got", "just", "only", "and", "tengo", "tiene", "tuvo", "hay", "y")
}

// namedIn returns the people whom the first words for somebody in s stand for, or nil.
func (r *reader) namedIn(s span) []int {
	for i := s.i; i < s.j; i++ {
		if r.who[i] > everybody && (r.among(i, "personal") || r.is(i, "me", "mine", "her", "him", "hers") || r.isKin(i) || r.isGiven(i) >= 0) {
			return r.peopleAt(i)
		}
	}
	return nil
}

// readOnly reads "that is the only ticket" as none of those who have not got it.
func (r *reader) readOnly() {
	for _, of := range []struct{ cue, field string }{{"accident", "accidents"}, {"ticket", "violations"}} {
		for _, c := range r.cues[of.cue] {
			if r.quiet[c.i] || !r.is(c.i-1, "only") || !r.is(c.i-2, "the") || !r.hasIncident(of.field) {
				continue
			}
			for _, k := range r.everyDriver() {
				if !r.hasClaim(entity{'d', k}, of.field) {
					r.infer(entity{'d', k}, of.field, 0, span{c.i - 1, c.j})
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
