package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	word   tokenKind = iota // letters, with apostrophes and accents inside
	digits                  // 0-9 only
	mixed                   // letters and digits: "8k", "RAV4", a VIN
	mark                    // one character of anything else
)

// token is the smallest piece that readers look at.
type token struct {
	start, end int    // bytes of doc.text
	norm       string // lower case, without accents, ' for ’
	kind       tokenKind
	gap        bool // white space, or nothing at all, stands before it
	capital    bool // starts with an upper-case letter
	line       int
}

// lex cuts text into tokens, in one pass.
func lex(text string) []token {
	toks := make([]token, 0, len(text)/4)
	line, gap := 0, true
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' || r == '_' && isFiller(text, i) {
			if r == '\n' {
				line++
			}
			gap = true
			i += size
			continue
		}
		t := token{start: i, end: i + size, kind: mark, gap: gap, line: line, capital: unicode.IsUpper(r)}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			t.end, t.kind = wordEnd(text, i)
			if n := amountEnd(text[i:t.end]); n > 0 {
				t.end, t.kind = i+n, digits
			}
		}
		t.norm = fold(text[t.start:t.end])
		if t.kind == mark && parts(toks, t, text) {
			t.norm = ","
		}
		toks = append(toks, t)
		i, gap = t.end, false
	}
	return joinDictated(joinLeaders(toks))
}

// isFiller reports whether the underscore at i is part of a blank to be filled in,
// as in "City: Salem____": it joins no two words.
func isFiller(text string, i int) bool {
	return i == 0 || i+1 == len(text) || !isWordByte(text[i-1]) || !isWordByte(text[i+1])
}

func isWordByte(c byte) bool {
	return c >= utf8.RuneSelf || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// parts reports whether a mark stands between blanks to part what a comma could:
// "Ann Lee / 3/4/85 / 97201". Between numbers a slash means something else.
func parts(before []token, t token, text string) bool {
	if !t.gap || len(before) == 0 || before[len(before)-1].line != t.line || !strings.HasPrefix(text[t.end:], " ") {
		return false
	}
	switch t.norm {
	case "·", "•":
		return true
	case "/":
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[t.end:], " "))
		return before[len(before)-1].kind != digits || !unicode.IsDigit(next) && next != '$'
	}
	return false
}

// wordEnd finds the end of the run of letters and digits at i, and its kind. An
// apostrophe belongs to it between two letters.
func wordEnd(text string, i int) (int, tokenKind) {
	letters, numerals := false, false
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsDigit(r):
			numerals = true
		case unicode.IsLetter(r) || unicode.Is(unicode.Mn, r):
			letters = true
		case (r == '\'' || r == '’') && letters && startsWithLetter(text[i+size:]):
		default:
			return i, kindOf(letters, numerals)
		}
		i += size
	}
	return i, kindOf(letters, numerals)
}

// amountEnd returns where the digits end of a number that its unit is glued to: "4mi",
// "12yrs"; else 0.
func amountEnd(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	switch s[n:] {
	case "mi", "miles", "mile", "y", "yr", "yrs", "years", "mo", "mos":
		return n
	}
	return 0
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func kindOf(letters, numerals bool) tokenKind {
	switch {
	case letters && numerals:
		return mixed
	case numerals:
		return digits
	}
	return word
}

// fold makes words comparable. It allocates nothing for what is plain already.
func fold(s string) string {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return strings.Map(foldRune, s)
		}
	}
	return s
}

func foldRune(r rune) rune {
	r = unicode.ToLower(r)
	switch {
	case r < utf8.RuneSelf:
		return r
	case unicode.Is(unicode.Mn, r):
		return -1
	}
	if i := strings.IndexRune(accented, r); i >= 0 {
		return rune(plain[utf8.RuneCountInString(accented[:i])])
	}
	return r
}

const (
	accented = "áàâäãåéèêëíìîïóòôöõúùûüñç’‘–—−‐‑"
	plain    = "aaaaaaeeeeiiiiooooouuuunc''-----"
)
