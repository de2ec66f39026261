package review

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// longestText limits the text of a decision, in bytes.
const longestText = 128 << 10

// Parse reads the own text of a reply by who. The first nonblank line must begin with a command
// word. The word determines the text that may follow. Any other text is unclear, and Why has
// the reason.
func Parse(text string, who Person, w Phrases) Decision {
	if len(text) > longestText {
		return unclear(w.Say("reply.read.very_long"), w.Say("reply.too_long"))
	}
	p := newParser(text, who)
	p.words = w
	if p.at < 0 {
		return unclear(w.Say("reply.read.no_words"), w.Say("reply.no_words"))
	}
	h, ok := readCommandWord(p.lines[p.at])
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
	lines   []string // lines of the whole text
	at      int      // index of the first nonblank line; -1: none
	closing closing
	words   Phrases
}

var lineEnds = lazy.Replacing("\r\n", "\n", "\r", "\n")

func newParser(text string, who Person) parser {
	lines := strings.Split(lineEnds.Replace(text), "\n")
	for i, line := range lines {
		if normalizedLine(line) != "" {
			return parser{lines: lines, at: i, closing: closingFor(who)}
		}
	}
	return parser{lines: lines, at: -1}
}

func (p parser) first() string  { return p.lines[p.at] }
func (p parser) rest() []string { return p.lines[p.at+1:] }

func (p parser) decide(h commandWord) Decision {
	switch arguments.Get()[h.word] {
	case reason:
		return p.reason(h)
	case text:
		return p.text(h)
	case noArgument:
		return p.bare(h)
	case mayFollow:
		return p.withReason(h)
	}
	return p.commands()
}

// withReason reads HAND BACK, with a reason or corrected values after a colon.
func (p parser) withReason(h commandWord) Decision {
	if !strings.Contains(h.sep, ":") {
		return p.bare(h)
	}
	d := p.reason(h)
	if d.Verdict != VerdictReject {
		return d
	}
	return Decision{Verdict: VerdictCommand, Commands: []Command{{Word: h.word, Argument: d.Reason}}}
}

// bare reads a word without an argument.
func (p parser) bare(h commandWord) Decision {
	if strings.Contains(h.rest, "?") {
		return p.question()
	}
	address := ""
	if h.word == wordNew {
		address, h.rest = cutAddress(h.rest)
	}
	if other, ok := p.otherWord(h.word, p.rest(), aloneOnly); ok {
		return p.twoWords(h.word, other)
	}
	below := append([]string{h.rest}, p.rest()...)
	if h.word == wordAccept {
		for i, line := range below {
			below[i] = p.closing.withoutApproval(line)
		}
	}
	offending, ok := p.closing.allows(below)
	if h.word == wordSignature {
		address, ok = joined(p.closing.doubtful(below)), true
	}
	if !ok {
		d := unclear(andThen(h.word, offending, p.words),
			p.words.Say("reply.nothing_may_follow", h.word)+insteadOf(h.word, p.words))
		if lines := p.closing.doubtful(below); address == "" && mayBeSigned(lines) {
			d.Doubt = &Doubt{h.word, strings.Join(lines, "\n")}
		}
		return d
	}
	d := decisionOf(h.word)
	if address != "" {
		d.Commands[0].Argument = address
	}
	return d
}

// whom matches the address after NEW, with an optional mailto link that a mail program adds.
var whom = lazyregexp.MustCompile(`(?i)^<?([^\s<>@"(),:;\[\]]+@[^\s<>@"(),:;\[\]]+\.[a-z0-9-]*[a-z])>?(?: ?<mailto:[^\s<>]+>)?[.,;!]*(?: |$)`)

// cutAddress splits the optional address of NEW from the rest of the line.
func cutAddress(s string) (address, rest string) {
	found := whom.FindStringSubmatch(s)
	if found == nil {
		return "", s
	}
	return found[1], strings.TrimSpace(s[len(found[0]):])
}

// reason reads REJECT and CANCEL. The reason follows punctuation, the word in capitals or as an
// imperative, or is on the next lines.
func (p parser) reason(h commandWord) Decision {
	parted := strings.ContainsAny(h.sep, ".,:;!-")
	if h.rest != "" && !parted && h.form != upper(h.form) && upper(h.form) != wordReject {
		return p.notParted(h)
	}
	if strings.HasPrefix(h.rest, "?") || h.rest != "" && !parted && strings.HasSuffix(h.rest, "?") {
		return p.question()
	}
	if other, ok := p.otherWord(h.word, p.rest(), withText); ok {
		return p.twoWords(h.word, other)
	}
	given := append([]string{h.rest}, p.rest()...)
	for _, line := range given {
		if takesBack(line) {
			return p.takenBack(h.word, line)
		}
	}
	given[0] = p.remainder(h)
	d := Decision{Verdict: VerdictReject, Reason: p.body(given)}
	if h.word == wordCancel {
		d.Verdict = VerdictCancel
	}
	return d
}

// text reads EDIT, ANSWER, SEND and REPLAN. The text follows a colon or is on the next lines.
func (p parser) text(h commandWord) Decision {
	if h.rest != "" && !strings.Contains(h.sep, ":") {
		return p.notParted(h)
	}
	if other, ok := p.otherWord(h.word, p.rest(), aloneOnly); ok {
		return p.twoWords(h.word, other)
	}
	for _, line := range p.rest() {
		if wholeTakeBack(line) {
			return p.takenBack(h.word, line)
		}
	}
	given := append([]string{p.remainder(h)}, p.rest()...)
	written := joined(withoutReferences(given))
	if h.word == wordAnswer || h.word == wordReplan {
		written = p.body(given)
	}
	if written == "" {
		return unclear(p.words.Say("reply.read.without_text", h.word),
			p.words.Say("reply.text_missing", h.word))
	}
	switch h.word {
	case wordEdit:
		if values := p.body(given); haveColons(values) {
			written = values // a signature below values is no part of a mail
		}
		return Decision{Verdict: VerdictEdit, EditText: written}
	case wordAnswer:
		return p.answer(answersOf(strings.Split(written, "\n")))
	}
	return Decision{Verdict: VerdictCommand, Commands: []Command{{Word: h.word, Argument: written}}}
}

// haveColons reports whether each line may be "name: value", with a name of up to 8 words.
func haveColons(text string) bool {
	for line := range strings.Lines(text) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(line) != "" &&
			(len(strings.Fields(name)) > 8 || strings.TrimSpace(value) == "") {
			return false
		}
	}
	return text != ""
}

// answer checks answers by number. nil means that a number occurs twice.
func (p parser) answer(answers map[int]string) Decision {
	if other, ok := p.otherWord(wordAnswer, p.lines[p.at:], aloneOnly); ok {
		return p.twoWords(wordAnswer, other)
	}
	if answers == nil {
		return answeredTwice(p.words)
	}
	for _, n := range slices.Sorted(maps.Keys(answers)) {
		if n == 0 || strings.Contains(answers[n], "\n") {
			answers[n] = p.body(strings.Split(answers[n], "\n"))
		}
		if answers[n] == "" && n > 0 {
			return unclear(p.words.Say("reply.read.answers"),
				p.words.Say("reply.number_without_answer", strconv.Itoa(n)))
		}
	}
	return Decision{Verdict: VerdictAnswer, Answers: answers}
}
