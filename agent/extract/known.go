package extract

import (
	"strings"
	"unicode"
)

// KnownName returns the name that one to three written words are of a car's make,
// its model or an insurer, as its owner writes it; "" where they are of none. Names
// that are words, places or people too don't count.
func KnownName(words string) string {
	key := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, words)
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
