package reading

// Our questions say why they are asked, in a sentence below them: "Experience counts in the
// price." Who answers below that answers the question.

// mostReasonLines is how many lines why we ask may take, wrapped as it was quoted.
const mostReasonLines = 3

// reasonBelow returns the last line of why a question is asked: a whole sentence right below
// it in the same quoted paragraph. Where there is none it is the last line of the question.
func (r *reader) reasonBelow(q inquiry) int {
	if !r.is(q.j-1, "?") {
		return q.last
	}
	for k := q.last + 1; k < min(len(r.lines), q.last+1+mostReasonLines); k++ {
		l := r.lines[k]
		own := r.unquoted(l)
		if !r.quoted[l.i] || own.i != l.i+1 || own.empty() || r.itemNumber(own) > 0 || k == q.last+1 && !r.capital(own.i) {
			break
		}
		if r.is(own.j-1, ".") {
			return k
		}
	}
	return q.last
}

// numberAbove returns the number of the quoted question that ends, with why it is asked, on
// line k; 0 where none does.
func (r *reader) numberAbove(k int) int {
	if n := r.itemNumber(r.unquoted(r.lines[k])); n > 0 {
		return n
	}
	for _, q := range r.questions {
		if q.end == k && q.numbered {
			return r.itemNumber(r.unquoted(r.lines[r.lineOf(q.i)]))
		}
	}
	return 0
}
