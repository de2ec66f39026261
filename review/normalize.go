package review

import (
	"slices"
	"strings"
	"unicode"

	"ppamaild/lazyregexp"
)

// normalizedLine normalizes a line for the grammar. It removes invisible characters and emphasis around the line ("*ACCEPT*"), replaces full-width letters and typographic quotes,
// dashes and spaces with ASCII, and merges white space. Confusable letters stay, so that they
// match no word. Strikethrough ("~~ACCEPT~~") and list marks stay, because they change the
// meaning.
func normalizedLine(line string) string {
	return unwrapEmphasis(normalizedText(line))
}

// normalizedText is like normalizedLine but keeps emphasis.
func normalizedText(line string) string {
	return strings.Join(strings.Fields(strings.Map(normalizedRune, line)), " ")
}

func normalizedRune(r rune) rune {
	switch {
	case r < 0x80:
		return r
	case isInvisible(r):
		return -1
	case '\uff01' <= r && r <= '\uff5e': // full-width forms of ASCII
		return r - '\uff01' + '!'
	case r == '\u2800': // an empty Braille cell
		return ' '
	case r == '\u2018' || r == '\u2019' || r == '\u201a' || r == '\u201b' || r == '\u2032' || r == '\u00b4':
		return '\''
	case '\u201c' <= r && r <= '\u201f' || r == '\u00ab' || r == '\u00bb' || r == '\u2033':
		return '"'
	case '\u2010' <= r && r <= '\u2015' || r == '\u2212':
		return '-'
	case r == '\u2026' || r == '\u3002':
		return '.'
	}
	return r
}

// isInvisible reports whether a character has no glyph: direction marks, isolates, joiners,
// soft hyphens, byte order marks and so on. A direction override has no glyph either, but
// reverses the text after it. The override stays, so that the line matches no word.
func isInvisible(r rune) bool {
	if r == '\u202d' || r == '\u202e' || unicode.Is(unicode.Prepended_Concatenation_Mark, r) {
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// emphasis is the markup for bold, italic and quoted words that mail programs leave in plain
// text.
const emphasis = "*_`\"'"

// unwrapEmphasis removes markup around a whole line or its first word ("*REJECT*: wrong car",
// "**REJECT:** wrong car").
func unwrapEmphasis(s string) string {
	inner := strings.TrimLeft(s, emphasis)
	opened := s[:len(s)-len(inner)]
	if opened == "" {
		return s
	}
	reversed := []byte(opened)
	slices.Reverse(reversed)
	closing := string(reversed)
	marked, after, closed := strings.Cut(inner, closing)
	if !closed || after != "" && !strings.Contains(" .,:;!?-", after[:1]) {
		return s
	}
	return strings.TrimSpace(strings.TrimSpace(marked) + after)
}

// upper is strings.ToUpper for ASCII only. Unicode folding would turn the long s and the Kelvin
// sign into ASCII letters.
func upper(s string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, s)
}

// shownApart matches the plain text that mail programs write for pictures and after the words
// of a link.
var shownApart = lazyregexp.MustCompile(`<(?:https?|mailto|tel):[^<>\n]*>|(?m:^\[[^\[\]\n]*\]$)`)

// lettersOf returns the letters and digits of a text in upper case. Pictures and the addresses
// of links do not count, because HTML and plain text show them differently.
func lettersOf(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return -1
	}, upper(shownApart.ReplaceAllString(text, "\n")))
}
