package review

import (
	"maps"
	"slices"
	"strings"

	"ppamaild/mailbox/reply"
)

// inline reads answers between quoted questions. An answer without a number belongs to the
// question right above. ok is false if the reply has another form, or begins with a word other
// than ANSWER.
func inline(segments []reply.Segment, who Person, w Phrases) (d Decision, ok bool) {
	in := inlineReader{closing: closingFor(who), words: w, answers: map[int]string{}}
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

// inlineReader reads the segments of a reply in order.
type inlineReader struct {
	closing closing
	words   Phrases
	answers map[int]string
	above   []int    // numbers of the questions right above, in order
	begun   bool     // own text has begun
	other   bool     // the reply begins with a word other than ANSWER
	tied    int      // answers with a number from the quotation
	crowded bool     // an answer has several questions right above
	why     Decision // the reason for unclear; zero value: none
}

// own reads one block of own lines.
func (in *inlineReader) own(lines []string) {
	if h, ok := readCommandWord(lines[0]); ok && !in.begun {
		in.other = h.word != wordAnswer
		lines = append([]string{h.rest}, lines[1:]...)
	}
	in.begun = true
	p := parser{lines: lines, closing: in.closing, words: in.words}
	if word, ok := p.otherWord(wordAnswer, lines, aloneOnly); ok {
		in.why = p.twoWords(wordAnswer, word)
	}
	answers := answersOf(lines)
	if answers == nil {
		in.why = answeredTwice(in.words)
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
			in.why = unclear(quote(text), in.words.Say("reply.which_question"))
		default:
			in.add(n, text)
		}
	}
}

func (in *inlineReader) add(n int, text string) {
	if _, twice := in.answers[n]; twice {
		in.why = answeredTwice(in.words)
	}
	in.answers[n] = text
}

// questionsAbove returns the numbers of the questions in the last paragraph of quoted text.
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
