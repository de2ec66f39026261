package planner

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/agent/extract"
	"ppamaild/quote"
)

// private keeps private numbers (social security, driver's license, card) from a
// model: each has a placeholder there, the same one wherever it stands.
type private struct {
	placeholders map[string]string // by number
	count        map[string]int    // of placeholders, by kind
}

// newPrivate knows the numbers that the application has.
func newPrivate(a quote.Application) *private {
	p := &private{make(map[string]string), make(map[string]int)}
	for _, d := range a.Drivers {
		p.know("license", d.LicenseNumber)
	}
	return p
}

// know returns the placeholder of a number.
func (p *private) know(kind, number string) string {
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

// mask puts placeholders in the place of all private numbers in a text: those that
// it finds in it, and those that were found before, wherever they stand.
func (p *private) mask(text string) string {
	for range mostLooks {
		found := extract.FindPrivate(text)
		if len(found) == 0 {
			break
		}
		for _, f := range slices.Backward(found) {
			text = text[:f.Start] + p.know(f.Kind, text[f.Start:f.End]) + text[f.End:]
		}
	}
	longestFirst := func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }
	for _, number := range slices.SortedFunc(maps.Keys(p.placeholders), longestFirst) {
		text = replaceWhole(text, number, p.placeholders[number])
	}
	return text
}

// restore puts the numbers back.
func (p *private) restore(text string) string {
	for number, placeholder := range p.placeholders {
		text = strings.ReplaceAll(text, placeholder, number)
	}
	return text
}

// holdsPlaceholder reports whether a text has a placeholder in it.
func (p *private) holdsPlaceholder(text string) bool { return p.restore(text) != text }

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
