package review

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// twins are letters of other alphabets that look like ours, in the cases in
// which they do: an excerpt of Unicode's table of confusables (UTS #39) with the
// letters that our words are made of.
var twins = strings.NewReplacer(
	"А", "A", "В", "B", "С", "C", "Е", "E", "Н", "H", "І", "I", "Ј", "J", "К", "K", "М", "M", "О", "O", "Р", "P", "Ѕ", "S", "Т", "T", "Х", "X", "У", "Y",
	"а", "a", "с", "c", "е", "e", "һ", "h", "і", "i", "ј", "j", "о", "o", "р", "p", "ѕ", "s", "х", "x", "у", "y", "ԁ", "d", "ԛ", "q", "ԝ", "w",
	"Α", "A", "Β", "B", "Ε", "E", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Χ", "X", "Υ", "Y",
	"α", "a", "ι", "i", "ν", "v", "ο", "o", "ρ", "p", "ѵ", "v", "ſ", "s", "ı", "i", "ᴀ", "a", "ᴄ", "c", "ᴇ", "e", "ᴘ", "p", "ᴛ", "t",
)

// lookalike reports whether a line would begin with a word if letters that look
// alike were the same, and names the first character that is not what it seems.
// It serves to say so: what merely looks like a word decides nothing.
func lookalike(line string) (word string, other rune, ok bool) {
	plain := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Me) || r == '\u202d' || r == '\u202e' {
			return -1
		}
		return r
	}, norm.NFKD.String(line))
	h, ok := readHead(twins.Replace(plain))
	if !ok {
		return "", 0, false
	}
	for _, r := range line {
		if r >= 0x80 && plainRune(r) == r && !unicode.IsSpace(r) {
			return h.word, r, true
		}
	}
	return "", 0, false
}
