package review

import (
	"fmt"
	"strconv"
	"strings"
)

// An explanation of an unclear reply goes to a staff member. The explanation has the text that
// was understood, and one or two sentences with the reason and what to write instead.

// noWord explains a first line without a command word.
func (p parser) noWord() Decision {
	line := p.first()
	understood := quote(line)
	if word, other, ok := confusable(line); ok {
		return unclear(understood, p.words.Say("reply.confusable", word, fmt.Sprintf("%U", other)))
	}
	if word, ok := wordWithin(line); ok {
		return unclear(understood, p.words.Say("reply.word_within", word))
	}
	for i, below := range p.rest() {
		if h, ok := readCommandWord(below); ok && decisive.Get()[h.word] {
			line := strconv.Itoa(p.at + i + 2)
			return unclear(p.words.Say("reply.read.word_below", understood, h.word, line),
				p.words.Say("reply.word_below", h.word))
		}
	}
	return unclear(understood, p.words.Say("reply.start"))
}

// wordWithin returns a decisive word anywhere in a line.
func wordWithin(line string) (string, bool) {
	words := strings.FieldsFunc(upper(normalizedText(line)), func(r rune) bool { return r < 'A' || r > 'Z' && r < 0x80 })
	for _, w := range words {
		if decisive.Get()[forms.Get()[w]] {
			return forms.Get()[w], true
		}
	}
	return "", false
}

func (p parser) notParted(h commandWord) Decision {
	return unclear(quote(p.first()), p.words.Say("reply.not_parted", h.word, usage.Get()[h.word]))
}

func (p parser) question() Decision {
	return unclear(quote(p.first()), p.words.Say("reply.question"))
}

func (p parser) takenBack(word, line string) Decision {
	return unclear(andThen(word, line, p.words), p.words.Say("reply.taken_back", word))
}

func (p parser) twoWords(a, b string) Decision {
	if a == b {
		return unclear(p.words.Say("reply.read.twice", a), p.words.Say("reply.twice"))
	}
	return unclear(p.words.Say("reply.read.two_words", a, b), p.words.Say("reply.two_words"))
}

func answeredTwice(w Phrases) Decision {
	return unclear(w.Say("reply.read.answers"), w.Say("reply.answered_twice"))
}

// insteadOf suggests words for changes.
func insteadOf(word string, w Phrases) string {
	if word == wordAccept {
		return " " + w.Say("reply.for_changes")
	}
	return ""
}

func andThen(word, line string, w Phrases) string {
	return w.Say("reply.read.and_then", word, quote(line))
}

// quote shortens quoted text to one readable line.
func quote(line string) string {
	const longest = 80
	s := strings.Join(strings.Fields(line), " ")
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
