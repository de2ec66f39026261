package review

import (
	"fmt"
	"strings"
)

// What keeps a reply from being a decision is told to a member of staff, who
// never sees this code: what was understood, as it was written, and one or two
// sentences that say why that decides nothing and what would.

// noWord says what is wrong with a first line that is not one of the words.
func (p parser) noWord() Decision {
	line := p.first()
	understood := quote(line)
	if word, other, ok := lookalike(line); ok {
		return unclear(understood, fmt.Sprintf("It looks like %s but is written with another character (%U). Type the word anew, in plain letters.", word, other))
	}
	if word, ok := wordWithin(line); ok {
		return unclear(understood, word+" decides only where the first line begins with it and is nothing more; inside of other words it may mean anything.")
	}
	for i, below := range p.rest() {
		if h, ok := readHead(below); ok && decisive[h.word] {
			return unclear(fmt.Sprintf("%s, and %s on line %d", understood, h.word, p.at+i+2), h.word+" must stand on the first line, with nothing above it.")
		}
	}
	return unclear(understood, "The first line is not one of the words; they are English, and only they decide.")
}

// wordWithin returns the decisive word that a line has somewhere.
func wordWithin(line string) (string, bool) {
	words := strings.FieldsFunc(upper(plainText(line)), func(r rune) bool { return r < 'A' || r > 'Z' && r < 0x80 })
	for _, w := range words {
		if decisive[forms[w]] {
			return forms[w], true
		}
	}
	return "", false
}

func (p parser) notParted(h head) Decision {
	return unclear(quote(p.first()), fmt.Sprintf("%s decides only with a colon behind it (%s), or on a line of its own.", h.word, usage[h.word]))
}

func question(line string) Decision {
	return unclear(quote(line), "It reads as a question, not as a decision.")
}

func takenBack(word, line string) Decision {
	return unclear(andThen(word, line), word+" was taken back further down.")
}

func twoWords(a, b string) Decision {
	if a == b {
		return unclear(a+" on two lines", "A decision is written once.")
	}
	return unclear(a+" and "+b, "Both stand on lines of their own; a reply decides one thing.")
}

func answeredTwice() Decision {
	return unclear("answers by number", "One of the numbers has two answers; write each answer once, behind the number of its question.")
}

// insteadOf says what serves whoever wanted more than the bare word.
func insteadOf(word string) string {
	if word == wordAccept {
		return " To change something write REJECT: and what is wrong, or EDIT: and the new text."
	}
	return ""
}

func andThen(word, line string) string { return word + ", and then " + quote(line) }

// quote keeps what is quoted to one readable line.
func quote(line string) string {
	const longest = 80
	s := strings.Join(strings.Fields(line), " ")
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
