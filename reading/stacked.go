package reading

// Web forms come with each label above its value, and no mark behind it.

// leastStacked is how many such labels make a form: fewer may be headings.
const leastStacked = 3

// isStacked reports whether the mail has such a form.
func (r *reader) isStacked() bool {
	n := 0
	for k := 0; k+1 < len(r.lines) && n < leastStacked; k++ {
		if r.labelAbove(k) != "" {
			n, k = n+1, k+1
		}
	}
	return n >= leastStacked
}

// labelAbove returns the field that line k names where the next line is its value; "" where
// it does not.
func (r *reader) labelAbove(k int) string {
	if k+1 >= len(r.lines) || r.lines[k].j-r.lines[k].i > 12 || r.quiet[r.lines[k].i] || r.hasColumns(r.lines[k]) {
		return ""
	}
	field, _ := r.labelOf(r.body(r.lines[k]))
	if field == "" {
		return ""
	}
	below := r.lines[k+1]
	if next, _ := r.labelOf(r.body(below)); next != "" && !isValueToo(next) || r.is(below.j-1, ":", "?") {
		return ""
	}
	if _, ok := r.cellOf(r.body(below)); ok {
		return ""
	}
	return field
}
