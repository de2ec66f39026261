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
