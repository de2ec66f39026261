// Package find recognizes values in a text: numbers, amounts, dates, names and kin, cars, insurers,
// addresses, phone numbers, and private numbers.
//
// A recognizer takes a Text and a token, and returns the value that starts at the token and the end
// of the value. A recognizer does not know the owner of the value. Mask replaces private numbers.
// In a text that cannot be read, every number is private.
package find

import (
	_ "embed"
	"strings"
	"time"

	"ppamaild/lazy"
	"ppamaild/reading/text"
)

// Text is a text in which values are found.
type Text struct {
	*text.Document
	Today    time.Time   // the day on which the text was written, as midnight UTC
	Spoken   []bool      // a number or a date may start at token i
	Dated    []bool      // token i is part of a full date
	NameOnly bool        // the text is a name and nothing else
	numbers  []Number    // the numbers that NumberAt has read
	numberAt []int       // per token, the place in numbers plus 1; 0 if not read, -1 if none
	cars     []int       // per token, the length of the longest car name from there
	streets  []text.Span // per token, the street that starts there; found from the last token to the first
}

// New cuts a text into tokens.
func New(body string) *Text {
	d := &Text{Document: text.New(body)}
	n := len(d.Tokens)
	d.Spoken, d.numberAt, d.cars = make([]bool, n), make([]int, n), make([]int, n)
	for i, t := range d.Tokens {
		d.Spoken[i] = t.Kind == text.Digits || t.Kind == text.Mixed || spokenWords.Get()[t.Norm]
		d.cars[i] = cars.Get().starts[text.Noun(t.Norm)]
	}
	return d
}

// longestText is the number of bytes of a text that are read. Facts stand well before this limit.
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
