// Package find recognizes values in a text: numbers, amounts, dates, names and kin, cars, insurers,
// addresses, phone numbers, and private numbers.
//
// A recognizer takes a Text and a token, and returns the value that starts there and where the
// value ends. It does not know whose value it is. Mask replaces private numbers; where a text
// cannot be read, every number in it is private.
package find

import (
	_ "embed"
	"strconv"
	"strings"
	"time"

	"ppamaild/lazy"
	"ppamaild/reading/text"
)

// Text is a text in which values are found.
type Text struct {
	*text.Document
	Today    time.Time // the day on which the text was written, as midnight UTC
	Spoken   []bool    // a number or a date in words may start at token i
	names    []nameLengths
	Dated    []bool      // token i is part of a full date
	NameOnly bool        // the text is a name and nothing else
	streets  []text.Span // per token, the street that starts there; found from the last token to the first
}

// New cuts a text into tokens.
func New(body string) *Text {
	d := &Text{Document: text.New(body)}
	d.names = findNames(d.Tokens)
	d.Spoken = findSpoken(d)
	return d
}

// spokenNumber reads the number of a house or a road as it is said at token i, and
// returns its digits: "twelve oh six", "forty-two hundred", "three ten".
func spokenNumber(d *Text, i int) (string, int) {
	if d.Kind(i) != text.Word || !d.Spoken[i] || d.Is(i, "a", "an") {
		return "", i
	}
	n, ok := spelledAt(d, i)
	if !ok {
		return "", i
	}
	if second, k := belowHundred(d, n.J); k > n.J && n.N < 100 && (second >= 10 || d.Is(n.J, "oh")) {
		n.N, n.J = n.N*100+second, k
	}
	return strconv.Itoa(n.N), n.J
}

// Written returns the words of s with single blanks, and numbers that were said in digits.
func Written(d *Text, s text.Span) string {
	var b strings.Builder
	for i := s.I; i < s.J; {
		if b.Len() > 0 && d.Gap(i) {
			b.WriteByte(' ')
		}
		if n, j := spokenNumber(d, i); j > i && (i == s.I || isNumberedRoad(d, i-1)) {
			b.WriteString(n)
			i = j
			continue
		}
		b.WriteString(verbatim(d, i))
		i++
	}
	return b.String()
}

// verbatim returns token i as written, and a dictated number in digits.
func verbatim(d *Text, i int) string {
	if d.Kind(i) == text.Digits {
		return d.At(i)
	}
	return d.Raw(text.Between(i, i+1))
}

// longestText limits the bytes of a reading. Customers state facts well before the limit.
const longestText = 64 << 10

// Clip cuts a text at longestText, between two characters.
func Clip(s string) string {
	if len(s) <= longestText {
		return s
	}
	return strings.ToValidUTF8(s[:longestText], "")
}

//go:embed data/tables.txt
var tablesText string

var tables = lazy.Value[map[string]map[string]string]{New: func() map[string]map[string]string {
	found := map[string]map[string]string{}
	for row := range strings.Lines(tablesText) {
		name, words, _ := strings.Cut(strings.TrimSpace(row), ": ")
		found[name] = map[string]string{}
		for entry := range strings.SplitSeq(words, ", ") {
			i := strings.LastIndexByte(entry, ' ')
			found[name][entry[:i]] = entry[i+1:]
		}
	}
	return found
}}

// Table returns the values of the words in a table of data/tables.txt.
func Table(name string) map[string]string { return tables.Get()[name] }

// numbers is a table with numbers as the values.
type numbers = lazy.Value[map[string]int]

func numbersOf(name string) map[string]int {
	found := map[string]int{}
	for word, n := range Table(name) {
		found[word] = text.Atoi(n)
	}
	return found
}
