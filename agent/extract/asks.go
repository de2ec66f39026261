package extract

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

// ownQuestions returns what the author asks besides for a quote, of which nothing was read:
// whole sentences, verbatim.
func (r *reader) ownQuestions() (asked []string) {
	for s := r.sentence(r.subjectEnd()); !s.empty() && len(asked) < mostQuestions; s = r.sentence(s.j) {
		q, unmarked := r.asksUnmarked(s)
		if !unmarked {
			q = s
		}
		open := (unmarked || r.is(s.j-1, "?")) && s.j-s.i > 3 && !r.quoted[s.i] && (r.asksWhen(s) || !r.has(s, "quote request", "price words")) && !r.asksDiscount(s)
		if open && !slices.ContainsFunc(r.claims, func(c claim) bool { return q.i <= c.at && c.at < q.j }) {
			asked = append(asked, r.one(q))
		}
		if s.j >= len(r.toks) {
			break
		}
	}
	return asked
}
