package reading

import "slices"

// mostQuestions bounds how many of the customer's own questions are told of.
const mostQuestions = 8

// isInquiry reports whether s asks something, and wishes for nothing: "do you cover rental
// cars in Mexico?" wants no rental, "can you add rental?" does.
func (r *reader) isInquiry(s span) bool {
	if !r.is(s.j-1, "?") || r.has(s, "quote request", "price words") {
		return false
	}
	i := s.i
	for r.among(i, "before a question") {
		i++
	}
	return r.among(i, "asks") || r.among(i, "asks or wishes") && r.has(s, "asks to be told")
}

// asksWhen reports whether s asks for what no quote tells, even if it speaks of one: "how long
// does the quote last?", "why is the price so high?"
func (r *reader) asksWhen(s span) bool {
	i := s.i
	for r.among(i, "before a question") || r.is(i, "and", "also", "y") {
		i++
	}
	return r.is(i, "why", "when", "who", "whose") || r.is(i, "how") && r.is(i+1, "long", "soon", "often") || r.is(i, "cuando", "quien") || r.is(i, "por") && r.is(i+1, "que")
}

// tailAsked is the last part of a question that asks by itself: "my girlfriend is moving in, does she have to
// be on it?"
func (r *reader) tailAsked(q span) span {
	for i := q.j - 1; i > q.i; i-- {
		if r.is(i, ",", "-", ";", ":") && r.inverts(r.skip(i+1, "and", "so", "but")) {
			return span{i + 1, q.j}
		}
	}
	return q
}

// readIn reports whether a value was read in s, or that a car or a driver is to be taken off. What is said of
// somebody who becomes no driver is no value.
func (r *reader) readIn(s span) bool {
	in := func(i int) bool { return s.i <= i && i < s.j }
	drivers := r.driverIndexes()
	value := func(c claim) bool {
		_, listed := drivers[c.of.index]
		return in(c.at) && (c.of.kind != 'd' || listed)
	}
	return slices.ContainsFunc(r.claims, value) ||
		slices.ContainsFunc(r.vehicles, func(v *vehicle) bool { return v.removed && in(v.at.i) })
}

// asksOfPrice reports whether s asks something about a price, and not for one: "is that price still
// good?", "can you beat it?"
func (r *reader) asksOfPrice(s span) bool {
	i := s.i
	for r.among(i, "before a question") {
		i++
	}
	if r.is(i, "is", "are", "was", "does", "did", "has", "sigue", "es") {
		return true
	}
	for ; i < s.j; i++ {
		if r.is(i, "match", "beat", "igualar", "mejorar") {
			return true
		}
	}
	return false
}

// asksDone reports whether s only asks for what the mail says besides to be taken in: "could you
// update that?"
func (r *reader) asksDone(s span) bool {
	i := s.i
	for r.among(i, "before a question") || r.is(i, "please") {
		i++
	}
	if !r.is(i, "can", "could", "would", "will") || !r.is(i+1, "you") {
		return false
	}
	i = r.skip(i+2, "please", "just", "also")
	if !r.is(i, "update", "change", "fix", "correct", "adjust", "redo", "revise", "rerun", "requote", "include") {
		return false
	}
	i++
	for r.is(i, "that", "it", "this", "those", "them", "the", "my", "our", "quote", "price", "numbers", "accordingly", "please", "for", "me", "us", "again", "too") {
		i++
	}
	return i >= s.j-1
}

// ownQuestions returns what the author asks besides for a quote, of which nothing was read, and the
// wish for less cover where the mail has a value of it too, which is what is priced: whole sentences, verbatim.
func (r *reader) ownQuestions() (asked []string) {
	told := r.facts() > 0
	for s := r.sentence(r.subjectEnd()); !s.empty() && len(asked) < mostQuestions; s = r.sentence(s.j) {
		q, unmarked := r.asksUnmarked(s)
		if !unmarked {
			q = s
		}
		priced := r.has(s, "quote request", "price words") && !(r.inThread() && r.asksOfPrice(s))
		open := (unmarked || r.is(s.j-1, "?")) && s.j-s.i > 3 && !r.quoted[s.i] && (r.asksWhen(s) || !priced) && (!r.asksDiscount(s) || r.inThread()) && !(told && r.asksDone(s))
		if open && !r.readIn(r.tailAsked(q)) {
			asked = append(asked, r.one(q))
		}
		if s.j >= len(r.toks) {
			break
		}
	}
	return asked
}
