package search

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/mailbox/message"
	"ppamaild/spelling"
)

// term is one search term.
type term struct {
	keys    []key // words for the server; each must occur
	matches func(*document) bool
}

// key is a word in its given form and without accents. Servers differ in whether they
// distinguish the two.
type key struct{ given, plain string }

func (k key) ascii() bool { return message.IsASCII(k.given) }

// person matches a name in either order. The server search uses only the words that every
// spelling contains.
func person(name string) term {
	n := spelling.ParseName(name)
	if len(n.Family) == 0 {
		return words(name)
	}
	pattern := n.Pattern()
	keys := slices.DeleteFunc(keysOf(name), func(k key) bool {
		given := n.Full() && k.plain == n.Given[0]
		return !given && !slices.Contains(n.Family, k.plain)
	})
	return term{keys, func(d *document) bool { return pattern.MatchString(d.sentences()) }}
}

// words matches a word or phrase. The last word may continue if it consists of letters.
func words(phrase string) term {
	folded := spelling.Words(phrase)
	last := folded[strings.LastIndexByte(folded[:len(folded)-1], ' ')+1 : len(folded)-1]
	if utf8.RuneCountInString(last) > 3 && !strings.ContainsFunc(last, unicode.IsDigit) {
		folded = folded[:len(folded)-1]
	}
	return term{keysOf(phrase), func(d *document) bool { return strings.Contains(d.words(), folded) }}
}

// inAddress are the characters that can continue an address.
const inAddress = `[\pL\pN._%+-]`

func address(a string) term {
	a = strings.ToLower(a)
	before := `(?:^|[^\pL\pN._%+-])`
	if strings.HasPrefix(a, "@") {
		before = inAddress
	}
	pattern := regexp.MustCompile(before + regexp.QuoteMeta(a) + `\.?(?:$|[^\pL\pN._%+-])`)
	return term{[]key{{given: a, plain: a}}, func(d *document) bool { return pattern.MatchString(d.lower()) }}
}

// keysOf splits s into words. The filter here checks the text between them and the order of
// names. A single letter is no key.
func keysOf(s string) []key {
	var keys []key
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) }) {
		if utf8.RuneCountInString(word) > 1 {
			keys = append(keys, key{given: word, plain: strings.TrimSpace(spelling.Words(word))})
		}
	}
	return keys
}
