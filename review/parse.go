package review

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/lazyregexp"
)

// longestText is what a decision may hold, in octets.
const longestText = 128 << 10

// Parse reads the own text of a reply by who. The first line that is not blank
// must be one of the words; what may follow depends on the word. Whatever is not
// exactly a decision is unclear, and Why says what keeps it from being one.
func Parse(text string, who Person) Decision {
	if len(text) > longestText {
		return unclear("a very long text", "No decision is that long. Write it without what it quotes or encloses.")
	}
	p := newParser(text, who)
	if p.at < 0 {
		return unclear("no words of your own", "What stands in the subject, in a quote, in a signature or in an attachment decides nothing.")
	}
	h, ok := readHead(p.lines[p.at])
	if !ok {
		if answers, ok := numbered(p.lines[p.at:]); ok {
			return p.answer(answers)
		}
		return p.noWord()
	}
	return p.decide(h)
}

// parser reads one reply.
type parser struct {
	lines   []string // of the whole text
	at      int      // index of the first line that shows anything; -1: none does
	closing closing
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func newParser(text string, who Person) parser {
	lines := strings.Split(lineEnds.Replace(text), "\n")
	for i, line := range lines {
		if plainLine(line) != "" {
			return parser{lines: lines, at: i, closing: closingFor(who)}
		}
	}
	return parser{lines: lines, at: -1}
}

func (p parser) first() string  { return p.lines[p.at] }
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
		return question(p.first())
	}
	address := ""
	if h.word == wordNew {
		address, h.rest = cutAddress(h.rest)
	}
	if other, ok := p.otherWord(h.word, p.rest(), aloneOnly); ok {
		return twoWords(h.word, other)
	}
	if offending, ok := p.closing.allows(append([]string{h.rest}, p.rest()...)); !ok {
		return unclear(andThen(h.word, offending), h.word+" takes no text after it but a courtesy, your name or a signature."+insteadOf(h.word))
	}
	if h.word == wordAccept {
		return Decision{Verdict: VerdictAccept}
	}
	return Decision{Verdict: VerdictCommand, Commands: []Command{{Word: h.word, Argument: address}}}
}

// whom is an address behind NEW, perhaps with the link that a mail program makes of it.
var whom = lazyregexp.MustCompile(`(?i)^<?([^\s<>@"(),:;\[\]]+@[^\s<>@"(),:;\[\]]+\.[a-z0-9-]*[a-z])>?(?: ?<mailto:[^\s<>]+>)?[.,;!]*(?: |$)`)

// cutAddress parts the address that NEW may have from what else is on its line.
func cutAddress(s string) (address, rest string) {
	found := whom.FindStringSubmatch(s)
	if found == nil {
		return "", s
	}
	return found[1], strings.TrimSpace(s[len(found[0]):])
}

// reason reads REJECT and CANCEL, whose reason stands behind punctuation, behind
// the word in capitals or as an imperative, or on the next lines.
func (p parser) reason(h head) Decision {
	parted := strings.ContainsAny(h.sep, ".,:;!-")
	if h.rest != "" && !parted && h.form != upper(h.form) && upper(h.form) != wordReject {
		return p.notParted(h)
	}
	if strings.HasPrefix(h.rest, "?") || h.rest != "" && !parted && strings.HasSuffix(h.rest, "?") {
		return question(p.first())
	}
	if other, ok := p.otherWord(h.word, p.rest(), withText); ok {
		return twoWords(h.word, other)
	}
	given := append([]string{h.rest}, p.rest()...)
	for _, line := range given {
		if takesBack(line) {
			return takenBack(h.word, line)
		}
	}
	given[0] = p.remainder(h)
	d := Decision{Verdict: VerdictReject, Reason: p.body(given)}
	if h.word == wordCancel {
		d.Verdict = VerdictCancel
	}
	return d
}

// text reads EDIT, ANSWER, SEND and REPLAN, whose text stands behind a colon or
// on the next lines.
func (p parser) text(h head) Decision {
	if h.rest != "" && !strings.Contains(h.sep, ":") {
		return p.notParted(h)
	}
	if other, ok := p.otherWord(h.word, p.rest(), aloneOnly); ok {
		return twoWords(h.word, other)
	}
	for _, line := range p.rest() {
		if wholeTakeBack(line) {
			return takenBack(h.word, line)
		}
	}
	given := append([]string{p.remainder(h)}, p.rest()...)
	written := joined(withoutReferences(given))
	if h.word == wordAnswer || h.word == wordReplan {
		written = p.body(given)
	}
	if written == "" {
		return unclear(h.word+", and nothing after it", h.word+" needs its text after a colon or on the lines below.")
	}
	switch h.word {
	case wordEdit:
		return Decision{Verdict: VerdictEdit, EditText: written}
	case wordAnswer:
		return p.answer(answersOf(strings.Split(written, "\n")))
	}
	return Decision{Verdict: VerdictCommand, Commands: []Command{{Word: h.word, Argument: written}}}
}

// answer judges answers by number; nil stands for a number that is there twice.
func (p parser) answer(answers map[int]string) Decision {
	if other, ok := p.otherWord(wordAnswer, p.lines[p.at:], aloneOnly); ok {
		return twoWords(wordAnswer, other)
	}
	if answers == nil {
		return answeredTwice()
	}
	for _, n := range slices.Sorted(maps.Keys(answers)) {
		if n == 0 || strings.Contains(answers[n], "\n") {
			answers[n] = p.body(strings.Split(answers[n], "\n"))
		}
		if answers[n] == "" && n > 0 {
			return unclear("answers by number", fmt.Sprintf("Number %d has no answer behind it.", n))
		}
	}
	return Decision{Verdict: VerdictAnswer, Answers: answers}
}
