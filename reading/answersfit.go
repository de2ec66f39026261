package reading

import "strings"

// wholeAddress is the path of a question for all of where a car is kept.
const wholeAddress = "garaging_address"

// longestAnswer is of how many tokens an answer is at most of which no more was said than was asked.
const longestAnswer = 16

// fitsQuestion reports whether s can be the answer to the question for path.
func (r *reader) fitsQuestion(path string, s span) bool {
	for s.j > s.i && r.is(s.j-1, ",", ";", ".", "!") {
		s.j--
	}
	switch {
	case s.empty() || s.j-s.i > longestAnswer:
		return false
	case path == wholeAddress:
		_, street := r.street(s.i)
		return street
	case strings.HasSuffix(path, "name"):
		return s.j-s.i < 4 && r.isNameLike(s)
	}
	_, at, ok := r.parse(fieldOf(path), s)
	return ok && at.i < s.i+4
}

// isNameLike reports whether s is made of words that may be a name.
func (r *reader) isNameLike(s span) bool {
	for i := s.i; i < s.j; i++ {
		if r.kind(i) != word && !r.is(i, "-", "'", ".") || stopWord(r.at(i)) || r.has(span{i, i + 1}, "closing") {
			return false
		}
	}
	return true
}

// putFitting understands the answers, each of which may be empty, to our questions in their order: those
// that fit, where all but so many do. It reports whether it did.
func (r *reader) putFitting(paths []string, parts []span, misfits int, form *formState) bool {
	fitting := make([]bool, len(parts))
	n := 0
	for k, s := range parts {
		if fitting[k] = r.fitsQuestion(paths[k], s); fitting[k] {
			n++
		} else if !s.empty() {
			misfits--
		}
	}
	if misfits < 0 || n < 2 {
		return false
	}
	for k, s := range parts {
		if !fitting[k] {
			continue
		}
		for s.j > s.i && r.is(s.j-1, ",", ";", ".", "!") {
			s.j--
		}
		if c, ok := r.answerTo(paths[k], s); ok {
			r.put(c, form)
		}
	}
	return true
}
