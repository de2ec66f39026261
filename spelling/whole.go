package spelling

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IndexWhole returns the first place in a text, at from or after it, where words are no part of a
// longer word or number; -1 for none or for empty words.
func IndexWhole(text, words string, from int) int {
	for at := from; words != ""; at++ {
		next := strings.Index(text[at:], words)
		if next < 0 {
			break
		}
		at += next
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(words):])
		if !isOfWord(before) && !isOfWord(after) {
			return at
		}
	}
	return -1
}

func isOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
