package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hasDate reports whether s may contain a date: a year, two numbers with a separator, or a
// number next to a word. A regular expression would take much longer, and each line of a mail
// is tested.
func hasDate(s string) bool {
	for at := 0; ; {
		start := strings.IndexFunc(s[at:], unicode.IsDigit)
		if start < 0 {
			return false
		}
		start += at
		at = start + run(s[start:], unicode.IsDigit)
		if utf8.RuneCountInString(s[start:at]) >= 4 || dateContinues(s[at:]) || followsMonth(s[:start]) {
			return true
		}
	}
}

// dateContinues reports whether a date may continue with after, the text after a number.
func dateContinues(after string) bool {
	if after != "" && strings.IndexByte("./-", after[0]) >= 0 {
		return run(after[1:], unicode.IsDigit) > 0
	}
	word := strings.TrimPrefix(after, " ")
	return utf8.RuneCountInString(word[:run(word, unicode.IsLetter)]) >= shortMonth
}

// followsMonth reports whether a word that may be a month precedes a number.
func followsMonth(before string) bool {
	before, spaced := strings.CutSuffix(before, " ")
	before = strings.TrimSuffix(before, ".")
	for range shortMonth {
		r, size := utf8.DecodeLastRuneInString(before)
		if !unicode.IsLetter(r) {
			return false
		}
		before = before[:len(before)-size]
	}
	return spaced
}

// shortMonth is the number of letters of an abbreviated month.
const shortMonth = 3

// run returns the length in bytes of the longest prefix of s with characters in a class.
func run(s string, in func(rune) bool) int {
	if end := strings.IndexFunc(s, func(r rune) bool { return !in(r) }); end >= 0 {
		return end
	}
	return len(s)
}
