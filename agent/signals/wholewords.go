package signals

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
)

// HasWords reports whether text contains words, which must not be empty, as whole words: "art" is
// not in "party".
func HasWords(text, words string) bool {
	if !strings.ContainsFunc(words, isWordRune) {
		return false
	}
	for from := 0; ; {
		at := strings.Index(text[from:], words)
		if at < 0 {
			return false
		}
		begin, end := from+at, from+at+len(words)
		last, _ := utf8.DecodeLastRuneInString(text[:begin])
		next, _ := utf8.DecodeRuneInString(text[end:])
		if !isWordRune(last) && !isWordRune(next) {
			return true
		}
		from = begin + 1
	}
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// Normalize lowers the case of a text and unifies white space, quotation marks and dashes. Models
// change these when they quote.
func Normalize(text string) string {
	return strings.Join(strings.Fields(plainMarks.Replace(strings.ToLower(text))), " ")
}

var plainMarks = lazy.Replacing("’", "'", "‘", "'", "“", `"`, "”", `"`, "–", "-", "—", "-",
	"\u00a0", " ")

// Contains reports whether text contains words after both are normalized.
func Contains(text, words string) bool { return HasWords(Normalize(text), Normalize(words)) }
