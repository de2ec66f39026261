package reading

// yesOrNoTo reads "yes on the" and "no to" before what starts at token i.
func (r *reader) yesOrNoTo(i int) (yes, said bool) {
	i--
	for r.is(i, "the", "a", "al", "la", "el") {
		i--
	}
	if !r.is(i, "on", "to", "for", "a", "al") {
		return false, false
	}
	return r.is(i-1, "yes", "si", "yep", "yeah"), r.is(i-1, "yes", "si", "yep", "yeah", "no", "nope")
}

// behindAdding is what of s stands behind the last word that adds something: "take off the rental and
// add roadside" takes no roadside off.
func (r *reader) behindAdding(s span) span {
	for i := s.j - 1; i > s.i; i-- {
		if r.is(i, "add", "adding", "include", "including", "agregar", "agregue", "anadir", "incluir", "incluya") && !r.has(span{max(s.i, i-3), i}, "negation") {
			s.i = i + 1
			return s
		}
	}
	return s
}
