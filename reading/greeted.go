package reading

import (
	"slices"
	"strings"
)

// The name that a mail greets is of whom it is written to, and of nobody in it: "Hi Dana,".

// takeGreeted takes the name in a greeting that is all of the first line, so that nothing reads it
// as that of the insured, of a driver, or of a town.
func (r *reader) takeGreeted() {
	start := r.ownStart()
	if start >= len(r.toks) {
		return
	}
	l := r.lines[r.lineOf(start)]
	i := r.behindGreeting(l)
	j, ok := r.namesGreeted(i, l.j)
	bare := i == l.i
	introduces := r.is(i-1, ",") && j == l.j // "Hello, Ann Lee"
	if !ok || l.i != start || !r.isWholeLine(r.skip(j, ",", ":", "!", ".", "-", ";"), l.j) || introduces || bare && !r.isCalled(i, j, l) {
		return
	}
	r.take(span{i, j})
}

// behindGreeting returns the token behind the words with which a line greets, or thanks: its first,
// where it does not.
func (r *reader) behindGreeting(l line) int {
	i := l.i
	if !r.among(i, "greets") && !r.is(i, "thanks", "gracias") && !(r.among(i, "starts to greet") && r.among(i+1, "greets on")) {
		return i
	}
	for i++; i < l.j && (r.among(i, "greets") || r.among(i, "greets on")); i++ {
	}
	return i
}

// namesGreeted returns the end of the names at token i of those that a mail greets: "Dana", "Ms.
// Whitfield", "Dana and team".
func (r *reader) namesGreeted(i, end int) (j int, ok bool) {
	n, ok := r.name(i, 3)
	if !ok || n.j > end {
		return i, false
	}
	if j = n.j; j+1 < end && r.is(j, "and", "&", "y") {
		if r.among(j+1, "those greeted") {
			return j + 2, true
		}
		n, ok = r.name(j+1, 3)
		return n.j, ok && n.j <= end
	}
	return j, true
}

// isCalled reports whether the name from token i to j, with which an answer starts that does not
// greet otherwise, "Dana," or "Dana:", is of whom it is written to: one name of nobody that is
// known, asked for or named again, and no heading among others or of somebody new.
func (r *reader) isCalled(i, j int, l line) bool {
	if len(r.in.Asked) == 0 || i != r.subjectEnd() || j != i+1 || j == l.j || r.isFromPart(i) || r.isGiven(i) >= 0 || r.isSurname(i) {
		return false
	}
	for _, path := range r.in.Asked {
		if strings.HasSuffix(path, "name") {
			return false
		}
	}
	for _, below := range r.lines[r.lineOf(i)+1:] {
		if below.j-below.i == 2 && r.is(below.i+1, ":") {
			return false // "Me:" on a line of its own
		}
	}
	birthUnasked := !slices.ContainsFunc(r.in.Asked, func(path string) bool { return strings.HasSuffix(path, "].date_of_birth") }) // so a birth date is of somebody new
	for k := j; k < len(r.toks); k++ {
		if noun(r.at(k)) == r.at(i) && !r.quoted[k] || birthUnasked && r.startsAt("birth", k) > k {
			return false
		}
	}
	return true
}

// ownStart returns the first token of the text that is no quotation.
func (r *reader) ownStart() int {
	i := r.subjectEnd()
	for i < len(r.toks) && r.quoted[i] {
		i++
	}
	return i
}
