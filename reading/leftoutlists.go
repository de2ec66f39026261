package reading

import "slices"

// A list may be of what is not to be insured, as its heading says: "Not to insure:", "Please don't include:".

// findLeftOutLists returns the lines of such lists that begin with one of the vehicles that are mentioned, or what stands
// behind the heading on its own line.
func (r *reader) findLeftOutLists(mentions []mention) []span {
	var found []span
	for k, l := range r.lines {
		end, ok := r.endsLeftOutHeading(l)
		switch {
		case !ok || r.quoted[l.i]:
		case end < l.j:
			if s := (span{end, min(l.j, r.sentence(end).j)}); r.listsVehicle(s, mentions) {
				found = append(found, s)
			}
		default:
			found = append(found, r.leftOutBelow(k, mentions)...)
		}
	}
	return found
}

// endsLeftOutHeading returns where such a heading ends that begins line l and has it for itself, or up to a colon, or that
// is the last of several sentences there.
func (r *reader) endsLeftOutHeading(l line) (int, bool) {
	if end, ok := r.endsLeftOutAt(r.body(l).i, l); ok || !r.is(l.j-1, ":") {
		return end, ok
	}
	return r.endsLeftOutAt(max(l.i, r.sentence(l.j-1).i), l)
}

func (r *reader) endsLeftOutAt(i int, l line) (int, bool) {
	for r.among(i, "before left out") {
		i++
	}
	j := r.startsAt("left out heading", i)
	if j == i {
		return i, false
	}
	for j < l.j && r.among(j, "behind left out") {
		j++
	}
	if r.is(j, "(") {
		for j < l.j && !r.is(j-1, ")") {
			j++
		}
	}
	if j < l.j && !r.is(j, ":") {
		return j, false
	}
	return min(j+1, l.j), true
}

// leftOutBelow returns the lines of the list below line k, up to one that begins with no vehicle.
func (r *reader) leftOutBelow(k int, mentions []mention) []span {
	var found []span
	for n, l := range r.lines[k+1:] {
		if l.first && (n > 0 || !r.is(r.lines[k].j-1, ":")) || n > 0 && r.isItem(r.lines[k+1]) && !r.isItem(l) || !r.listsVehicle(r.body(l), mentions) {
			break
		}
		found = append(found, l.span)
	}
	return found
}

// listsVehicle reports whether s begins with one of mentions, which are in order, or with whose it is.
func (r *reader) listsVehicle(s span, mentions []mention) bool {
	m, ok := firstMention(s.i, mentions)
	if !ok || m.i >= s.j {
		return false
	}
	for k := s.i; k < m.i; k++ {
		if !owners[r.at(k)] && !r.isKin(k) && !r.among(k, "a car") && noun(r.at(k)) == r.at(k) {
			return false
		}
	}
	return true
}

// firstMention returns the first of mentions that begins at token i or behind it.
func firstMention(i int, mentions []mention) (mention, bool) {
	k, _ := slices.BinarySearchFunc(mentions, i, func(m mention, i int) int { return m.i - i })
	if k == len(mentions) {
		return mention{}, false
	}
	return mentions[k], true
}

// isListedOut reports whether m stands in a list of what is not to be insured.
func (r *reader) isListedOut(m mention) bool {
	k, _ := slices.BinarySearchFunc(r.leftOut, m.i+1, func(s span, i int) int { return s.i - i })
	return k > 0 && m.i < r.leftOut[k-1].j
}
