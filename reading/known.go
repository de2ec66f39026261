package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// KnownName returns the name that one to three written words are of a car's make,
// its model or an insurer, as its owner writes it; "" where they are of none. Names
// that are words, places or people too don't count.
func KnownName(words string) string {
	first, rest, _ := strings.Cut(words, " ")
	key := appendKey(make([]byte, 0, 64), first)
	if cars().starts[string(key)] == 0 && carriers().starts[string(key)] == 0 {
		return "" // as of most words
	}
	key = appendKey(key, rest)
	if m, found := cars().makes[string(key)]; found && !m.common {
		return m.name
	}
	if c, found := carriers().names[string(key)]; found && !c.common {
		return c.name
	}
	for _, m := range cars().models[string(key)] {
		if !m.common {
			return m.name
		}
	}
	return ""
}

// appendKey makes written words a key, as squash does of one name.
func appendKey(key []byte, words string) []byte {
	for _, r := range words {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			key = utf8.AppendRune(key, unicode.ToLower(r))
		}
	}
	return key
}
