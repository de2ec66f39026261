package subject

import (
	"strings"
	"unicode"

	"ppamaild/lazyregexp"
)

// denial matches a negation with up to two words after it.
var denial = lazyregexp.MustCompile(`(?:\b(?:not|never|no|without)|n['’]t)(?: +[\pL\d]+){0,2} +$`)

// Says reports whether a text has a word in any case and without a negation: "unpaid" and "has
// not been paid" are not "paid".
func Says(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(word)
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 || word == "" {
			return false
		}
		at += from
		from = at + len(word)
		if !isWithin(text, at, from) && !denial.MatchString(text[:at]) {
			return true
		}
	}
}

// isWithin reports whether a match is part of a longer word.
func isWithin(text string, at, end int) bool {
	isLetter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	before, after := []rune(text[:at]), []rune(text[end:])
	return len(before) > 0 && isLetter(before[len(before)-1]) ||
		len(after) > 0 && isLetter(after[0])
}
