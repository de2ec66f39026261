package intent

import (
	"slices"

	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// mostQuestions limits the questions of the customer that staff see.
const mostQuestions = 8

// OwnQuestions returns the author's questions, as whole sentences, verbatim: questions that no
// reader understood, except the request for a quote. A wish for less cover counts if the mail also
// states a value for that cover, because the quote is for the value.
func OwnQuestions(r *claims.Sheet) (asked []string) {
	hasFacts := facts(r) > 0
	for i := r.SubjectEnd(); i < len(r.Tokens) && len(asked) < mostQuestions; i = r.Sentence(i).J {
		s := r.Sentence(i)
		q, unmarked := asksUnmarked(r.Text, s)
		first := s.I
		for first < s.J && (r.Among(first, "before a question") || r.Is(first, "and", "also", "y", "please")) {
			first++
		}
		priced := r.Has(s, "quote request", "price words") && !asksWhen(r.Text, first) && !(r.InThread() && asksOfPrice(r.Text, first, s))
		open := (unmarked || r.Is(s.J-1, "?")) && s.J-s.I > 3 && !r.Quoted[s.I] && !priced && (!r.Has(s, "discounts asked") || r.InThread()) && !(hasFacts && asksDone(r.Text, first, s))
		if open && (r.InThread() && asksCost(r.Text, first) || !readIn(r, q)) {
			asked = append(asked, r.Words(q))
		}
	}
	return asked
}

// asksWhen reports whether a question at token i asks for something that no quote states: "how long
// does the quote last?", "why is the price so high?".
func asksWhen(r *find.Text, i int) bool {
	return r.Is(i, "why", "when", "who", "whose", "cuando", "quien") || r.Is(i, "how") && r.Is(i+1, "long", "soon", "often") || r.Is(i, "por") && r.Is(i+1, "que")
}

// asksOfPrice reports whether s asks about a price, and not for a price.
func asksOfPrice(r *find.Text, first int, s text.Span) bool {
	for i := first; i < s.J; i++ {
		if r.Is(i, "match", "beat", "igualar", "mejorar") {
			return true
		}
	}
	return r.Is(first, "is", "are", "was", "does", "did", "has", "sigue", "es") || asksCost(r, first)
}

func asksCost(r *find.Text, i int) bool { return r.Is(i, "what") && r.Is(i+1, "does", "do") }

// asksDone reports whether s asks only to use the values in the mail: "could you update that?"
func asksDone(r *find.Text, first int, s text.Span) bool {
	return r.Is(first, "can", "could", "would", "will") && r.Is(first+1, "you") && s.J-first < 9 &&
		r.Is(r.Skip(first+2, "please", "just", "also"), "update", "change", "fix", "correct", "adjust", "redo", "revise", "rerun", "requote", "include")
}

// readIn reports whether a reader found a value in s, or the removal of a car or a driver. A value
// of a person who becomes no driver does not count.
func readIn(r *claims.Sheet, s text.Span) bool {
	in := func(i int) bool { return s.I <= i && i < s.J }
	drivers := claims.DriverIndexes(r)
	value := func(c claims.Claim) bool {
		_, listed := drivers[c.Of.Index]
		return in(c.At) && (c.Of.Kind != 'd' || listed)
	}
	return slices.ContainsFunc(r.Claims, value) ||
		slices.ContainsFunc(r.Vehicles, func(v *claims.Vehicle) bool { return v.Removed && in(v.At.I) })
}

const longestAsked = 30 // of a question without a mark: "its in his name does that matter"

// asksUnmarked returns the question in s, a sentence without a question mark; or s and false.
func asksUnmarked(r *find.Text, s text.Span) (text.Span, bool) {
	if r.Is(s.J-1, "?") || r.Quoted[s.I] {
		return s, false
	}
	first := s.I
	for first < s.J && (r.Among(first, "before a question") || r.Is(first, "btw", "quick", "question", "one", "more", "thing", "other", "last")) {
		first++
	}
	for i := first; i < s.J; i++ {
		opens := i == first || r.Among(i-1, "before a question")
		if opens && inverts(r, i) {
			if i == first {
				i = s.I
			}
			return text.Between(i, min(s.J, i+longestAsked)), true
		}
	}
	if asksWhetherItMatters(r, s) {
		return text.Between(max(s.I, s.J-longestAsked), s.J), true
	}
	return s, false
}

// inverts reports whether the order of the words at token i makes a question: "do you", "how soon
// can", but not "when I was 16", "what I need", "how much I drive".
func inverts(r *find.Text, i int) bool {
	who := i + 1
	switch {
	case r.Is(i, "how"):
		return r.Is(i+1, "soon", "long", "often", "quickly", "fast") && r.Among(i+2, "asks by its place") || r.Is(i+1, "do", "does", "can", "will", "would")
	case r.Is(i, "what", "when", "where", "what's", "whats"):
		if r.Is(i, "what") && r.Is(i+1, "if", "about", "happens") || r.Is(i, "what's", "whats") {
			return true
		}
		return r.Is(i+1, "do", "does", "can", "will", "would", "should") && !r.Is(i+2, "be")
	case r.Is(i, "do"):
		return r.Is(who, "you", "i", "we", "they") && !r.Is(i+2, "not")
	case r.Is(i, "does", "will", "would", "should"):
		return r.Is(who, "it", "that", "this", "my", "the", "you", "your", "i", "we", "he", "she")
	case r.Is(i, "can", "could"):
		return r.Is(who, "i", "we", "you", "he", "she", "it", "they", "my")
	case r.Is(i, "is", "are"):
		return r.Is(who, "there", "you", "they") || r.Is(i, "is") && r.Is(who, "it", "that") && r.Is(i+2, "ok", "okay", "fine", "possible", "too", "true", "required", "normal", "a", "cheaper", "better")
	case r.Is(i, "como", "cuando"):
		return r.Is(i+1, "puedo", "puede", "podemos", "pueden", "empieza", "pago", "pagamos")
	}
	return false
}

func asksWhetherItMatters(r *find.Text, s text.Span) bool {
	for i := max(s.I+1, s.J-6); i < s.J-2; i++ {
		if r.Is(i, "does", "is", "will", "would", "do") && r.Is(i+1, "that", "it", "this", "those") && r.Is(i+2, "matter", "ok", "okay", "fine", "work", "help", "count", "affect", "change", "a", "possible", "alright", "cost") {
			return true
		}
	}
	return false
}
