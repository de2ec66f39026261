package review

import (
	"strings"
	"unicode"
)

// plainLine returns a line as the grammar reads it: invisible characters gone,
// full-width letters, typographic quotes, dashes and spaces as their plain
// forms, white space single, and emphasis around the line ("*ACCEPT*") removed.
// Letters that merely look like others are left alone, so that they match no
// word. Crossed-out text ("~~ACCEPT~~") and list marks stay: they change what
// is meant.
func plainLine(line string) string {
	return unwrapEmphasis(plainText(line))
}

// plainText is plainLine with emphasis left in place.
func plainText(line string) string {
	return strings.Join(strings.Fields(strings.Map(plainRune, line)), " ")
}

func plainRune(r rune) rune {
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

// isInvisible reports whether a character shows nothing: marks of direction,
// isolates, joiners, soft hyphens, byte order marks and the like. An override of
// direction shows nothing either but turns what follows around, so it stays, and
// no word matches that has one.
func isInvisible(r rune) bool {
	switch {
	case r == '\u202d' || r == '\u202e' || unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// emphasis is the markup that mail programs leave around bold, italic or quoted
// words in plain text.
const emphasis = "*_`\"'"

// unwrapEmphasis removes markup that encloses a whole line, or its first word
// ("*REJECT*: wrong car", "**REJECT:** wrong car").
func unwrapEmphasis(s string) string {
	inner := strings.TrimLeft(s, emphasis)
	opened := s[:len(s)-len(inner)]
	if opened == "" {
		return s
	}
	closing := reverse(opened)
	end := strings.Index(inner, closing)
	if end < 0 {
		return s
	}
	after := inner[end+len(closing):]
	if after != "" && !strings.Contains(" .,:;!?-", after[:1]) {
		return s
	}
	return strings.TrimSpace(strings.TrimSpace(inner[:end]) + after)
}

func reverse(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// upper is strings.ToUpper for ASCII alone: Unicode would fold the long s and
// the Kelvin sign into words that nobody wrote.
func upper(s string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, s)
}
