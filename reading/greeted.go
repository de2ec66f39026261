package reading

import (
	"slices"
	"strings"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// The name that a mail greets is of whom it is written to, and of nobody in it: "Hi Dana,".

// takeGreeted takes the name in a greeting that is all of the first line, so that nothing reads it
// as that of the insured, of a driver, or of a town.
func takeGreeted(r *sheet) {
	start := ownStart(r)
	if start >= len(r.Tokens) {
		return
	}
	l := r.Lines[r.LineOf(start)]
	i := behindGreeting(r.Text, l)
	j, ok := namesGreeted(r, i, l.J)
	bare := i == l.I
	introduces := r.Is(i-1, ",") && j == l.J // "Hello, Ann Lee"
	if !ok || l.I != start || !isWholeLine(r.Text, r.Skip(j, ",", ":", "!", ".", "-", ";"), l.J) || introduces || bare && !isCalled(r, i, j, l) {
		return
	}
	r.Take(text.Between(i, j))
}

// behindGreeting returns the token behind the words with which a line greets, or thanks: its first,
// where it does not.
func behindGreeting(r *find.Text, l text.Line) int {
	i := l.I
	if !r.Among(i, "greets") && !r.Is(i, "thanks", "gracias") && !(r.Among(i, "starts to greet") && r.Among(i+1, "greets on")) {
		return i
	}
	for i++; i < l.J && (r.Among(i, "greets") || r.Among(i, "greets on")); i++ {
	}
	return i
}

// namesGreeted returns the end of the names at token i of those that a mail greets: "Dana", "Ms.
// Whitfield", "Dana and team".
func namesGreeted(r *sheet, i, end int) (j int, ok bool) {
	n, ok := find.NameAt(r.Text, i, 3)
	if !ok || n.J > end {
		return i, false
	}
	if j = n.J; j+1 < end && r.Is(j, "and", "&", "y") {
		if r.Among(j+1, "those greeted") {
			return j + 2, true
		}
		n, ok = find.NameAt(r.Text, j+1, 3)
		return n.J, ok && n.J <= end
	}
	return j, true
}

// isCalled reports whether the name from token i to j, with which an answer starts that does not
// greet otherwise, "Dana," or "Dana:", is of whom it is written to: one name of nobody that is
// known, asked for or named again, and no heading among others or of somebody new.
func isCalled(r *sheet, i, j int, l text.Line) bool {
	if len(r.in.Asked) == 0 || i != r.subjectEnd() || j != i+1 || j == l.J || isFromPart(r, i) || r.isGiven(i) >= 0 || isSurname(r, i) {
		return false
	}
	for _, path := range r.in.Asked {
		if strings.HasSuffix(path, "name") {
			return false
		}
	}
	for _, below := range r.Lines[r.LineOf(i)+1:] {
		if below.J-below.I == 2 && r.Is(below.I+1, ":") {
			return false // "Me:" on a line of its own
		}
	}
	birthUnasked := !slices.ContainsFunc(r.in.Asked, func(path string) bool { return strings.HasSuffix(path, "].date_of_birth") }) // so a birth date is of somebody new
	for k := j; k < len(r.Tokens); k++ {
		if text.Noun(r.At(k)) == r.At(i) && !r.Quoted[k] || birthUnasked && r.StartsAt("birth", k) > k {
			return false
		}
	}
	return true
}

// ownStart returns the first token of the text that is no quotation.
func ownStart(r *sheet) int {
	i := r.subjectEnd()
	for i < len(r.Tokens) && r.Quoted[i] {
		i++
	}
	return i
}
