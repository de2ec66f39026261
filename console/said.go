package console

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// said is a part of a message: words that gave values, or the text in between.
type said struct {
	Text  string
	Path  string // of the first value from these words; "" for other text
	Gives string // all values from these words
}

// Said splits a message at the words that gave values.
func (v reviewView) Said(text string) (parts []said) {
	at := 0
	for _, m := range marks(text, v.Fields) {
		parts = append(parts, said{Text: text[at:m.from]},
			said{text[m.from:m.to], m.path, strings.Join(m.gives, ", ")})
		at = m.to
	}
	return append(parts, said{Text: text[at:]})
}

// mark is a place with words that gave values.
type mark struct {
	from, to int
	path     string
	gives    []string
}

// marks finds the words of values in a message, in order. Words inside longer words share their
// mark.
func marks(text string, groups []Group) (all []mark) {
	for _, g := range groups {
		for _, f := range g.Fields {
			if from, to := locate(text, f.Words); to > from && !f.Assumed {
				all = append(all, mark{from, to, f.Path, []string{f.Label + ": " + f.Value}})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to))
	})
	apart := all[:0]
	for _, m := range all {
		switch last := len(apart) - 1; {
		case last < 0 || m.from >= apart[last].to:
			apart = append(apart, m)
		case m.to <= apart[last].to:
			apart[last].gives = append(apart[last].gives, m.gives...)
		}
	}
	return apart
}

// locate returns the place of whole words in a text. Spaces and line breaks between the words may
// differ. The place is empty if the words are missing.
func locate(text, words string) (from, to int) {
	list := strings.Fields(words)
	if len(list) == 0 {
		return 0, 0
	}
	for from < len(text) {
		next := strings.Index(text[from:], list[0])
		if next < 0 {
			return 0, 0
		}
		from += next
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		if to := match(text, from, list); to > 0 && !isWordRune(before) {
			return from, to
		}
		from += len(list[0])
	}
	return 0, 0
}

// match returns the end of the words that begin at a place; 0 for other words.
func match(text string, from int, list []string) (to int) {
	rest := text[from:]
	for i, word := range list {
		if i > 0 {
			rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		}
		var is bool
		if rest, is = strings.CutPrefix(rest, word); !is {
			return 0
		}
	}
	if after, _ := utf8.DecodeRuneInString(rest); isWordRune(after) {
		return 0
	}
	return len(text) - len(rest)
}

// isWordRune reports whether a letter or digit continues a word. utf8.RuneError is at the ends.
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
