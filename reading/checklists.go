package reading

// A checklist asks much that an application does not hold: "License ever suspended? No".

// hushDenied silences what lines ask and answer with no, where it names no field.
func (r *reader) hushDenied() {
	for _, l := range r.lines {
		if r.quoted[l.i] || !r.hasNo(l) {
			continue
		}
		s := r.body(l)
		cells, by := r.rowCells(line{span: s})
		for i := s.i + 1; i < l.j; i++ {
			mark := r.is(i, "?", ":", "=")
			if !mark && !(len(cells) == 2 && by >= byBlanks && i == cells[1].i) {
				if r.isWide(i) {
					s.i = i
				}
				continue
			}
			if end := r.deniedAt(i, l.j); end > i {
				if asked := (span{max(s.i, r.sentence(i-1).i), i}); r.asksAside(asked) {
					r.hush(asked)
				}
				i, s.i = end-1, end
			}
		}
	}
}

// hasNo reports whether a line has an answer that denies, behind something else.
func (r *reader) hasNo(l line) bool {
	for i := l.i + 1; i < l.j; i++ {
		if r.isNo(i) {
			return true
		}
	}
	return false
}

func (r *reader) isNo(i int) bool {
	switch r.at(i) {
	case "no", "n", "nope", "never", "none", "nunca", "false":
		return true
	}
	return false
}

// deniedAt returns where an answer ends that begins at token i, or behind the mark there, and
// is a no and nothing else; else i.
func (r *reader) deniedAt(i, end int) int {
	j := i
	for j < end && r.is(j, "?", ":", "=", "-", ".") {
		j++
	}
	if marked := r.marked(span{j, min(j+10, end)}); !marked.empty() {
		j = marked.i
	}
	if !r.isNo(j) {
		return i
	}
	k := r.skip(j+1, ".", "!")
	_, box := r.boxAt(k)
	if k < end && !r.isWide(k) && !r.is(k, "|", ";") && !box {
		return i
	}
	return min(k, end)
}

// asksAside reports whether a label or question asks for no field of an application, nor for
// accidents and tickets, nor who else there is.
func (r *reader) asksAside(s span) bool {
	if s.empty() || s.j-s.i > 20 || r.has(s, "ticket", "accident", "past claim") {
		return false
	}
	field, _ := r.labelOf(s)
	return field == "" || field == "use" || field == "commute_miles_one_way"
}
