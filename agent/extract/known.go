package extract

import (
	"strings"
	"unicode"
)

// KnownName returns the name that one to three written words are of a car's make,
// its model or an insurer, as its owner writes it; "" where they are of none. Names
// that are words, places or people too don't count.
func KnownName(words string) string {
	first, _, _ := strings.Cut(words, " ")
	if key := keyOf(first); cars().starts[key] == 0 && carriers().starts[key] == 0 {
		return "" // as of most words
	}
	key := keyOf(words)
	if m, found := cars().makes[key]; found && !m.common {
		return m.name
	}
	if c, found := carriers().names[key]; found && !c.common {
		return c.name
	}
	for _, m := range cars().models[key] {
		if !m.common {
			return m.name
		}
	}
	return ""
}

// keyOf makes written words a key, as squash does of one name.
func keyOf(words string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, words)
}
