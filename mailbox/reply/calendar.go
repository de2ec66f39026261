package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hasDate reports whether s has what may be a date: a year, two numbers with a mark
// between them, or a number beside a word. A pattern that says so takes many times
// as long, and is asked of every line that might introduce a quote.
func hasDate(s string) bool {
	for at := 0; ; {
		start := strings.IndexFunc(s[at:], unicode.IsDigit)
		if start < 0 {
			return false
		}
		start += at
		at = start + run(s[start:], unicode.IsDigit)
		if utf8.RuneCountInString(s[start:at]) >= 4 || besideNumber(s[at:]) || belowWord(s[:start]) {
			return true
		}
	}
}

// besideNumber reports whether after a number a date goes on.
func besideNumber(after string) bool {
	if after != "" && strings.IndexByte("./-", after[0]) >= 0 {
		return run(after[1:], unicode.IsDigit) > 0
	}
	word := strings.TrimPrefix(after, " ")
	return utf8.RuneCountInString(word[:run(word, unicode.IsLetter)]) >= shortMonth
}

// belowWord reports whether before a number stands a word that may be a month.
func belowWord(before string) bool {
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

// shortMonth is how many letters a month has when it is cut short.
const shortMonth = 3

// run returns how many octets the first characters of s have that are in a class.
func run(s string, in func(rune) bool) int {
	if end := strings.IndexFunc(s, func(r rune) bool { return !in(r) }); end >= 0 {
		return end
	}
	return len(s)
}
