package extract

// isSoldBehind reports whether a clause behind m in sentence s says that it is sold, or will be: "a
// 2012 Fit that I am selling", "the Fit (which we traded in)". What is sold for m is not m: "the
// Tesla that I'm selling the Fit for".
func (r *reader) isSoldBehind(m mention, s span) bool {
	end := min(s.j, m.j+6)
	for k := m.j; k < end; k++ {
		if r.namesCarPlainly(k) || r.is(k, ".", ";") {
			return false
		}
		if r.is(k, "that", "which") {
			return r.isSoldIn(k, s)
		}
	}
	return false
}

// isSoldIn reports whether the clause that "that" or "which" at token k begins is of somebody who
// sells what it is about.
func (r *reader) isSoldIn(k int, s span) bool {
	c, ok := r.cue("parts with it", span{k + 1, min(s.j, k+7)})
	if !ok || r.named("negation", c.i, 4) {
		return false
	}
	for i := k + 1; i < c.i; i++ {
		if !r.among(i, "who parts with it") {
			return false
		}
	}
	return !r.among(c.j, "begins an object") && !r.is(c.j, "to", "from", "me", "us")
}

// isOfCarBefore reports whether the words at c, which tell what is sold, say so of a car that stands
// before them, and not of m: "a 2012 Fit that I am selling, so quote only the Tesla".
func (r *reader) isOfCarBefore(c span, m mention) bool {
	from := max(r.sentence(c.i).i, c.i-4)
	for k := c.i - 1; k > from; k-- {
		if r.is(k, "that", "which") {
			return r.has(span{c.j, m.i}, "closes a clause")
		}
		if !r.among(k, "who parts with it") {
			return false
		}
	}
	return false
}

// leaveOtherCars drops the vehicles besides the one that alone is to be quoted: "so quote only the
// Tesla." Of a thread's application none is dropped: it is asked for one car more, or of one.
func (r *reader) leaveOtherCars(places []placed) {
	for _, c := range r.cues["only this car"] {
		for k, p := range places {
			if !r.beginsWish(c.j, p.at.i) || r.quiet[c.i] || !r.closesWish(p.at.j) || r.inThread() {
				continue
			}
			for _, other := range places[:k] {
				if v := r.vehicles[other.vehicle]; other.vehicle != p.vehicle && v.known < 0 {
					v.gone = true
				}
			}
		}
	}
}

// beginsWish reports whether nothing but "the", "my" and the like stands from token j up to a car at at.
func (r *reader) beginsWish(j, at int) bool {
	for k := j; k < at; k++ {
		if !r.is(k, "the", "my", "our", "this", "that", "new") {
			return false
		}
	}
	return j <= at
}

// closesWish reports whether a wish ends before token i.
func (r *reader) closesWish(i int) bool {
	return i >= len(r.toks) || r.is(i, ".", "!", "?", ",", ";", ")", "please", "for", "right", "this", "now", "thanks", "thank") && !r.is(i+1, "and") ||
		r.lineOf(i) != r.lineOf(i-1)
}

// isLearnedIn reports whether m is what somebody learned to drive in: "in my father's Studebaker".
func (r *reader) isLearnedIn(m mention, s span) bool {
	c, ok := r.before("learned to drive", s.i, m.i)
	return ok && m.year == 0 && m.i-c.j < 12 && r.has(span{c.j, m.i}, "inside of")
}
