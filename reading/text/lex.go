package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	Word   tokenKind = iota // letters, with apostrophes and accents inside
	Digits                  // 0-9 only
	Mixed                   // letters and digits: "8k", "RAV4", a VIN
	Mark                    // one character of anything else
)

// Token is the smallest piece that readers look at.
type Token struct {
	Start, End int    // bytes of doc.text
	Norm       string // lower case, without accents, ' for ’
	Kind       tokenKind
	Gap        bool // white space, or nothing at all, precedes it
	Capital    bool // starts with an upper-case letter
	Line       int
}

// Lex cuts text into tokens, in one pass.
func Lex(text string) []Token {
	toks := make([]Token, 0, len(text)/4)
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
		t := Token{Start: i, End: i + size, Kind: Mark, Gap: gap, Line: line, Capital: unicode.IsUpper(r)}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			t.End, t.Kind = wordEnd(text, i)
			if n := amountEnd(text[i:t.End]); n > 0 {
				t.End, t.Kind = i+n, Digits
			}
		}
		t.Norm = Fold(text[t.Start:t.End])
		if t.Kind == Mark && parts(toks, t, text) {
			t.Norm = ","
		}
		toks = append(toks, t)
		i, gap = t.End, false
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

// parts reports whether a mark between blanks does the work of a comma:
// "Ann Lee / 3/4/85 / 97201". Between numbers a slash means something else.
func parts(before []Token, t Token, text string) bool {
	if !t.Gap || len(before) == 0 || before[len(before)-1].Line != t.Line || !strings.HasPrefix(text[t.End:], " ") {
		return false
	}
	switch t.Norm {
	case "·", "•":
		return true
	case "/":
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[t.End:], " "))
		return before[len(before)-1].Kind != Digits || !unicode.IsDigit(next) && next != '$'
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
		return Mixed
	case numerals:
		return Digits
	}
	return Word
}

// Fold makes words comparable. It allocates nothing for what is plain already.
func Fold(s string) string {
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

func Atoi(s string) int {
	if len(s) > 9 {
		return -1
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}
