package review

import (
	"slices"
	"strings"

	"ppamaild/lazy"
)

// strictness selects the lines that count as a second decision.
type strictness int

const (
	aloneOnly strictness = iota // a word that is alone on its line
	withText                    // also a word with a colon and text
)

// otherWord returns a second decision word in lines. Words that free text may contain alone on
// a line ("New", "Continue") count only where no text is expected.
func (p parser) otherWord(word string, lines []string, strict strictness) (string, bool) {
	free := arguments.Get()[word] != noArgument
	for _, line := range lines {
		h, ok := readCommandWord(line)
		switch {
		case !ok || free && !decisive.Get()[h.word]:
		case h.word == word && free && strict == aloneOnly:
		case p.alone(h):
			return h.word, true
		case strict == withText && h.word != word && strings.Contains(h.sep, ":"):
			return h.word, true
		}
	}
	return "", false
}

// alone reports whether a line is a word with only punctuation or a courtesy after it.
func (p parser) alone(h commandWord) bool {
	rest := h.rest
	if h.word == wordAccept {
		rest = p.closing.withoutApproval(rest)
	}
	_, polite := p.closing.allows([]string{rest})
	return h.bare || polite
}

var decisive = lazy.Value[map[string]bool]{New: func() map[string]bool {
	return set(wordAccept, wordReject, wordEdit, wordCancel, wordAnswer, wordTakeOver,
		wordSend, wordHandBack, wordReplan)
}}

// takeBacks undo the decision at the beginning of a line, in upper case. As part of a sentence
// ("never mind the car") they undo nothing.
var takeBacks = []string{
	"NEVER MIND", "NEVERMIND", "SCRATCH THAT", "STRIKE THAT", "FORGET IT", "FORGET THAT", "DISREGARD", "DISREGARD THIS", "DISREGARD THAT",
	"IGNORE THAT", "IGNORE THIS", "IGNORE MY REPLY", "ON SECOND THOUGHT", "ON SECOND THOUGHTS", "I TAKE IT BACK", "I TAKE THAT BACK", "TAKE THAT BACK",
	"I CHANGED MY MIND", "CHANGED MY MIND", "NOT YET", "HOLD OFF", "HOLD ON", "WAIT", "JUST KIDDING", "MY MISTAKE", "WRONG THREAD", "WRONG EMAIL", "WRONG MAIL",
	"OOPS", "UNDO", "UNDO THAT", "UNDO THIS",
}

// fillers may precede one of takeBacks.
var fillers = lazy.Set(`ACTUALLY SORRY OH NO HMM UM OK OKAY WELL AH BUT PLEASE HANG`)

// takesBack reports whether a line begins by undoing the decision, or replaces the decision
// ("actually, accept it").
func takesBack(line string) bool {
	s, filled := withoutFillers(upper(normalizedLine(line)))
	for _, phrase := range takeBacks {
		if rest, ok := strings.CutPrefix(s, phrase); ok && (rest == "" || strings.Contains(".,;:!-", strings.TrimSpace(rest)[:1])) {
			return true
		}
	}
	h, ok := readCommandWord(s)
	return ok && h.word == wordAccept && (filled || isObject(h.rest))
}

// wholeTakeBack reports whether a line does nothing but undo the decision.
func wholeTakeBack(line string) bool {
	s, _ := withoutFillers(phraseOf(line))
	return slices.Contains(takeBacks, s)
}

// isObject reports whether rest makes ACCEPT an imperative: "accept it".
func isObject(rest string) bool {
	return slices.Contains([]string{"IT", "THIS", "THAT", "IT ANYWAY", "IT AS IS", "AS IS"}, phraseOf(rest))
}

func withoutFillers(s string) (string, bool) {
	filled := false
	for {
		word, rest, _ := strings.Cut(s, " ")
		if !fillers.Has(strings.Trim(word, ".,;:!-")) || rest == "" {
			return s, filled
		}
		s, filled = strings.TrimLeft(rest, " -"), true
	}
}
