package reading

// box is a place to mark an option of a form: "(X)", "[ ]", "☐".
type box struct {
	span
	marked bool
}

// boxAt reads a box at token i.
func (d *document) boxAt(i int) (box, bool) {
	switch {
	case d.is(i, "☐", "□"):
		return box{span{i, i + 1}, false}, true
	case d.is(i, "☑", "☒", "☐", "✓", "✔", "■"):
		return box{span{i, i + 1}, true}, true
	case !d.is(i, "(", "["):
		return box{}, false
	case d.is(i+1, ")", "]"):
		return box{span{i, i + 2}, false}, true
	case d.is(i+1, "x", "✓", "✔", "√") && d.glued(i+1) && d.is(i+2, ")", "]"):
		return box{span{i, i + 3}, true}, true
	}
	return box{}, false
}

// option returns what the box b is for: up to the next box, or a wide gap.
func (d *document) option(b box, end int) span {
	s := span{b.j, b.j}
	for s.j < end {
		if _, next := d.boxAt(s.j); next || s.j > b.j && d.isWide(s.j) {
			break
		}
		s.j++
	}
	return s
}

// isWide reports whether more than a blank stands before token i, in its line.
func (d *document) isWide(i int) bool {
	return i > 0 && i < len(d.toks) && d.row(i) == d.row(i-1) && d.toks[i].start-d.toks[i-1].end > 1
}

// hushUnmarked silences the options of a form that are not marked.
func (r *reader) hushUnmarked() {
	for _, l := range r.lines {
		for i := l.i; i < l.j; i++ {
			b, ok := r.boxAt(i)
			if !ok {
				continue
			}
			if !b.marked {
				r.hush(r.option(b, l.j))
			}
			r.take(b.span)
			i = b.j - 1
		}
	}
}

// marked returns the part of a value that is filled in: what stands before any
// box, else the option that is marked.
func (d *document) marked(s span) span {
	value := span{s.i, s.i}
	for i := s.i; i < s.j; i++ {
		b, ok := d.boxAt(i)
		switch {
		case ok && !value.empty():
			return value
		case ok && b.marked:
			return d.option(b, s.j)
		case ok:
			i = d.option(b, s.j).j - 1
			value = span{i + 1, i + 1}
		default:
			value.j = i + 1
		}
	}
	return value
}
