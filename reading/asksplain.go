package reading

// Many ask without a question mark: "also how soon can it start and do you take credit cards",
// "its in his name does that matter".

// longestAsked is how many tokens of what is asked so are told of.
const longestAsked = 30

// asksUnmarked returns the part of s, a sentence without a question mark, that asks something.
func (r *reader) asksUnmarked(s span) (span, bool) {
	if r.is(s.j-1, "?") || r.quoted[s.i] {
		return span{}, false
	}
	first := s.i
	for r.among(first, "before a question") || r.is(first, "btw", "quick", "question", "one", "more", "thing", "other", "last") {
		first++
	}
	for i := first; i < s.j; i++ {
		opens := i == first || r.among(i-1, "before a question")
		if opens && r.inverts(i) {
			if i == first {
				i = s.i
			}
			return span{i, min(s.j, i+longestAsked)}, true
		}
	}
	if r.asksWhetherItMatters(s) {
		return span{max(s.i, s.j-longestAsked), s.j}, true
	}
	return span{}, false
}

// inverts reports whether words at token i ask, by their order: "do you", "how soon can". What
// states something goes on otherwise: "when I was 16", "what I need", "how much I drive".
func (r *reader) inverts(i int) bool {
	who := i + 1
	switch {
	case r.is(i, "how"):
		return r.is(i+1, "soon", "long", "often", "quickly", "fast") && r.among(i+2, "asks by its place") || r.is(i+1, "do", "does", "can", "will", "would")
	case r.is(i, "what", "when", "where", "what's", "whats"):
		if r.is(i, "what") && r.is(i+1, "if", "about", "happens") || r.is(i, "what's", "whats") {
			return true
		}
		return r.is(i+1, "do", "does", "can", "will", "would", "should") && !r.is(i+2, "be")
	case r.is(i, "do"):
		return r.is(who, "you", "i", "we", "they") && !r.is(i+2, "not")
	case r.is(i, "does", "will", "would", "should"):
		return r.is(who, "it", "that", "this", "my", "the", "you", "your", "i", "we", "he", "she")
	case r.is(i, "can", "could"):
		return r.is(who, "i", "we", "you", "he", "she", "it", "they", "my")
	case r.is(i, "is", "are"):
		return r.is(who, "there", "you", "they") || r.is(i, "is") && r.is(who, "it", "that") && r.is(i+2, "ok", "okay", "fine", "possible", "too", "true", "required", "normal", "a", "cheaper", "better")
	case r.is(i, "aceptan", "reciben"):
		return true
	case r.is(i, "como", "cuando"):
		return r.is(i+1, "puedo", "puede", "podemos", "pueden", "empieza", "pago", "pagamos")
	}
	return false
}

// asksWhetherItMatters reports whether s ends with "does that matter" or the like.
func (r *reader) asksWhetherItMatters(s span) bool {
	for i := max(s.i+1, s.j-6); i < s.j-2; i++ {
		if r.is(i, "does", "is", "will", "would", "do") && r.is(i+1, "that", "it", "this", "those") && r.is(i+2, "matter", "ok", "okay", "fine", "work", "help", "count", "affect", "change", "a", "possible", "alright", "cost") {
			return true
		}
	}
	return false
}
