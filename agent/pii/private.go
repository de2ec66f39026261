// Package pii hides private numbers (social security, driver's license, card) from models. It
// guarantees that a masked text has no recognizable private number, that a number always has the
// same placeholder, and that Restore returns the number unchanged.
package pii

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/reading"
	"ppamaild/spelling"
)

// Numbers are the private numbers of one conversation with a model, with their placeholders.
type Numbers struct {
	placeholders map[string]string // by number
	count        map[string]int    // number of placeholders by kind
}

// New returns an empty set.
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

// mostLooks limits the passes over a text. A placeholder may bring another number closer to its
// cue word.
const mostLooks = 10

// Mask replaces all private numbers in a text, including numbers from earlier texts.
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

// Restore replaces placeholders by their numbers.
func (p *Numbers) Restore(text string) string {
	for number, placeholder := range p.placeholders {
		text = strings.ReplaceAll(text, placeholder, number)
	}
	return text
}

// HoldsPlaceholder reports whether a text has a placeholder.
func (p *Numbers) HoldsPlaceholder(text string) bool { return p.Restore(text) != text }

// replaceWhole replaces matches that are not part of a longer number or word.
func replaceWhole(text, old, by string) string {
	var b strings.Builder
	done := 0
	for {
		at := spelling.IndexWhole(text, old, done)
		if at < 0 {
			return b.String() + text[done:]
		}
		b.WriteString(text[done:at] + by)
		done = at + len(old)
	}
}
