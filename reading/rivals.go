package reading

// isRivals reports whether the insurer at s, in a mail of somebody who has our quote, is one that made them an
// offer too, and not who insures them: "Geico gave me $512", "off the phone with State Farm, they say".
func (r *reader) isRivals(s span) bool {
	if !r.inThread() {
		return false
	}
	sentence := r.sentence(s.i)
	return r.is(s.j, "quote", "quotes", "estimate", "offer", "price") || r.has(span{max(sentence.i, s.i-5), s.i}, "asked a rival") || r.has(span{s.j, min(sentence.j, s.j+4)}, "a rival offers")
}
