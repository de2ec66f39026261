package subject

import (
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/spelling"
)

// denial matches a negation with up to two words after it.
var denial = lazyregexp.MustCompile(`(?:\b(?:not|never|no|without)|n['’]t)(?: +[\pL\d]+){0,2} +$`)

// Says reports whether a text has a word in any case and without a negation: "unpaid" and "has
// not been paid" are not "paid".
func Says(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(word)
	at := spelling.IndexWhole(text, word, 0)
	for at >= 0 && denial.MatchString(text[:at]) {
		at = spelling.IndexWhole(text, word, at+len(word))
	}
	return at >= 0
}
