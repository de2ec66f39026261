package review

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"ppamaild/lazy"
)

// confusables maps letters of other alphabets to similar ASCII letters, in the case in which they
// are similar. The table is an excerpt of Unicode's confusables (UTS #39) for the letters of the
// command words.
var confusables = lazy.Replacing(
	"А", "A", "В", "B", "С", "C", "Е", "E", "Н", "H", "І", "I", "Ј", "J", "К", "K", "М", "M", "О", "O", "Р", "P", "Ѕ", "S", "Т", "T", "Х", "X", "У", "Y",
	"а", "a", "с", "c", "е", "e", "һ", "h", "і", "i", "ј", "j", "о", "o", "р", "p", "ѕ", "s", "х", "x", "у", "y", "ԁ", "d", "ԛ", "q", "ԝ", "w",
	"Α", "A", "Β", "B", "Ε", "E", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Χ", "X", "Υ", "Y",
	"α", "a", "ι", "i", "ν", "v", "ο", "o", "ρ", "p", "ѵ", "v", "ſ", "s", "ı", "i", "ᴀ", "a", "ᴄ", "c", "ᴇ", "e", "ᴘ", "p", "ᴛ", "t",
)

// confusable reports whether a line would begin with a command word if confusable letters were
// equal, and returns the first confusable character. The result only helps to explain: a
// lookalike decides nothing.
func confusable(line string) (word string, other rune, ok bool) {
	plain := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Me) || r == '\u202d' || r == '\u202e' {
			return -1
		}
		return r
	}, norm.NFKD.String(line))
	h, ok := readCommandWord(confusables.Replace(plain))
	if !ok {
		return "", 0, false
	}
	for _, r := range line {
		if r >= 0x80 && normalizedRune(r) == r && !unicode.IsSpace(r) {
			return h.word, r, true
		}
	}
	return "", 0, false
}
