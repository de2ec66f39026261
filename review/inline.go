package review

import (
	"maps"
	"slices"
	"strings"

	"ppamaild/mailbox/reply"
)

// inline reads answers that were written between the questions they answer, as
// the mail program quoted them: an answer without a number of its own belongs to
// the quoted question right above it. ok is false where the reply is not of that
// form, or where it begins with another word than ANSWER.
func inline(segments []reply.Segment, who Person) (d Decision, ok bool) {
	in := inlineReader{closing: closingFor(who), answers: map[int]string{}}
	for _, s := range segments {
		switch {
		case s.Kind == reply.Own && strings.TrimSpace(s.Text) != "":
			in.own(strings.Split(strings.TrimSpace(s.Text), "\n"))
			in.above = nil
		case s.Kind == reply.Quote && strings.TrimSpace(s.Text) != "":
			in.above = questionsAbove(s.Text)
		}
	}
	switch {
	case in.other || in.tied == 0 || in.tied == 1 && in.crowded:
		return Decision{}, false
	case in.why.Why != "":
		return in.why, true
	}
	return Decision{Verdict: VerdictAnswer, Answers: in.answers}, true
}

// inlineReader goes through the segments of a reply in order.
type inlineReader struct {
	closing closing
	answers map[int]string
	above   []int    // numbers of the questions quoted right above, in order
	begun   bool     // there were own words before
	other   bool     // the reply begins with a word that is not ANSWER
	tied    int      // answers that have their number from the quote
	crowded bool     // one of them had several questions right above
	why     Decision // what made it unclear; the zero value: nothing
}

// own reads one stretch of own lines.
func (in *inlineReader) own(lines []string) {
	if h, ok := readHead(lines[0]); ok && !in.begun {
		in.other = h.word != wordAnswer
		lines = append([]string{h.rest}, lines[1:]...)
	}
	in.begun = true
	p := parser{lines: lines, closing: in.closing}
	if word, ok := p.otherWord(wordAnswer, lines, aloneOnly); ok {
		in.why = twoWords(wordAnswer, word)
	}
	answers := answersOf(lines)
	if answers == nil {
		in.why = answeredTwice()
	}
	for _, n := range slices.Sorted(maps.Keys(answers)) {
		text := p.body(strings.Split(answers[n], "\n"))
		switch {
		case n == 0 && text == "":
		case n == 0 && len(in.above) > 0:
			in.tied++
			in.crowded = in.crowded || len(in.above) > 1
			in.add(in.above[len(in.above)-1], text)
		case n == 0 && in.tied > 0:
			in.why = unclear(quote(text), "It can't be told which question this answers; write the question's number before it.")
		default:
			in.add(n, text)
		}
	}
}

func (in *inlineReader) add(n int, text string) {
	if _, twice := in.answers[n]; twice {
		in.why = answeredTwice()
	}
	in.answers[n] = text
}

// questionsAbove returns the numbers of the questions in the last paragraph of
// quoted text.
func questionsAbove(quoted string) []int {
	var numbers []int
	for line := range strings.SplitSeq(strings.TrimRight(quoted, "> \t\n"), "\n") {
		line = strings.TrimLeft(line, "> \t\u00a0")
		if line == "" {
			numbers = nil
			continue
		}
		if it, ok := numberedLine(line); ok {
			numbers = append(numbers, it.number)
		}
	}
	return numbers
}
