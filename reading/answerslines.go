package reading

// Who answers with one line for each question may greet first, and thank below, or leave a line
// blank for what they do not know.

// answersByLine returns which of our questions, from 1, each line of the mail answers by its
// place; nil where that can't be told. All that stand there must fit.
func (r *reader) answersByLine() map[int]int {
	if len(r.in.Asked) < 2 {
		return nil
	}
	first, last := r.answerLines()
	for end := last; end-first > 1; end-- {
		if end < last && !r.lines[end].first {
			continue // only a paragraph of its own ends the mail: "Sue"
		}
		if found := r.placesOf(first, end); found != nil {
			return found
		}
	}
	return nil
}

// placesOf returns which of our questions the lines from first to before last answer: all of them
// in their order, or as many as their rows leave when blank ones count.
func (r *reader) placesOf(first, last int) map[int]int {
	asked, top := len(r.in.Asked), r.row(r.lines[first].i)
	whole := last-first == asked
	if !whole && (r.row(r.lines[last-1].i)-top+1 != asked || asked < leastAnswers) {
		return nil
	}
	found := make(map[int]int)
	for k := first; k < last; k++ {
		l, n := r.lines[k], k-first+1
		if !whole {
			n = r.row(l.i) - top + 1
		}
		if l.j-l.i > longestAnswerLine && r.in.Asked[n-1] != wholeAddress || r.itemNumber(l) > 0 || !r.fitsQuestion(r.in.Asked[n-1], r.body(l)) {
			return nil
		}
		found[k] = n
	}
	return found
}

// longestAnswerLine is how many tokens an answer may have to be told by its place.
const longestAnswerLine = 8

// answerLines returns the lines, from first to before last, between what the mail greets with and
// what it ends with: thanks, a name, or a paragraph of its own.
func (r *reader) answerLines() (first, last int) {
	for first < len(r.lines) && (r.lines[first].j <= r.subjectEnd() || r.quoted[r.lines[first].i] || r.isGreeting(r.lines[first])) {
		first++
	}
	last = first
	for last < len(r.lines) && last-first < len(r.in.Asked) && !r.quoted[r.lines[last].i] && !r.closes(r.lines[last]) {
		last++
	}
	if last < len(r.lines) && !r.lines[last].first && !r.closes(r.lines[last]) && !r.quoted[r.lines[last].i] {
		return first, first // they go on
	}
	return first, last
}

// isGreeting reports whether a line does no more than greet, or say that answers follow: "Hi
// Dana,", "Here you go:".
func (r *reader) isGreeting(l line) bool {
	greets := r.among(l.i, "greets") || r.is(l.i, "good") && r.among(l.i+1, "greets")
	here := r.is(l.i, "here", "answers", "ok", "okay", "sure", "aqui")
	return l.j-l.i < 7 && (greets || here && !r.is(l.j-1, ".")) && r.countNumbers(l.span) == 0
}
