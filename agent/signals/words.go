package signals

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// HoldsWords reports whether words, of which there is one at least, stand in text
// whole: "art" is not in "party".
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

// PlainWords is a text without regard to case, white space and the kinds of
// quotation marks and dashes, which models change where they quote.
func Normalize(text string) string {
	return strings.Join(strings.Fields(plainMarks.Replace(strings.ToLower(text))), " ")
}

var plainMarks = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "–", "-", "—", "-",
	"\u00a0", " ")

// Contains reports whether text contains words, apart from case, white space and punctuation.
func Contains(text, words string) bool { return HasWords(Normalize(text), Normalize(words)) }
