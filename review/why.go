package review

import (
	"fmt"
	"strings"
)

// An explanation of an unclear reply goes to a staff member. The explanation has the text that
// was understood, and one or two sentences with the reason and what to write instead.

// noWord explains a first line without a command word.
func (p parser) noWord() Decision {
	line := p.first()
	understood := quote(line)
	if word, other, ok := confusable(line); ok {
		return unclear(understood, fmt.Sprintf("This looks like %s but has a different character (%U). Retype the word in plain letters.", word, other))
	}
	if word, ok := wordWithin(line); ok {
		return unclear(understood, word+" counts only at the beginning of the first line, with nothing else on the line.")
	}
	for i, below := range p.rest() {
		if h, ok := readCommandWord(below); ok && decisive[h.word] {
			return unclear(fmt.Sprintf("%s, and %s on line %d", understood, h.word, p.at+i+2), h.word+" must be on the first line, with nothing above.")
		}
	}
	return unclear(understood, "Start your reply with one of the words below, in English.")
}

// wordWithin returns a decisive word anywhere in a line.
func wordWithin(line string) (string, bool) {
	words := strings.FieldsFunc(upper(normalizedText(line)), func(r rune) bool { return r < 'A' || r > 'Z' && r < 0x80 })
	for _, w := range words {
		if decisive[forms[w]] {
			return forms[w], true
		}
	}
	return "", false
}

func (p parser) notParted(h commandWord) Decision {
	return unclear(quote(p.first()), fmt.Sprintf("%s needs a colon (%s) or a line of its own.", h.word, usage[h.word]))
}

func question(line string) Decision {
	return unclear(quote(line), "This reads like a question, not like a decision.")
}

func takenBack(word, line string) Decision {
	return unclear(andThen(word, line), "A later line takes "+word+" back.")
}

func twoWords(a, b string) Decision {
	if a == b {
		return unclear(a+" on two lines", "Write a decision once.")
	}
	return unclear(a+" and "+b, "Each is on a line of its own, but a reply can decide only one thing.")
}

func answeredTwice() Decision {
	return unclear("answers by number", "One number has two answers. Write each answer once, after the number of the question.")
}

// insteadOf suggests words for changes.
func insteadOf(word string) string {
	if word == wordAccept {
		return " For changes, write REJECT: and what is wrong, or EDIT: and the new text."
	}
	return ""
}

func andThen(word, line string) string { return word + ", and then " + quote(line) }

// quote shortens quoted text to one readable line.
func quote(line string) string {
	const longest = 80
	s := strings.Join(strings.Fields(line), " ")
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
