package reading

// findJobs finds where somebody tells at what place they work, "I'm a nurse at the surgery
// center", "I run the packing line at a pear orchard", and notes what the place is called: a
// drive there is one to work, wherever else the mail speaks of it.
func (r *reader) findJobs() {
	r.jobs = make(map[string]bool)
	for _, c := range r.cues["works at"] {
		if at, ok := r.placeOfJob(c); ok && !r.quiet[c.i] {
			r.noteJob(span{c.i, at + 1})
		}
	}
	for i := 1; i < len(r.toks); i++ {
		if !r.is(i, "at", "for", "en") || r.quiet[i] || !r.tradeBefore(i) {
			continue
		}
		at, ok := r.placeOfJob(span{i, i + 1})
		if !ok && r.is(i, "at", "en") {
			at, ok = r.placeCalled(i + 1)
		}
		if ok {
			r.noteJob(span{i, at + 1})
		}
	}
}

func (r *reader) noteJob(s span) {
	r.jobs[r.at(s.j-1)] = true
	r.jobsTold = append(r.jobsTold, s)
}

// tradeBefore reports whether "I'm a nurse" or "he is the night manager" ends before token i.
func (r *reader) tradeBefore(i int) bool {
	for k := i - 2; k >= max(r.clause(i).i, i-5); k-- {
		if r.is(k, "a", "an", "the", "un", "una") && r.is(k-1, "am", "i'm", "im", "is", "he's", "she's", "soy", "es", "as", "run", "runs", "manage", "manages", "supervise", "operate", "operates") {
			return true
		}
	}
	return false
}

// placeOfJob returns the last word of the place behind c: "center" of "the surgery center".
func (r *reader) placeOfJob(c span) (int, bool) {
	k := c.j
	if !r.is(k, "the", "a", "an", "my", "our", "his", "her", "la", "el", "un", "una") {
		return 0, false
	}
	last := 0
	for j := k + 1; j < min(r.sentence(c.i).j, k+5) && r.kind(j) == word && !stopWord(r.at(j)); j++ {
		last = j
	}
	return last, last > 0 && len(r.at(last)) > 3
}

// placeCalled returns the last word of a name at token k, as that of the place where somebody works:
// "a nurse at St Charles".
func (r *reader) placeCalled(k int) (int, bool) {
	last := k - 1
	for last < k+3 && r.cased && r.capital(last+1) && r.kind(last+1) == word && r.together(k-1, last+2) {
		last++
	}
	return last, last >= k && len(r.at(last)) > 3
}

// tellsJob reports whether s tells where somebody works, or speaks of that place.
func (r *reader) tellsJob(s span) bool {
	for _, at := range r.jobsTold {
		if s.i <= at.i && at.i < s.j {
			return true
		}
	}
	return false
}

// isJob reports whether token k names a place at which somebody was said to work.
func (r *reader) isJob(k int) bool { return r.jobs[r.at(k)] && k < len(r.toks) }
