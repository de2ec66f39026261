// Package pii keeps private numbers (social security, driver's license, card) from
// models. It promises that a text that was masked holds none that can be told, that a
// number has the same placeholder wherever it stands, and that it comes back unchanged.
package pii

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/reading"
)

// Numbers are the private numbers of one conversation with a model, each with the
// placeholder that stands for it there.
type Numbers struct {
	placeholders map[string]string // by number
	count        map[string]int    // of placeholders, by kind
}

// New knows no number yet.
func New() *Numbers { return &Numbers{make(map[string]string), make(map[string]int)} }

// Know returns the placeholder of a number of a kind, such as "license".
func (p *Numbers) Know(kind, number string) string {
	if strings.TrimSpace(number) == "" {
		return number
	}
	if _, known := p.placeholders[number]; !known {
		p.count[kind]++
		p.placeholders[number] = fmt.Sprintf("[%s-%d]", kind, p.count[kind])
	}
	return p.placeholders[number]
}

// mostLooks is how often a text is looked through: what is masked may bring another
// number nearer to the word that gives it away.
const mostLooks = 10

// Mask puts placeholders in the place of all private numbers in a text: those that
// it finds in it, and those that were found before, wherever they stand.
func (p *Numbers) Mask(text string) string {
	for range mostLooks {
		found := reading.FindPrivate(text)
		if len(found) == 0 {
			break
		}
		for _, f := range slices.Backward(found) {
			text = text[:f.Start] + p.Know(f.Kind, text[f.Start:f.End]) + text[f.End:]
		}
	}
	longestFirst := func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }
	for _, number := range slices.SortedFunc(maps.Keys(p.placeholders), longestFirst) {
		text = replaceWhole(text, number, p.placeholders[number])
	}
	return text
}

// Restore puts the numbers back.
func (p *Numbers) Restore(text string) string {
	for number, placeholder := range p.placeholders {
		text = strings.ReplaceAll(text, placeholder, number)
	}
	return text
}

// HoldsPlaceholder reports whether a text has a placeholder in it.
func (p *Numbers) HoldsPlaceholder(text string) bool { return p.Restore(text) != text }

// replaceWhole replaces what is not part of a longer number or word.
func replaceWhole(text, old, by string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, old)
		if i < 0 {
			return b.String() + text
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(old):])
		b.WriteString(text[:i])
		if isAlphanumeric(before) || isAlphanumeric(after) {
			b.WriteString(old)
		} else {
			b.WriteString(by)
		}
		text = text[i+len(old):]
	}
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
