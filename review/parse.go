package review

import (
	"fmt"
	"strings"
)

// Parse reads the own text of a reply by who. The first line that is not blank
// must be one of the words; what may follow depends on the word. Whatever is not
// exactly a decision is unclear, and Why says what was understood.
func Parse(text string, who Person) Decision {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	first := firstLine(lines)
	if first < 0 {
		return unclear("there were no words of your own in the reply")
	}
	p := parser{lines: lines, at: first, closing: closingFor(who)}
	h, ok := readHead(lines[first])
	if !ok {
		if answers, ok := numbered(lines[first:]); ok {
			return p.answer(answers)
		}
		return unclear(fmt.Sprintf("the first line is %q, which is not one of the words", shorten(lines[first])))
	}
	return p.decide(h)
}

// firstLine returns the index of the first line that holds more than space and
// invisible characters, or -1.
func firstLine(lines []string) int {
	for i, line := range lines {
		if plainLine(line) != "" {
			return i
		}
	}
	return -1
}

// parser reads one reply.
type parser struct {
	lines   []string // of the whole text
	at      int      // index of the line that holds the word
	closing closing
}

func (p parser) rest() []string { return p.lines[p.at+1:] }

func (p parser) decide(h head) Decision {
	switch arguments[h.word] {
	case reason:
		return p.reason(h)
	case text:
		return p.text(h)
	case noArgument:
		return p.bare(h)
	}
	return p.commands()
}

// bare reads a word that takes no argument.
func (p parser) bare(h head) Decision {
	if strings.Contains(h.rest, "?") {
		return unclear(fmt.Sprintf("%q reads as a question, not as a decision", shorten(p.lines[p.at])))
	}
	if other, ok := p.otherWord(h.word, p.rest(), aloneOnly); ok {
		return twoWords(h.word, other)
	}
	if offending, ok := p.closing.allows(append([]string{h.rest}, p.rest()...)); !ok {
		return unclear(fmt.Sprintf("%s was followed by %q; nothing but a courtesy or your name may follow it", h.word, shorten(offending)))
	}
	if h.word == wordAccept {
		return Decision{Verdict: VerdictAccept}
	}
	return Decision{Verdict: VerdictCommand, Commands: []Command{{Word: h.word}}}
}

// reason reads REJECT and CANCEL, whose reason stands behind punctuation, behind
// the word in capitals or as an imperative, or on the next lines.
func (p parser) reason(h head) Decision {
	if h.rest != "" && !strings.ContainsAny(h.sep, ".,:;!-") && h.form != upper(h.form) && upper(h.form) != wordReject {
		return p.notAWord(h)
	}
	if strings.HasPrefix(h.rest, "?") || h.rest != "" && !strings.ContainsAny(h.sep, ".,:;!-") && strings.HasSuffix(h.rest, "?") {
		return unclear(fmt.Sprintf("%q reads as a question, not as a decision", shorten(p.lines[p.at])))
	}
	if other, ok := p.otherWord(h.word, p.rest(), withText); ok {
		return twoWords(h.word, other)
	}
	given := append([]string{h.rest}, p.rest()...)
	for _, line := range given {
		if takesBack(line) {
			return unclear(fmt.Sprintf("%s was taken back by %q", h.word, shorten(line)))
		}
	}
	given[0] = p.remainder(h)
	d := Decision{Verdict: VerdictReject, Reason: p.body(given)}
	if h.word == wordCancel {
		d.Verdict = VerdictCancel
	}
	return d
}

func (p parser) notAWord(h head) Decision {
	return unclear(fmt.Sprintf("the first line is %q; %s decides only with a colon behind it, or on a line of its own", shorten(p.lines[p.at]), h.word))
}

// text reads EDIT, ANSWER, SEND and REPLAN, whose text stands behind a colon or
// on the next lines.
func (p parser) text(h head) Decision {
	if h.rest != "" && !strings.Contains(h.sep, ":") {
		return p.notAWord(h)
	}
	if other, ok := p.otherWord(h.word, p.rest(), aloneOnly); ok {
		return twoWords(h.word, other)
	}
	for _, line := range p.rest() {
		if wholeTakeBack(line) {
			return unclear(fmt.Sprintf("%s was taken back by %q", h.word, shorten(line)))
		}
	}
	given := append([]string{p.remainder(h)}, p.rest()...)
	written := joined(withoutReferences(given))
	if h.word == wordAnswer || h.word == wordReplan {
		written = p.body(given)
	}
	if written == "" {
		return unclear(h.word + " came without the text that it needs")
	}
	switch h.word {
	case wordEdit:
		return Decision{Verdict: VerdictEdit, EditText: written}
	case wordAnswer:
		return p.answer(answersOf(strings.Split(written, "\n")))
	}
	return Decision{Verdict: VerdictCommand, Commands: []Command{{Word: h.word, Argument: written}}}
}

func (p parser) answer(answers map[int]string) Decision {
	if other, ok := p.otherWord(wordAnswer, p.lines[p.at:], aloneOnly); ok {
		return twoWords(wordAnswer, other)
	}
	if answers == nil {
		return unclear("the numbers of the answers are not clear: one of them stands there twice")
	}
	for n, text := range answers {
		if n == 0 || strings.Contains(text, "\n") {
			answers[n] = p.body(strings.Split(text, "\n"))
		}
		if answers[n] == "" && n > 0 {
			return unclear(fmt.Sprintf("answer %d is empty", n))
		}
	}
	return Decision{Verdict: VerdictAnswer, Answers: answers}
}

// remainder returns what follows the word on its own line, as it was written:
// the end of the raw line that reads like h.rest.
func (p parser) remainder(h head) string {
	const longestHead = 64 // word, markup and separators, in octets
	raw := strings.TrimSpace(p.lines[p.at])
	for i := range raw {
		if i > longestHead {
			break
		}
		if h.rest != "" && plainText(raw[i:]) == h.rest {
			return strings.TrimSpace(raw[i:])
		}
	}
	return h.rest
}

// body returns free text without the reference and the closing at its end.
func (p parser) body(lines []string) string {
	lines = withoutReferences(lines)
	for end := range len(lines) {
		if _, ok := p.closing.allows(lines[end:]); ok {
			lines = lines[:end]
			break
		}
	}
	return joined(lines)
}

func withoutReferences(lines []string) []string {
	var kept []string
	for _, line := range lines {
		if !isReference(line) {
			kept = append(kept, line)
		}
	}
	return kept
}

func joined(lines []string) string { return strings.TrimSpace(strings.Join(lines, "\n")) }

func twoWords(a, b string) Decision {
	if a == b {
		return unclear(a + " stands on two lines; a decision is written once")
	}
	return unclear(fmt.Sprintf("%s and %s both stand on lines of their own; a reply decides one thing", a, b))
}

// shorten keeps what a Why quotes to one readable line.
func shorten(line string) string {
	const longest = 80
	s := strings.Join(strings.Fields(line), " ")
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return s
}
