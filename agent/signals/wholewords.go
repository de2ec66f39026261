package signals

import (
	"strings"
	"unicode"

	"ppamaild/lazy"
	"ppamaild/spelling"
)

// HasWords reports whether text contains words, which must not be empty, as whole words: "art" is
// not in "party".
func HasWords(text, words string) bool {
	isOfWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
	return strings.ContainsFunc(words, isOfWord) && spelling.IndexWhole(text, words, 0) >= 0
}

// Normalize lowers the case of a text and unifies white space, quotation marks and dashes. Models
// change these when they quote.
func Normalize(text string) string {
	return strings.Join(strings.Fields(plainMarks.Replace(strings.ToLower(text))), " ")
}

var plainMarks = lazy.Replacing("’", "'", "‘", "'", "“", `"`, "”", `"`, "–", "-", "—", "-",
	"\u00a0", " ")

// Contains reports whether text contains words after both are normalized.
func Contains(text, words string) bool { return HasWords(Normalize(text), Normalize(words)) }
